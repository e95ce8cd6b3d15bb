import type { Opened } from './engine';

const holder = globalThis as { secondLookDb?: Opened };

/** Makes this the open database, or none. */
export function setConnection(next: Opened | undefined): void {
  holder.secondLookDb = next;
}

/** The open database; undefined where none is. */
export function findConnection(): Opened | undefined {
  return holder.secondLookDb;
}

/**
 * The open database.
 *
 * @throws when nothing was opened.
 */
export function connection(): Opened {
  if (!holder.secondLookDb) throw new Error('The database is not open.');
  return holder.secondLookDb;
}
