import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server } from 'node:http';
import { settings } from '~/platform/env.server';

const holder = globalThis as { secondLookPeer?: AsyncLocalStorage<IncomingMessage> };

const headersWithinMs = 10_000;
// 25 MB over a line of 128 kbit/s take 26 minutes; a line that is silent for a minute is dead.
const wholeRequestWithinMs = 30 * 60_000;
const silentForMs = 60_000;

/**
 * Listens to the HTTP server that `remix-serve` makes: keeps each request's peer for the code that answers it, and sets time-outs that
 * suit both a patient on a slow line and somebody who only holds connections open. Called once at start.
 */
export function watchServer() {
  if (holder.secondLookPeer) return;
  const peers = new AsyncLocalStorage<IncomingMessage>();
  holder.secondLookPeer = peers;
  const timed = new WeakSet<Server>();
  subscribe('http.server.request.start', (message) => {
    const { request, server } = message as { request: IncomingMessage; server: Server };
    if (!timed.has(server)) {
      timed.add(server);
      server.headersTimeout = headersWithinMs;
      server.requestTimeout = wholeRequestWithinMs;
      server.setTimeout(silentForMs);
    }
    peers.enterWith(request);
  });
}

/**
 * The client's address: the peer's, or, where the peer is a proxy named in TRUST_PROXY, the last address of `X-Forwarded-For` that
 * is not one of these proxies (decisions: Identity).
 */
export function clientAddress(request: Request): string {
  const peer = plain(holder.secondLookPeer?.getStore()?.socket.remoteAddress ?? 'unknown');
  const trusted = settings().trustedProxies;
  if (!trusted.includes(peer)) return peer;
  const chain = (request.headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((address) => plain(address.trim()));
  return chain.filter((address) => address && !trusted.includes(address)).at(-1) ?? peer;
}

const plain = (address: string) => address.replace(/^::ffff:/, '');
