import type { Buffer } from 'node:buffer';
import type Database from 'better-sqlite3';
import type { Engine } from '../engine/engine';

/** An open database. */
export type Connection = {
  sqlite: Database.Database;
  engine: Engine;
  columnKey: Buffer;
};

const holder = globalThis as { secondLookDb?: Connection };

/** Makes this the open database, or none. */
export function setConnection(next: Connection | undefined): void {
  holder.secondLookDb = next;
}

/** The open database; undefined where none is. */
export function findConnection(): Connection | undefined {
  return holder.secondLookDb;
}

/**
 * The open database.
 *
 * @throws when nothing was opened.
 */
export function connection(): Connection {
  if (!holder.secondLookDb) throw new Error('The database is not open.');
  return holder.secondLookDb;
}
