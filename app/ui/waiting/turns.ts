import { announceChange } from './waiting-flag';

const inFront = new Set<string>();

/** Returns true if the page itself shows how a report is sent. */
export const isInFront = (id: string) => inFront.has(id);

/** Runs `act` for a report that the page itself shows. */
export async function whileInFront<Result>(id: string, act: () => Promise<Result>): Promise<Result> {
  inFront.add(id);
  try {
    return await act();
  } finally {
    inFront.delete(id);
    announceChange();
  }
}

/**
 * Runs `act` on one page of this browser at a time, if the browser has locks. Elsewhere the server
 * refuses the second one.
 */
export async function withLock<Result>(id: string, act: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(`waiting ${id}`, act) : act();
}
