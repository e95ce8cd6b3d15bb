import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileRule, ReceivedFile } from '~/domain/kernel/operation';
import { newId } from '~/platform/ids.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';
import type { Checked } from '~/platform/storage/decoder/decoder.server';
import type { DecodeRefusal } from '~/platform/storage/decoder/programs/protocol.server';
import type { PendingFile } from '~/platform/storage/pending-files.server';
import type { SealedFile } from '~/platform/storage/sealing/sealed-format.server';
import { allowSlowAnswer } from '~/web/http/exchange.server';
import { UnreadableBody } from '../body/unreadable-body';
import type { CallState, FieldError, Settlement } from '../call-state';
import { bytesOf, fileError, maxBytesOf, undecodable } from './file-error.server';

type Upload = {
  rule: FileRule;
  content: Readable;
  /** The name it came with. */
  name: string;
};

/** What was found in a file; `pendingFile` is what is kept in the place of the one that came. */
type Inspection = Promise<
  (Omit<Checked, 'converted'> & { pendingFile?: PendingFile }) | { refused: DecodeRefusal }
>;

/**
 * Takes the next file of a call, unless its rule takes no more, or one before it was refused: then
 * it is read and thrown away.
 */
export async function receiveNext(state: CallState, upload: Upload): Promise<void> {
  const { rule, content } = upload;
  const { files } = state;
  const { most = 1 } = rule;
  const isOver = files.length >= most;
  if (isOver && most > 1) state.fileError ??= fileError(rule, 'tooMany');
  if (state.fileError || isOver) {
    content.resume();
    return;
  }
  const received = await receiveUpload(state, upload);
  if (!('field' in received)) files.push(received);
  else if (most === 1 || received.kind === 'tooLarge') state.fileError = received;
  else state.fileError = { ...received, fileNumber: files.length + 1 };
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
  { rule, content, name }: Upload,
): Promise<ReceivedFile | FieldError> {
  // The id of what the file becomes; it opens under no other.
  const id = newId();
  const maxBytes = Math.max(0, maxBytesOf(rule) - bytesOf(state.files));
  const hash = createHash('sha256');
  const pieces = hashing(content, hash);
  let inspection: Inspection | undefined;
  const whenWritten = (pendingFile: PendingFile, sealed: SealedFile) => {
    inspection = inspect(state, rule, pendingFile, sealed);
    state.settlements.push(dropReplacement(inspection));
  };
  const received = await storage()
    .receive(pieces, { boundTo: id, maxBytes, whenWritten })
    .catch((error: unknown) => {
      throw isCutOff(error) ? new UnreadableBody('refused.cutOff') : error;
    });
  if ('refused' in received) {
    // The rest flows by unread, once nobody reads piece by piece any more.
    await pieces.return(undefined);
    setImmediate(() => content.resume());
    return fileError(rule, received.refused);
  }
  const { pendingFile } = received;
  // One that is kept by now is its operation's: a row may name it, whatever went wrong afterwards.
  state.settlements.push((isDone) => (isDone ? undefined : storage().dropPending(pendingFile.name)));
  if (!inspection) throw new Error('nobody was told of the pending file');
  // While it waits for its turn nothing more is read.
  if (rule.most) allowSlowAnswer();
  const found = await inspection;
  if ('refused' in found) return undecodable(rule, found.refused, pendingFile.mediaType);
  const { pendingFile: replacement, ...decoded } = found;
  const file = { id, decoded, fingerprint: hash.digest('base64url') };
  const originalName = name.slice(-200);
  if (!replacement) return { ...file, pendingFile, originalName };
  await storage().drop(pendingFile.name);
  return { ...file, pendingFile: replacement, originalName: jpegNameOf(originalName) };
}

async function inspect(
  { upload }: CallState,
  { want }: FileRule,
  { mediaType, boundTo }: PendingFile,
  sealed: SealedFile,
): Inspection {
  const checked = await decoder().check(sealed, {
    mediaType,
    want,
    turn: upload && { accountId: upload.accountId, isUrgent: false },
    onSpent: (ms) => upload?.onDecoded(ms),
  });
  if ('refused' in checked) return checked;
  const { converted, ...found } = checked;
  return converted ? { ...found, pendingFile: await sealPicture(converted, boundTo) } : found;
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
async function sealPicture(converted: Readable, boundTo: string): Promise<PendingFile> {
  const received = await storage().receive(converted, { boundTo, maxBytes: Number.POSITIVE_INFINITY });
  if ('refused' in received) throw new Error(`the converted picture was refused: ${received.refused}`);
  return received.pendingFile;
}

const jpegNameOf = (name: string) => name.replace(/(?:\.(?:hei[cf]s?|hif|jpe?g))?$/i, '.jpg');

async function* hashing(stream: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * A disk error has a system call; a connection that broke or a form that ended early has none of
 * ours.
 */
const isCutOff = (error: unknown) => (error as { syscall?: unknown })?.syscall === undefined;
