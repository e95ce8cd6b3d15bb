import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Exchange } from '~/platform/observability/request-context.server';

const open = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Has a response hear of it when its connection is closed. Node tells only the one that is being
 * sent: one that waits behind it (its request came as soon as the bytes before it were there) would
 * stay open for ever, and the file it reads from with it.
 */
export function closeWithConnection({ request: { socket }, response }: Exchange): void {
  const responses = open.get(socket) ?? new Set();
  if (!open.has(socket)) {
    open.set(socket, responses);
    // Node's own word comes first.
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
