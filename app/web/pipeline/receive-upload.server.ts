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
  bytesOf,
  fileError,
  isOfAll,
  maxBytesEachOf,
  maxBytesOf,
  tooLarge,
  undecodable,
} from './file-error.server';

type Upload = {
  rule: FileRule;
  content: Readable;
  /** The name it came with. */
  name: string;
  /** Whether it has arrived before: then no line is cut any more. */
  isStored?: boolean;
};

/**
 * What was found in a file, and how it lies on the disk; `pendingFile` is what is kept in the place
 * of the one that came.
 */
type Inspection = Promise<
  | (Omit<Checked, 'converted'> & { sealed: SealedFile; pendingFile?: PendingFile })
  | { refused: DecodeRefusal }
>;

/**
 * Takes the next file of a call, unless its rule takes no more, or one before it was refused: then
 * it is read and thrown away.
 */
export async function receiveNext(state: CallState, upload: Upload): Promise<void> {
  const { rule, content } = upload;
  const { most = 1, pages } = rule;
  state.filesCame += 1;
  const number = state.filesCame;
  const isOver = number > most;
  if (isOver && most > 1) state.fileError ??= fileError(rule, pages ? 'tooManyPages' : 'tooMany');
  if (state.fileError || isOver) {
    content.resume();
    return;
  }
  if (number === 2) judgeFirstPage(state, rule);
  const received = await receiveUpload(state, upload);
  if (!('field' in received)) state.files.push(received);
  else if (pages && !isOfAll(received)) state.pageErrors.push({ ...received, pageNumber: number });
  else if (most === 1 || isOfAll(received)) state.fileError = received;
  else state.fileError = { ...received, fileNumber: number };
}

/** A file that may be larger alone is now the first of several pages. */
function judgeFirstPage({ files: [first], pageErrors }: CallState, rule: FileRule) {
  if (!rule.pages || !first || first.sentBytes <= maxBytesEachOf(rule)) return;
  pageErrors.push({ ...fileError(rule, 'pageTooLarge'), pageNumber: 1 });
}

/**
 * Takes a file as it arrives: into storage, and once all of it is there through the decoder, where
 * it can be killed, while it is still being synced. Of a HEIC the JPEG that was made of it is kept.
 * What the call does not keep is dropped when it is settled.
 *
 * @returns the file, or what is wrong with it.
 * @throws `UnreadableBody` where the line was cut; an error of the disk or of the decoder.
 */
async function receiveUpload(
  state: CallState,
  { rule, content, name, isStored = false }: Upload,
): Promise<ReceivedFile | FieldError> {
  // The id of what the file becomes; it opens under no other.
  const id = newId();
  const rest = Math.max(0, maxBytesOf(rule) - bytesOf(state.files));
  const each = rule.pages && state.filesCame > 1 ? maxBytesEachOf(rule) : rest;
  const maxBytes = Math.min(rest, each);
  const seen = { hash: createHash('sha256'), bytes: 0 };
  const pieces = reading(content, seen);
  let inspection: Inspection | undefined;
  const whenWritten = (pendingFile: PendingFile, sealed: SealedFile) => {
    inspection = inspect(state, rule, { pendingFile, sealed });
    state.settlements.push(dropReplacement(inspection));
  };
  const received = await storage()
    .receive(pieces, { boundTo: id, maxBytes, whenWritten })
    .catch((error: unknown) => {
      throw !isStored && isCutOff(error) ? new UnreadableBody('refused.cutOff') : error;
    });
  if ('refused' in received) {
    // The rest flows by unread, once nobody reads piece by piece any more.
    await pieces.return(undefined);
    setImmediate(() => content.resume());
    if (received.refused !== 'tooLarge') return fileError(rule, received.refused);
    return each < rest ? fileError(rule, 'pageTooLarge') : tooLarge(state, rule);
  }
  const { pendingFile } = received;
  state.kinds.push(pendingFile.mediaType);
  // One that is kept by now is its operation's: a row may name it, whatever went wrong afterwards.
  state.settlements.push((isDone) => (isDone ? undefined : storage().dropPending(pendingFile.name)));
  if (!inspection) throw new Error('nobody was told of the pending file');
  if (rule.pages && state.filesCame > 1 && state.kinds.includes('application/pdf'))
    return fileError(rule, 'mixed');
  // While it waits for its turn nothing more is read.
  if (rule.most) allowSlowAnswer();
  const found = await inspection;
  if ('refused' in found) return undecodable(rule, found.refused, pendingFile.mediaType);
  const { pendingFile: replacement, sealed, ...decoded } = found;
  if (rule.pages) state.sealedPages.push(sealed);
  const file = { id, decoded, sentBytes: seen.bytes, fingerprint: seen.hash.digest('base64url') };
  const originalName = name.slice(-200);
  if (!replacement) return { ...file, pendingFile, originalName };
  await storage().drop(pendingFile.name);
  return { ...file, pendingFile: replacement, originalName: jpegNameOf(originalName) };
}

async function inspect(
  { upload }: CallState,
  { want }: FileRule,
  { pendingFile: { mediaType, boundTo }, sealed }: { pendingFile: PendingFile; sealed: SealedFile },
): Inspection {
  const checked = await decoder().check(sealed, {
    mediaType,
    want,
    turn: upload && { accountId: upload.accountId, isUrgent: false },
    onSpent: (ms) => upload?.onDecoded(ms),
  });
  if ('refused' in checked) return checked;
  const { converted, ...found } = checked;
  return converted ? { ...found, ...(await sealPicture(converted, boundTo)) } : { ...found, sealed };
}

/** Drops what was made of a HEIC that is not taken after all, also where nobody waits for it. */
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

/**
 * Seals the JPEG that was made of a HEIC. What was sent had its bound; this is as large as it comes
 * out.
 */
async function sealPicture(converted: Readable, boundTo: string) {
  let sealed: SealedFile | undefined;
  const received = await storage().receive(converted, {
    boundTo,
    maxBytes: Number.POSITIVE_INFINITY,
    whenWritten: (_pendingFile, written) => {
      sealed = written;
    },
  });
  if ('refused' in received || !sealed) throw new Error('the converted picture was refused');
  return { pendingFile: received.pendingFile, sealed };
}

const jpegNameOf = (name: string) => name.replace(/(?:\.(?:hei[cf]s?|hif|jpe?g))?$/i, '.jpg');

/** The content as it comes, hashed and counted. */
async function* reading(stream: Readable, seen: { hash: Hash; bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    seen.hash.update(chunk);
    seen.bytes += chunk.length;
    yield chunk;
  }
}

/**
 * A disk error has a system call; a connection that broke or a form that ended early has none of
 * ours.
 */
const isCutOff = (error: unknown) => (error as { syscall?: unknown })?.syscall === undefined;
