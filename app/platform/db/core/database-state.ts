/** Runs one statement of plain SQL, with `?` for each value, and returns the rows. */
export type RunSql = (text: string, ...values: unknown[]) => Promise<unknown[][]>;

/**
 * The state of a database before it is opened: its name for messages, the wrapped key of its
 * columns, the times of the migrations applied to it, the version of the program that applied the
 * last one if that has recorded it, and the last move it took part in.
 * `wrappedKeys` is keyed by the `keyringIdOf` of each FILE_KEY and has two entries during a change
 * of the key.
 */
export type DatabaseState = {
  name: string;
  wrappedKeys: Map<string, Buffer>;
  appliedMigrations: number[];
  migratedBy?: string;
  lastMove?: Move;
};

/** A row of `moves`; times in milliseconds since 1970. */
export type Move = {
  id: string;
  role: 'from' | 'to';
  other: string;
  startedAt: number;
  doneAt: number | null;
};
