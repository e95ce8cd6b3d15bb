import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The treatment of a request: passed on, answered with an S3 error, cut in the middle of its body
 * or before its answer, never answered, or passed on `delayMs` later.
 */
export type StoreBehaviour =
  | 'pass'
  | 'cut'
  | 'cut answer'
  | 'silent'
  | { status: number; code: string }
  | { delayMs: number };

/** A request to the store: its method, and its path with its query. */
export type Requested = { method: string; path: string };

/**
 * Opens a proxy to an object store that misbehaves on demand.
 *
 * @param behind the S3_ENDPOINT of the store.
 */
export async function openStoreProxy(behind: string) {
  const { hostname, port } = new URL(behind);
  let mannerOf: (requested: Requested) => StoreBehaviour = () => 'pass';
  const requested: Requested[] = [];
  const server = createServer((near, answer) => {
    // A connection cut on purpose is no error of the test.
    near.on('error', () => undefined);
    const entry = { method: near.method ?? '', path: near.url ?? '' };
    requested.push(entry);
    const manner = mannerOf(entry);
    if (manner === 'silent') return;
    if (manner === 'cut') return void near.once('data', () => near.socket.destroy());
    if (typeof manner === 'object' && 'status' in manner) return refuse(near, answer, manner);
    const delayMs = typeof manner === 'object' ? manner.delayMs : 0;
    setTimeout(() => passOn(near, answer, { hostname, port, cuts: manner === 'cut answer' }), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request so far. */
    requested,
    /** Sets the treatment of each request from now on. */
    behave(next: typeof mannerOf | StoreBehaviour) {
      mannerOf = typeof next === 'function' ? next : () => next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function refuse(
  near: IncomingMessage,
  answer: ServerResponse,
  { status, code }: { status: number; code: string },
) {
  near.resume().once('end', () => {
    answer.writeHead(status, { 'Content-Type': 'application/xml' });
    answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
  });
}

type Far = { hostname: string; port: string; cuts: boolean };

function passOn(near: IncomingMessage, answer: ServerResponse, { hostname, port, cuts }: Far) {
  const { method, url: path, headers } = near;
  const far = request({ hostname, port, method, path, headers }, (said) => {
    if (cuts) return void near.socket.destroy();
    answer.writeHead(said.statusCode ?? 502, said.rawHeaders);
    said.pipe(answer);
  });
  far.on('error', () => near.socket.destroy());
  near.pipe(far);
}
