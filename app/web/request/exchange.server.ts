import type { IncomingMessage } from 'node:http';
import { currentRequest } from '~/platform/observability/request-context.server';
import { getSettings } from '~/platform/settings/env.server';
import { networkOf, parseIp } from '~/platform/settings/ip-network';
import { pathOf } from './request-line.server';

const slowAnswerMs = 10 * 60_000;

/** Answers a request as a resource route of Remix does. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * Returns the client's address. If the peer is a proxy named in TRUST_PROXY, this is the last
 * address of `X-Forwarded-For` that is not such a proxy (docs/requirements.md#identity). Otherwise,
 * or if that entry is not an address, it is the peer's.
 */
function clientIp(request: Request): string {
  const exchange = currentRequest()?.exchange;
  const peer = exchange ? peerOf(exchange.request) : '127.0.0.1';
  return behindProxies(peer, request.headers.get('x-forwarded-for'));
}

/** Returns the client's network, which limits and waits count (docs/requirements.md#identity). */
export function clientNetwork(request: Request): string {
  return networkOf(clientIp(request));
}

/** Returns the client's IP address for a raw request, before any page code runs. */
export function clientIpOf(request: IncomingMessage): string {
  return behindProxies(peerOf(request), String(request.headers['x-forwarded-for'] ?? ''));
}

function peerOf({ socket: { remoteAddress = 'unknown' } }: IncomingMessage): string {
  return parseIp(remoteAddress) ?? remoteAddress;
}

function behindProxies(peer: string, forwarded: string | null): string {
  const trusted = getSettings().trustedProxies;
  if (!trusted.includes(peer)) return peer;
  const entries = (forwarded ?? '').split(',').filter((entry) => entry.trim());
  const addresses = entries.map(parseIp);
  return addresses.filter((address) => !address || !trusted.includes(address)).at(-1) ?? peer;
}

/**
 * Checks whether the request asks for a page's data (`….data`). Remix reads a whole file into
 * memory for that, so files and calls refuse such requests. The request that a loader receives no
 * longer shows the suffix.
 */
export function isAskedAsData(): boolean {
  const exchange = currentRequest()?.exchange;
  return exchange !== undefined && pathOf(exchange.request).endsWith('.data');
}

/** Extends the socket's time-out for a slow response, such as when a file waits to be decoded. */
export function allowSlowAnswer(): void {
  currentRequest()?.exchange?.request.socket.setTimeout(slowAnswerMs);
}

/**
 * Returns functions for observing the client of the current response.
 *
 * @returns `untilReady`, which waits until the client has read the written data or has left, so
 *   that a file is read no faster than the client does; `whenOver`, which registers a callback for
 *   when the response is sent or aborted; and `isGone`.
 */
export function watchClient() {
  const response = currentRequest()?.exchange?.response;
  return {
    untilReady: async () => {
      if (!response?.writableNeedDrain || response.destroyed) return;
      await new Promise<void>((resolve) => {
        const finish = () => {
          response.off('drain', finish);
          response.off('close', finish);
          resolve();
        };
        response.on('drain', finish);
        response.on('close', finish);
      });
    },
    whenOver: (callback: () => void) => void response?.once('close', callback),
    isGone: () => response?.destroyed ?? false,
  };
}
