/** Runs one statement of plain SQL, with `?` for each value; gives the rows. */
export type RunSql = (text: string, ...values: unknown[]) => Promise<unknown[][]>;

/**
 * What a database says of itself before it is opened: its name for sentences, the keys it was
 * written under by `keyringIdOf`, and the migrations it has been through by their times.
 */
export type DatabaseState = { name: string; keyIds: string[]; applied: number[] };
