import type { IncomingMessage } from 'node:http';
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@remix-run/node';
import { logIncident } from '~/platform/observability/log.server';
import type { Exchange } from '~/platform/observability/request-context.server';
import { compress, efforts } from '~/web/request/compress.server';
import { refuse } from './refuse.server';

/** Answers a request as a resource route of Remix does. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * Answers a request with neither Express nor Remix between, which cost a call more than all else
 * it does (docs/adr/0050-calls-are-answered-directly.md). What the handler throws is logged, and
 * answered as a failure with the id of its incident.
 *
 * @returns that id; undefined where all went well, or whoever called is gone.
 */
export async function answerDirectly(exchange: Exchange, handle: Handler): Promise<string | undefined> {
  const { request, response } = exchange;
  try {
    await send(exchange, await handle(requestOf(request)));
    return undefined;
  } catch (error) {
    // Whoever asked is gone: a stream that ends for that is no incident.
    if (response.closed) return undefined;
    const incident = logIncident('call', error);
    if (response.headersSent) response.destroy();
    else refuse(exchange, { status: 500, messageKey: 'error.title', incident });
    return incident;
  }
}

function requestOf(message: IncomingMessage): Request {
  const { method = 'GET', url, headers } = message;
  const isRead = method === 'GET' || method === 'HEAD';
  const given = Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, {
    method,
    headers: given,
    ...(!isRead && { body: createReadableStreamFromReadable(message), duplex: 'half' }),
  } as RequestInit);
}

async function send({ request, response }: Exchange, answer: Response) {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.appendHeader(name, value);
  if (!answer.body) return void response.end();
  if (!answer.headers.get('Content-Type')?.startsWith('application/json'))
    return writeReadableStreamToWritable(answer.body, response);
  const whole = Buffer.from(await answer.arrayBuffer());
  const { body, encoding } = await compress(whole, request.headers['accept-encoding'], efforts.call);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
