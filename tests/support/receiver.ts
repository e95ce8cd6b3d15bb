import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request that a receiver of webhooks got. */
type ReceivedEvent = { headers: IncomingHttpHeaders; text: string };

/**
 * Starts an HTTP server that receives webhooks.
 *
 * @param answer answers each request; by default with 204.
 * @param tls its certificate and key. Without them it has no TLS.
 */
export async function startReceiver(
  answer: (response: ServerResponse) => void = (response) => void response.writeHead(204).end(),
  tls?: ServerOptions,
) {
  const received: ReceivedEvent[] = [];
  const listen: RequestListener = async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push({ headers: request.headers, text });
    answer(response);
  };
  const server = tls ? createTlsServer(tls, listen) : createServer(listen);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${port}/hooks`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
