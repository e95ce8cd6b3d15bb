import { AsyncLocalStorage } from 'node:async_hooks';

/** What is remembered of the request that is being answered. */
type Current = {
  /** Stands in each log line of the request, and in its answer where that may be needed. */
  id: string;
  /** How long it has waited so far for another process that writes to the database. */
  waitedMs: number;
};

const holder = globalThis as { secondLookRequest?: AsyncLocalStorage<Current> };
holder.secondLookRequest ??= new AsyncLocalStorage<Current>();
const current = holder.secondLookRequest;

/**
 * Begins a request: what is done from here on, in this chain of calls, belongs to it. Takes its id.
 */
export function enterRequest(id: string): void {
  current.enterWith({ id, waitedMs: 0 });
}

/**
 * Does something as a request of its own. Takes its id and what to do.
 *
 * @returns what that gives.
 */
export function asRequest<Result>(id: string, act: () => Result): Result {
  return current.run({ id, waitedMs: 0 }, act);
}

/** The request that is being answered; undefined outside of one. */
export function currentRequest(): Current | undefined {
  return current.getStore();
}
