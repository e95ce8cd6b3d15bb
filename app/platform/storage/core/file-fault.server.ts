/**
 * What can be wrong with a stored file: bytes changed, missing or moved; written under another
 * FILE_KEY; not there. It is the `code` of the Error that a failed open rejects with or a failed
 * read destroys its stream with.
 */
export type FileFault = 'FILE_DAMAGED' | 'FILE_KEY_UNKNOWN' | 'FILE_MISSING';

/**
 * Takes a fault and, where there is one, the error behind it; gives an Error whose `code` is the
 * fault.
 *
 * @see docs/requirements.md#reports-and-files
 */
export function fileFault(code: FileFault, cause?: unknown): Error & { code: FileFault } {
  return Object.assign(new Error(code, { cause }), { code });
}
