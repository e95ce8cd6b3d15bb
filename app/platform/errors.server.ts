/**
 * A problem that the operator can fix. Its message is printed as it is, so it names settings, paths
 * and counts, and nothing about a person. Every other error is an incident.
 */
export class OperatorError extends Error {}

/**
 * A temporary obstacle: the disk is full, another process holds the database, or the database
 * server or the object store does not answer.
 */
export type Trouble = 'full' | 'busy' | 'gone';

// SQLite reports SHMSIZE when the index of its log cannot grow.
const troubles: [Trouble, RegExp][] = [
  ['full', /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE|53100|STORE_FULL)$/],
  // PostgreSQL's codes: no connection or lock available, or a statement took too long.
  ['busy', /^(SQLITE_(BUSY|LOCKED).*|DATABASE_BUSY|40001|40P01|55P03|57014)$/],
  ['gone', /^(DATABASE|STORE)_GONE$/],
];

/**
 * Returns the temporary obstacle that an error stands for, if any; `toRefusal` of the domain turns
 * it into an answer.
 *
 * @param error anything thrown.
 * @returns undefined for every other error.
 */
export function toTrouble(error: unknown): Trouble | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const codes = [code, cause?.code].map(String);
  return troubles.find(([, pattern]) => codes.some((one) => pattern.test(one)))?.[0];
}
