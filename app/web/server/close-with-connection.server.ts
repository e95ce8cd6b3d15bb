import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Exchange } from '~/platform/observability/request-context.server';

const open = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Emits `close` on a response when its connection closes. Node only notifies the response being
 * sent. A pipelined response that waits behind it would stay open forever, along with the file it
 * reads.
 */
export function closeWithConnection({ request: { socket }, response }: Exchange): void {
  const responses = open.get(socket) ?? new Set();
  if (!open.has(socket)) {
    open.set(socket, responses);
    // Node's own event comes first.
    socket.once('close', () => setImmediate(closeAll, responses));
  }
  responses.add(response);
  response.once('close', () => responses.delete(response));
}

function closeAll(responses: Set<ServerResponse>) {
  for (const response of responses) {
    response.destroy();
    response.emit('close');
  }
}
