import { OperatorError, toTrouble } from '~/platform/errors.server';

/** The reasons why a backup fails; `other` is an incident, which the log describes. */
export const backupFailures = [
  'noRoom',
  'noFolder',
  'noKey',
  'noDatabase',
  'noStorage',
  'diskFault',
  'killed',
  'other',
] as const;

export type BackupFailure = (typeof backupFailures)[number];

const folderCodes = /^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST|EISDIR)$/;
const diskCodes = /^(EIO|SQLITE_IOERR.*|SQLITE_CORRUPT.*)$/;

const failures = new WeakMap<object, BackupFailure>();

/**
 * Runs a step of a backup.
 *
 * @param failure the reason to report if this step throws an OperatorError.
 */
export async function backupStep<Result>(
  failure: BackupFailure,
  act: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof OperatorError && !failures.has(error)) failures.set(error, failure);
    throw error;
  }
}

/** Returns why a backup failed, from the error that ended it. */
export function backupFailureOf(error: unknown): BackupFailure {
  const stepFailure = typeof error === 'object' && error !== null ? failures.get(error) : undefined;
  return stepFailure ?? failureOfCode(error) ?? 'other';
}

function failureOfCode(error: unknown): BackupFailure | undefined {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  const trouble = toTrouble(error);
  if (trouble === 'full') return 'noRoom';
  if (trouble) return String(code).startsWith('STORE_') ? 'noStorage' : 'noDatabase';
  if (diskCodes.test(String(code))) return 'diskFault';
  return syscall && folderCodes.test(String(code)) ? 'noFolder' : undefined;
}
