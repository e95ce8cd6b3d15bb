/** Runs one statement of plain SQL, with `?` for each value; gives the rows. */
export type RunSql = (text: string, ...values: unknown[]) => Promise<unknown[][]>;

/**
 * What a database says of itself before it is opened: its name for sentences; the key of its
 * columns as each FILE_KEY wraps it, by `keyringIdOf`: two while the key is being changed; the
 * migrations it has been through by their times; and the last move it was part of.
 */
export type DatabaseState = {
  name: string;
  wrappedKeys: Map<string, Buffer>;
  applied: number[];
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
