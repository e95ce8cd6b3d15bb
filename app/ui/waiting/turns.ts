import { announceChange } from './waiting-flag';

const inFront = new Set<string>();

/** Whether the page itself shows how a report is sent. */
export const isInFront = (id: string) => inFront.has(id);

/** Does something with a report that the page itself shows. */
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
 * Does something that only one page of this browser does at a time, where the browser can tell;
 * elsewhere the server refuses the second.
 */
export async function withLock<Result>(id: string, act: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? await navigator.locks.request(`waiting ${id}`, act) : act();
}
