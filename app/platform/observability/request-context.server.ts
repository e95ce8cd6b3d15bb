import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request and its response, as Node's server holds them. */
export type Exchange = { request: IncomingMessage; response: ServerResponse };

/** What is remembered of the request that is being answered. */
type Current = {
  /** Stands in each log line of the request, and in its answer where that may be needed. */
  id: string;
  /** How long it has waited so far for another process that writes to the database. */
  waitedMs: number;
  /** What came over HTTP; undefined for what the server does by itself. */
  exchange?: Exchange;
};

// The build may hold this module twice; the process has one of these.
const holder = globalThis as { secondLookRequest?: AsyncLocalStorage<Current> };
holder.secondLookRequest ??= new AsyncLocalStorage<Current>();
const current = holder.secondLookRequest;

/**
 * Begins a request: what is done from here on, in this chain of calls, belongs to it. Takes its id,
 * and what came over HTTP.
 */
export function enterRequest(id: string, exchange: Exchange): void {
  current.enterWith({ id, waitedMs: 0, exchange });
}

/**
 * Does something as a request of its own. Takes its id, what to do, and what came over HTTP, if
 * anything did.
 *
 * @returns what that gives.
 */
export function asRequest<Result>(id: string, act: () => Result, exchange?: Exchange): Result {
  return current.run({ id, waitedMs: 0, exchange }, act);
}

/** The request that is being answered; undefined outside of one, as in a script. */
export function currentRequest(): Current | undefined {
  return current.getStore();
}
