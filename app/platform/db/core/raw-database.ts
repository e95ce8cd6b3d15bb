import type { CopiedTable, RawRow } from './copied-tables.server';
import type { RunSql } from './database-state';

/** Writes rows into a table within a transaction. */
export type InsertRows = (table: CopiedTable, rows: RawRow[]) => Promise<void>;

/**
 * A database of either engine without its key: what is private stays encrypted. Nobody else writes
 * to it, or what is read is one moment of it.
 */
export type RawDatabase = {
  /** What sentences call it. */
  name: string;
  /** Runs one statement by itself. */
  run: RunSql;
  /** Reads at one moment. */
  reading<Result>(act: (run: RunSql) => Promise<Result>): Promise<Result>;
  /** Writes in one transaction, in which no trigger counts or forbids anything. */
  filling(act: (run: RunSql, insert: InsertRows) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};
