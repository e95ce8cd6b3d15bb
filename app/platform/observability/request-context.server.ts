import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request and its response, as Node's server provides them. */
export type Exchange = { request: IncomingMessage; response: ServerResponse };

/** The context of the current request. */
type Current = {
  /** The id in each log line of the request, and in its answer if that may be needed. */
  id: string;
  /** Milliseconds it has waited so far for other processes that write to the database. */
  waitedMs: number;
  /** The HTTP exchange; undefined for work that the server starts by itself. */
  exchange?: Exchange;
};

// The build may contain this module twice; the process shares one storage.
const holder = globalThis as { secondLookRequest?: AsyncLocalStorage<Current> };
holder.secondLookRequest ??= new AsyncLocalStorage<Current>();
const current = holder.secondLookRequest;

/** Starts a request: everything from here on in this chain of calls belongs to it. */
export function enterRequest(id: string, exchange: Exchange): void {
  current.enterWith({ id, waitedMs: 0, exchange });
}

/**
 * Runs a function as a request of its own.
 *
 * @returns the result of the function.
 */
export function runAsRequest<Result>(id: string, act: () => Result, exchange?: Exchange): Result {
  return current.run({ id, waitedMs: 0, exchange }, act);
}

/** Returns the current request; undefined outside of one, as in a script. */
export function currentRequest(): Current | undefined {
  return current.getStore();
}
