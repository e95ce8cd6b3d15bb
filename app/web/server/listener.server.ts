import { subscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createReadableStreamFromReadable, writeReadableStreamToWritable } from '@remix-run/node';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { isStopping } from '~/platform/health/health.server';
import { countRequest, isOfMetrics } from '~/platform/health/metrics.server';
import { newId } from '~/platform/ids.server';
import { developerDetails } from '~/platform/observability/developer-details.server';
import { logIncident, note } from '~/platform/observability/log.server';
import { type Exchange, enterRequest } from '~/platform/observability/request-context.server';
import { getSettings } from '~/platform/settings/env.server';
import { maskToken } from '~/urls/token-paths';
import { compress, efforts } from '~/web/request/compress.server';
import { errorCodeOf } from '~/web/request/error-codes';
import { clientIpOf, type Handler } from '~/web/request/exchange.server';
import { fillInHeaders } from '~/web/request/headers.server';
import { refuseOtherOrigins } from '~/web/request/origin.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { allMethods, boundHeaders, pathOf, requestFault } from '~/web/request/request-line.server';
import { closeWithConnection } from './close-with-connection.server';
import { offerPrecompressed } from './precompressed.server';
import { readOn } from './read-on.server';
import { routeNameOf } from './route-names.server';

const codes = { 400: 'unreadable', 405: 'method', 500: 'failed' } as const;

type Refused = {
  status: keyof typeof codes;
  messageKey: MessageKey;
  /** The id of the incident in the log. */
  incident?: string;
};

/**
 * Answers a request that no route handles: API calls with an envelope, all others with one line of
 * text.
 */
function refuse({ request, response }: Exchange, { status, messageKey, incident }: Refused): void {
  const message = translate(requestLanguage(), messageKey);
  const isCall = pathOf(request).startsWith('/api/');
  const code = errorCodeOf(codes[status]);
  const details = incident ? { incident, ...developerDetails(incident) } : {};
  const body = Buffer.from(isCall ? JSON.stringify({ success: false, message, code, ...details }) : message);
  response.writeHead(status, {
    ...(status === 405 && { Allow: allMethods }),
    'Content-Type': isCall ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    // Further data on the connection may belong to the request that was not understood.
    Connection: 'close',
  });
  response.end(body);
}

/**
 * Answers a request without Express and Remix, which cost a call more than everything else it does
 * (docs/adr/0050-calls-are-answered-directly.md). An error of the handler is logged and answered as
 * a failure with the id of its incident.
 *
 * @returns that id; undefined if all went well or the client has left.
 */
export async function answerDirectly(exchange: Exchange, handle: Handler): Promise<string | undefined> {
  const { request, response } = exchange;
  try {
    await send(exchange, await handle(requestOf(request)));
    return undefined;
  } catch (error) {
    // The client has left, so a stream that ends because of that is not an incident.
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
  const headerPairs = Object.entries(headers).flatMap(([name, values]) =>
    [values ?? []].flat().map((value): [string, string] => [name, value]),
  );
  return new Request(`http://${headers.host ?? 'localhost'}${url}`, {
    method,
    headers: headerPairs,
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
// 25 MB take 26 minutes over a line of 128 kbit/s. A line that is silent for a minute is dead.
const wholeRequestWithinMs = 30 * 60_000;
const silentForMs = 60_000;
// Longer than the two minutes for which Caddy keeps an idle connection: a form sent just as the
// server closes the connection is lost. On a slow line, the next page also needs no new connection.
const idleForMs = 130_000;
const closeIdleEveryMs = 50;

/**
 * Observes the HTTP server that `remix-serve` creates. Called once at start. For each request, it
 * stores the peer for later code, adds the common headers, and refuses malformed requests. It also
 * checks the origin of forms, assigns an id for the log, and counts the request. Its time-outs suit
 * both a patient on a slow line and a client that only holds connections open.
 *
 * @param handlerOf returns a handler for requests to answer before `remix-serve`, by their target.
 */
export function watchServer(handlerOf: (target: string) => Handler | undefined = () => undefined) {
  if (holder.secondLookServers) return;
  const configuredServers = new Set<Server>();
  holder.secondLookServers = configuredServers;
  const begin = (exchange: Exchange) => {
    const { request, response } = exchange;
    const id = newId();
    enterRequest(id, exchange);
    closeWithConnection(exchange);
    readOn(exchange);
    noteWhenOver(exchange, id);
    // Tell clients to close kept connections: the server waits for its last response.
    if (isStopping()) response.setHeader('Connection', 'close');
    fillInHeaders(response, { requestId: id, path: pathOf(request) });
  };
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as Exchange & { server: Server };
    boundHeaders(request.headers);
    if (isOfMetrics(server)) return;
    if (!configuredServers.has(server)) {
      configuredServers.add(server);
      server.headersTimeout = headersWithinMs;
      server.requestTimeout = wholeRequestWithinMs;
      server.keepAliveTimeout = idleForMs;
      server.setTimeout(silentForMs);
      answerFirst(server, handlerOf);
      server.on('connect', (connectRequest: IncomingMessage, socket: Socket) => {
        boundHeaders(connectRequest.headers);
        // Node leaves this socket's errors to us, and an unhandled error would end the process.
        socket.on('error', () => undefined);
        const answer = new ServerResponse(connectRequest);
        answer.assignSocket(socket);
        begin({ request: connectRequest, response: answer });
        refuse({ request: connectRequest, response: answer }, { status: 405, messageKey: 'refused.method' });
        answer.once('finish', () => socket.end());
      });
    }
    begin({ request, response });
    // Only Remix reads this header, along with the host. Its content could only break the address
    // of the request.
    delete request.headers['x-forwarded-host'];
    offerPrecompressed(request, response);
    refuseOtherOrigins(request);
  });
}

/** Checks the request line and runs the direct handlers before the server's own listeners. */
function answerFirst(server: Server, handlerOf: (target: string) => Handler | undefined) {
  const answerers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const fault = requestFault(request);
    if (fault) return refuse({ request, response }, fault);
    if (holdsFormsBack && pathOf(request) === alivePath) return void request.socket.destroy();
    const handler = handlerOf(request.url ?? '');
    if (handler) return void answerDirectly({ request, response }, handler);
    for (const answer of answerers) Reflect.apply(answer, server, [request, response]);
  });
}

let openRequests = 0;

/** Returns the number of requests without a response so far. */
export const countOpenRequests = (): number => openRequests;

const abortedStatus = 499;
const alivePath = '/healthz';
const readyPath = '/readyz';

/**
 * Logs and counts a request once its response is sent or aborted. Files of the build are only
 * counted. So are a proxy's checks before each form that the server is alive, and its checks every
 * second that it is ready, as long as it is.
 */
function noteWhenOver({ request, response }: Exchange, id: string) {
  const since = performance.now();
  const method = request.method ?? '';
  // A query may contain a name or the signature of a link.
  const path = pathOf(request);
  openRequests += 1;
  // The peer's address is lost once the connection closes.
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
      path: maskToken(path),
      status,
      ms,
      clientIp,
    });
  });
}

let holdsFormsBack = false;

/**
 * Breaks off a proxy's checks that the server is alive, while everything else is answered. The
 * proxy asks before each form and upload: one that was checked still finds the server listening,
 * and later ones wait for the next server.
 */
export function holdFormsBack(): void {
  holdsFormsBack = true;
}

/**
 * Keeps the servers listening. `remix-serve` closes them at a signal, which would reject clients
 * without a connection.
 *
 * @returns a function that allows closing again.
 */
export function keepListening(): () => void {
  const servers = [...(holder.secondLookServers ?? [])];
  for (const server of servers) server.close = () => server;
  return () => {
    for (const server of servers) Reflect.deleteProperty(server, 'close');
  };
}

/**
 * Shuts the servers down: they accept no new connection, and running requests are answered.
 *
 * @returns the number of requests that were cut off after `withinSeconds`; resolves earlier with 0
 *   if all are answered.
 */
export async function endRequests(withinSeconds: number): Promise<number> {
  const servers = [...(holder.secondLookServers ?? [])];
  const until = performance.now() + withinSeconds * 1000;
  await untilQuiet();
  while (performance.now() < until) {
    const open = await Promise.all(servers.map(closeIdle));
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
 * Waits for an idle turn of the event loop, at most two seconds. Connections that arrived while it
 * was busy are accepted then. They would be reset if the server closed first.
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
 * Stops accepting connections and closes idle ones.
 *
 * @returns the number of connections still open.
 */
function closeIdle(server: Server) {
  // `remix-serve` closes it at the same signal. A second close would report an error.
  if (server.listening) server.close();
  server.closeIdleConnections();
  return new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}
