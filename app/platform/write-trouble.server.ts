/**
 * What keeps the machine from writing for now: the disk is full, or another process holds the
 * database.
 */
export type Trouble = 'full' | 'busy';

// SHMSIZE is what SQLite says when the index of its log cannot grow.
const troubles: [Trouble, RegExp][] = [
  ['full', /^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/],
  ['busy', /^SQLITE_(BUSY|LOCKED)/],
];

/**
 * Whether an error says that writing is not possible for now, and why. Takes anything thrown.
 *
 * @returns undefined for every other error.
 */
export function troubleOf(error: unknown): Trouble | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const codes = [code, cause?.code].map(String);
  return troubles.find(([, pattern]) => codes.some((one) => pattern.test(one)))?.[0];
}
