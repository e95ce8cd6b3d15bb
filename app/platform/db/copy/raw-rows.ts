import type { TablePlan } from './table-plans';

/** A row as it lies in a database, nothing of it opened; a boolean is 0 or 1. */
export type RawRow = (string | number | Buffer | null)[];

/** A database that is read as it stood at one moment. */
export type RawReader = {
  /** What sentences call it. */
  name: string;
  /** Gives all rows of a table in the order of its key, texts by their bytes, 1,000 at a time. */
  rows(table: TablePlan): AsyncIterable<RawRow[]>;
  close(): Promise<void>;
};

/** A database whose rows are replaced by others, all at once or not at all. */
export type RawWriter = {
  name: string;
  /**
   * Empties every table and fills it again with what is put into it while `fill` runs, tables
   * parents first. What triggers would do with a row has been done with it already.
   */
  replace(fill: (put: (table: TablePlan, rows: RawRow[]) => Promise<void>) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** How many rows are read or written at once. */
export const rowsAtOnce = 1000;
