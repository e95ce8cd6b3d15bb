import type { Opened } from './engine';

const holder = globalThis as { secondLookDb?: Opened };

/** Sets or clears the open database. */
export function setConnection(next: Opened | undefined): void {
  holder.secondLookDb = next;
}

/** Returns the open database, or undefined if none is open. */
export function findConnection(): Opened | undefined {
  return holder.secondLookDb;
}

/**
 * Returns the open database.
 *
 * @throws if no database is open.
 */
export function connection(): Opened {
  if (!holder.secondLookDb) throw new Error('The database is not open.');
  return holder.secondLookDb;
}
