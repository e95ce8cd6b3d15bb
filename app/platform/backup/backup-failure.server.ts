import { OperatorError, troubleOf } from '~/platform/errors.server';

/** Why a backup came to nothing; `other` is an incident, which the log describes. */
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

const ofFolders = /^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST|EISDIR)$/;
const ofDisks = /^(EIO|SQLITE_IOERR.*|SQLITE_CORRUPT.*)$/;

const failures = new WeakMap<object, BackupFailure>();

/**
 * Runs a step of a backup.
 *
 * @param failure the reason that a sentence for the operator from this step stands for.
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

/** Returns why a backup came to nothing. Takes the error that ended it. */
export function backupFailureOf(error: unknown): BackupFailure {
  const ofStep = typeof error === 'object' && error !== null ? failures.get(error) : undefined;
  return ofStep ?? ofCode(error) ?? 'other';
}

function ofCode(error: unknown): BackupFailure | undefined {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown };
  const trouble = troubleOf(error);
  if (trouble === 'full') return 'noRoom';
  if (trouble) return String(code).startsWith('STORE_') ? 'noStorage' : 'noDatabase';
  if (ofDisks.test(String(code))) return 'diskFault';
  return syscall && ofFolders.test(String(code)) ? 'noFolder' : undefined;
}
