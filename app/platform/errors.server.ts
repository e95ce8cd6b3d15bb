/**
 * Something the operator can mend, said in a sentence: its message is printed as it is, so it names
 * settings, paths and counts, and nothing of a person. Every other error is an incident.
 */
export class OperatorError extends Error {}

/**
 * What keeps the machine from its work for now: the disk is full, another process holds the
 * database, or its server does not answer, or the object store.
 */
export type Trouble = 'full' | 'busy' | 'gone';

// SHMSIZE is what SQLite says when the index of its log cannot grow.
const troubles: [Trouble, RegExp][] = [
  ['full', /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE|53100|STORE_FULL)$/],
  // Of PostgreSQL: no connection or lock to be had, a statement that took too long.
  ['busy', /^(SQLITE_(BUSY|LOCKED).*|DATABASE_BUSY|40001|40P01|55P03|57014)$/],
  ['gone', /^(DATABASE|STORE)_GONE$/],
];

/**
 * Whether an error says that something is not possible for now, and why. Takes anything thrown.
 *
 * @returns undefined for every other error.
 */
export function troubleOf(error: unknown): Trouble | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const codes = [code, cause?.code].map(String);
  return troubles.find(([, pattern]) => codes.some((one) => pattern.test(one)))?.[0];
}
