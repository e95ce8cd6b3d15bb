import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@remix-run/node';
import { isStopping } from '~/platform/health/health.server';
import { countRequest, isOfMetrics } from '~/platform/health/metrics.server';
import { newId } from '~/platform/ids.server';
import { logIncident, note } from '~/platform/observability/log.server';
import { type Exchange, enterRequest } from '~/platform/observability/request-context.server';
import { getSettings } from '~/platform/settings/env.server';
import { compress, efforts } from '~/web/request/compress.server';
import { clientIpOf, type Handler } from '~/web/request/exchange.server';
import { fillInHeaders } from '~/web/request/headers.server';
import { refuseOtherOrigins } from '~/web/request/origin.server';
import { boundHeaders, pathOf, requestFault } from '~/web/request/request-line.server';
import { closeWithConnection } from './close-with-connection.server';
import { offerPrecompressed } from './precompressed.server';
import { refuse } from './refuse.server';
import { routeNameOf } from './route-names.server';

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

const holder = globalThis as { secondLookServers?: Set<Server> };

const headersWithinMs = 10_000;
// 25 MB over a line of 128 kbit/s take 26 minutes; a line that is silent for a minute is dead.
const wholeRequestWithinMs = 30 * 60_000;
const silentForMs = 60_000;
// Longer than the two minutes for which Caddy keeps a connection that nobody uses: a form that is
// sent just as this end lets go of it is lost. On a slow line the next page needs no new one.
const idleForMs = 130_000;
const closeIdleEveryMs = 50;

/**
 * Listens to the HTTP server that `remix-serve` makes: keeps each request's peer for the code that
 * answers it, fills in the headers that every answer has, refuses what is no request it can answer,
 * judges where a form comes from, gives it an id for the log, counts it, and sets time-outs that
 * suit both a patient on a slow line and somebody who only holds connections open. Called once at
 * start. Takes what answers some requests before `remix-serve` sees them, by their target.
 */
export function watchServer(handlerOf: (target: string) => Handler | undefined = () => undefined) {
  if (holder.secondLookServers) return;
  const timed = new Set<Server>();
  holder.secondLookServers = timed;
  const begin = (exchange: Exchange) => {
    const { request, response } = exchange;
    const id = newId();
    enterRequest(id, exchange);
    closeWithConnection(exchange);
    noteWhenOver(exchange, id);
    // Who keeps a connection open is told to close it: the server waits for its last answer.
    if (isStopping()) response.setHeader('Connection', 'close');
    fillInHeaders(response, { requestId: id, path: pathOf(request) });
  };
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Exchange & { server: Server };
    boundHeaders(request.headers);
    if (isOfMetrics(server)) return;
    if (!timed.has(server)) {
      timed.add(server);
      server.headersTimeout = headersWithinMs;
      server.requestTimeout = wholeRequestWithinMs;
      server.keepAliveTimeout = idleForMs;
      server.setTimeout(silentForMs);
      answerFirst(server, handlerOf);
      server.on('connect', (refused: IncomingMessage, socket: Socket) => {
        boundHeaders(refused.headers);
        // Node leaves it to whoever takes the socket: an error that nobody hears ends the process.
        socket.on('error', () => undefined);
        const answer = new ServerResponse(refused);
        answer.assignSocket(socket);
        begin({ request: refused, response: answer });
        refuse({ request: refused, response: answer }, { status: 405, messageKey: 'refused.method' });
        answer.once('finish', () => socket.end());
      });
    }
    begin({ request, response });
    // Remix reads it beside the host, nothing of ours does: what stands in it could only break the
    // address of the request.
    delete request.headers['x-forwarded-host'];
    offerPrecompressed(request, response);
    refuseOtherOrigins(request);
  });
}

/**
 * Puts a judge of the request line, and what answers directly, before what the server answers
 * with.
 */
function answerFirst(server: Server, handlerOf: (target: string) => Handler | undefined) {
  const answerers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const fault = requestFault(request);
    if (fault) return refuse({ request, response }, fault);
    const handler = handlerOf(request.url ?? '');
    if (handler) return void answerDirectly({ request, response }, handler);
    for (const answer of answerers) Reflect.apply(answer, server, [request, response]);
  });
}

let openRequests = 0;

/** How many requests are not answered yet. */
export const countOpenRequests = (): number => openRequests;

const abortedStatus = 499;
const alivePath = '/healthz';
const readyPath = '/readyz';

/**
 * Logs and counts a request once its answer is sent, or broken off. Files of the build are counted
 * and not logged, nor is a proxy that asks before each form whether anybody is there, or every
 * second whether all is well, as long as it is.
 */
function noteWhenOver({ request, response }: Exchange, id: string) {
  const since = performance.now();
  const method = request.method ?? '';
  // A path may hold the token of an e-mail; a query, a name that was searched for or the signature
  // of a link.
  const path = pathOf(request);
  openRequests += 1;
  // The peer's address is gone once the connection is.
  const clientIp = getSettings().LOG_CLIENT_IP ? clientIpOf(request) : undefined;
  response.once('close', () => {
    openRequests -= 1;
    const status = response.writableFinished ? response.statusCode : abortedStatus;
    const ms = Math.round(performance.now() - since);
    countRequest({ route: () => routeNameOf(path), method, status, ms });
    if (path.startsWith('/assets/') || path === alivePath) return;
    if (path === readyPath && status === 200) return;
    note('answered', {
      request: id,
      method,
      path: path.replace(/^(\/update-password\/).+/, '$1…'),
      status,
      ms,
      clientIp,
    });
  });
}

/**
 * Keeps the servers listening: `remix-serve` closes them at a signal, and who holds no connection
 * yet would be turned away.
 *
 * @returns a function that lets them be closed again.
 */
export function keepListening(): () => void {
  const servers = [...(holder.secondLookServers ?? [])];
  for (const server of servers) server.close = () => server;
  return () => {
    for (const server of servers) Reflect.deleteProperty(server, 'close');
  };
}

/**
 * Lets the servers end: they take no new connection, and requests that run are answered.
 *
 * @returns resolves once all are, or after so many seconds, with how many were cut off then.
 */
export async function endRequests(withinSeconds: number): Promise<number> {
  const servers = [...(holder.secondLookServers ?? [])];
  const until = performance.now() + withinSeconds * 1000;
  await untilQuiet();
  while (performance.now() < until) {
    const open = await Promise.all(servers.map(closing));
    if (open.every((connections) => connections === 0)) return 0;
    await wait(closeIdleEveryMs);
  }
  const cutOff = openRequests;
  for (const server of servers) server.closeAllConnections();
  return cutOff;
}

const quietMs = 2;
const quietWithinMs = 2000;

/**
 * Waits for a turn of the loop with nothing to do, two seconds at most: connections that came while
 * it was busy are accepted then, and one that is not would be reset as the server is closed.
 */
async function untilQuiet() {
  const until = performance.now() + quietWithinMs;
  for (let since = 0; since < until; ) {
    since = performance.now();
    await new Promise(setImmediate);
    if (performance.now() - since < quietMs) return;
  }
}

/**
 * Takes no new connection and lets go of the idle ones.
 *
 * @returns how many are open still.
 */
function closing(server: Server) {
  // `remix-serve` closes it by the same signal; asked twice it complains.
  if (server.listening) server.close();
  server.closeIdleConnections();
  return new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
