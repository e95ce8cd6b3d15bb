import type { IncomingMessage } from 'node:http';
import { currentRequest } from '~/platform/observability/request-context.server';
import { getSettings } from '~/platform/settings/env.server';
import { networkOf, parseIp } from '~/platform/settings/ip-network';
import { pathOf } from './request-line.server';

const slowAnswerMs = 10 * 60_000;

/** Answers a request as a resource route of Remix does. */
export type Handler = (request: Request) => Promise<Response>;

/**
 * The client's address: the peer's, or, where the peer is a proxy named in TRUST_PROXY, the last
 * address of `X-Forwarded-For` that is not one of these proxies (docs/requirements.md#identity). An
 * entry that is no address says nothing: the peer's stands for it.
 */
function clientIp(request: Request): string {
  const exchange = currentRequest()?.exchange;
  const peer = exchange ? peerOf(exchange.request) : '127.0.0.1';
  return behindProxies(peer, request.headers.get('x-forwarded-for'));
}

/** The client's network, as limits and waits count it (docs/requirements.md#identity). */
export function clientNetwork(request: Request): string {
  return networkOf(clientIp(request));
}

/** Reads the client's IP address of a request that no code of a page has seen yet. */
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
 * Whether the answer was asked for as a page's data (`….data`). Remix reads a whole file into
 * memory for that, so files and calls are not to be had in this way; the request that a loader gets
 * does not show it any more.
 */
export function isAskedAsData(): boolean {
  const exchange = currentRequest()?.exchange;
  return exchange !== undefined && pathOf(exchange.request).endsWith('.data');
}

/**
 * Lets the answer take its time (a file waits its turn to be decoded): the line was silent for a
 * reason.
 */
export function allowSlowAnswer(): void {
  currentRequest()?.exchange?.request.socket.setTimeout(slowAnswerMs);
}

/**
 * The reader of the answer that is being given.
 *
 * @returns `untilReady`, which waits until what was written is taken or the reader is gone, so that
 *   a file is read no faster than its reader; `whenOver`, which calls back once the answer is sent
 *   or broken off; `isGone`.
 */
export function reader() {
  const response = currentRequest()?.exchange?.response;
  return {
    untilReady: async () => {
      if (!response?.writableNeedDrain || response.destroyed) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          response.off('drain', done);
          response.off('close', done);
          resolve();
        };
        response.on('drain', done);
        response.on('close', done);
      });
    },
    whenOver: (callback: () => void) => void response?.once('close', callback),
    isGone: () => response?.destroyed ?? false,
  };
}
