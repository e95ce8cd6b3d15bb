/**
 * Possible faults of a stored file: its bytes were changed, cut or moved; it was written under
 * another FILE_KEY; or it does not exist. The fault is the `code` of the Error with which an open
 * rejects or a read destroys its stream.
 */
type FileFault = 'FILE_DAMAGED' | 'FILE_KEY_UNKNOWN' | 'FILE_MISSING';

/**
 * Creates an Error whose `code` is the fault.
 *
 * @param cause the underlying error, if any.
 * @see docs/requirements.md#reports-and-files
 */
export function fileFault(code: FileFault, cause?: unknown): Error & { code: FileFault } {
  return Object.assign(new Error(code, { cause }), { code });
}
