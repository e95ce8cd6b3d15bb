import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileRule, ReceivedFile } from '~/domain/kernel/operation';
import { newId } from '~/platform/ids.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';
import type { Checked } from '~/platform/storage/decoder/decoder.server';
import type { DecodeRefusal } from '~/platform/storage/decoder/programs/protocol.server';
import type { PendingFile } from '~/platform/storage/pending-files.server';
import type { SealedFile } from '~/platform/storage/sealing/sealed-format.server';
import { UnreadableBody } from '~/web/body/unreadable-body';
import { allowSlowAnswer } from '~/web/request/exchange.server';
import type { CallState, FieldError, Settlement } from './call-state';
import {
  fileError,
  isForAllFiles,
  maxBytesEachOf,
  maxBytesOf,
  sumBytes,
  tooLargeError,
  undecodableError,
} from './file-mistakes.server';

type Upload = {
  rule: FileRule;
  content: Readable;
  /** Its original name. */
  name: string;
  /** True if the file was already received in pieces, so an error cannot be a broken connection. */
  isStored?: boolean;
};

/**
 * The result of checking a file, and its sealed form on disk. `pendingFile` is set if a converted
 * file replaces the received one.
 */
type Inspection = Promise<
  | (Omit<Checked, 'converted'> & { sealed: SealedFile; pendingFile?: PendingFile })
  | { refused: DecodeRefusal }
>;

/**
 * Receives the next file of a call. If the rule allows no more files, or an earlier one was
 * refused, the file is read and discarded.
 */
export async function receiveNext(state: CallState, upload: Upload): Promise<void> {
  const { rule, content } = upload;
  const { maxFiles = 1, pages } = rule;
  state.receivedFiles += 1;
  const number = state.receivedFiles;
  const isOver = number > maxFiles;
  if (isOver && maxFiles > 1) state.fileError ??= fileError(rule, pages ? 'tooManyPages' : 'tooMany');
  if (state.fileError || isOver) {
    content.resume();
    return;
  }
  if (number === 2) judgeFirstPage(state, rule);
  const received = await receiveUpload(state, upload);
  if (!('field' in received)) state.files.push(received);
  else if (pages && !isForAllFiles(received)) state.pageErrors.push({ ...received, pageNumber: number });
  else if (maxFiles === 1 || isForAllFiles(received)) state.fileError = received;
  else state.fileError = { ...received, fileNumber: number };
}

/** Checks the first file as one of several pages: alone, it may be larger. */
function judgeFirstPage({ files: [first], pageErrors }: CallState, rule: FileRule) {
  if (!rule.pages || !first || first.sentBytes <= maxBytesEachOf(rule)) return;
  pageErrors.push({ ...fileError(rule, 'pageTooLarge'), pageNumber: 1 });
}

/**
 * Stores a file as it arrives. Once it is complete, the decoder checks it in a program that can be
 * killed, while it is still being synced. A HEIC is replaced by the JPEG made from it. A file that
 * the call does not keep is dropped when the call is settled.
 *
 * @returns the file, or its error.
 * @throws `UnreadableBody` if the connection broke; an error of the disk or of the decoder.
 */
async function receiveUpload(
  state: CallState,
  { rule, content, name, isStored = false }: Upload,
): Promise<ReceivedFile | FieldError> {
  // The id of the future file. The file cannot be opened with any other.
  const id = newId();
  const remainingBytes = Math.max(0, maxBytesOf(rule) - sumBytes(state.files));
  const maxPageBytes = rule.pages && state.receivedFiles > 1 ? maxBytesEachOf(rule) : remainingBytes;
  const maxBytes = Math.min(remainingBytes, maxPageBytes);
  const digest = { hash: createHash('sha256'), bytes: 0 };
  const pieces = hashContent(content, digest);
  let inspection: Inspection | undefined;
  const whenWritten = (pendingFile: PendingFile, sealed: SealedFile) => {
    inspection = inspect(state, rule, { pendingFile, sealed });
    state.settlements.push(dropReplacement(inspection));
  };
  const received = await storage()
    .receive(pieces, { boundTo: id, maxBytes, onWritten: whenWritten })
    .catch((error: unknown) => {
      throw !isStored && isCutOff(error) ? new UnreadableBody('refused.cutOff') : error;
    });
  if ('refused' in received) {
    // Discard the rest once the piecewise reader has stopped.
    await pieces.return(undefined);
    setImmediate(() => content.resume());
    if (received.refused !== 'tooLarge') return fileError(rule, received.refused);
    return maxPageBytes < remainingBytes ? fileError(rule, 'pageTooLarge') : tooLargeError(state, rule);
  }
  const { pendingFile } = received;
  state.kinds.push(pendingFile.mediaType);
  // A file that is already kept belongs to its operation: a row may name it, whatever failed
  // afterwards.
  state.settlements.push((isDone) => (isDone ? undefined : storage().dropPending(pendingFile.name)));
  if (!inspection) throw new Error('nobody was told of the pending file');
  if (rule.pages && state.receivedFiles > 1 && state.kinds.includes('application/pdf'))
    return fileError(rule, 'mixed');
  // Nothing more is read while the file waits for its turn.
  if (rule.maxFiles) allowSlowAnswer();
  const inspected = await inspection;
  if ('refused' in inspected) return undecodableError(rule, inspected.refused, pendingFile.mediaType);
  const { pendingFile: replacement, sealed, ...decoded } = inspected;
  if (rule.pages) state.sealedPages.push(sealed);
  const file = { id, decoded, sentBytes: digest.bytes, fingerprint: digest.hash.digest('base64url') };
  const originalName = name.slice(-200);
  if (!replacement) return { ...file, pendingFile, originalName };
  await storage().drop(pendingFile.name);
  return { ...file, pendingFile: replacement, originalName: jpegNameOf(originalName) };
}

async function inspect(
  { upload }: CallState,
  { picture }: FileRule,
  { pendingFile: { mediaType, boundTo }, sealed }: { pendingFile: PendingFile; sealed: SealedFile },
): Inspection {
  const checked = await decoder().check(sealed, {
    mediaType,
    want: picture,
    turn: upload && { accountId: upload.accountId, isUrgent: false },
    onSpent: (ms) => upload?.onDecoded(ms),
  });
  if ('refused' in checked) return checked;
  const { converted, ...details } = checked;
  return converted ? { ...details, ...(await sealPicture(converted, boundTo)) } : { ...details, sealed };
}

/** Drops the JPEG of a HEIC that is not accepted after all, even if the caller no longer waits. */
function dropReplacement(inspection: Inspection): Settlement {
  const replaced = inspection.then(
    (found) => ('pendingFile' in found ? found.pendingFile : undefined),
    () => undefined,
  );
  return async (isDone) => {
    const replacement = isDone ? undefined : await replaced;
    if (replacement) await storage().dropPending(replacement.name);
  };
}

/** Seals the JPEG made from a HEIC. Its size is not limited, since that of the upload was. */
async function sealPicture(converted: Readable, boundTo: string) {
  let sealed: SealedFile | undefined;
  const received = await storage().receive(converted, {
    boundTo,
    maxBytes: Number.POSITIVE_INFINITY,
    onWritten: (_pendingFile, sealedFile) => {
      sealed = sealedFile;
    },
  });
  if ('refused' in received || !sealed) throw new Error('the converted picture was refused');
  return { pendingFile: received.pendingFile, sealed };
}

const jpegNameOf = (name: string) => name.replace(/(?:\.(?:hei[cf]s?|hif|jpe?g))?$/i, '.jpg');

/** Yields the content as it arrives, hashes it and counts its bytes. */
async function* hashContent(stream: Readable, digest: { hash: Hash; bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    digest.hash.update(chunk);
    digest.bytes += chunk.length;
    yield chunk;
  }
}

/**
 * Checks whether an error means a broken connection or a truncated form. Only a disk error has a
 * `syscall`.
 */
const isCutOff = (error: unknown) => (error as { syscall?: unknown })?.syscall === undefined;
