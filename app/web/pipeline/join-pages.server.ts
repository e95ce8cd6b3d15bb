import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileRule, ReceivedFile } from '~/domain/kernel/operation';
import { newId } from '~/platform/ids.server';
import { isMediaType } from '~/platform/media-types';
import { readErrorCode } from '~/platform/storage/core/durable-files.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';
import type { PendingFile } from '~/platform/storage/pending-files.server';
import { allowSlowAnswer } from '~/web/request/exchange.server';
import type { CallState } from './call-state';
import { decoderBusy, fileError, sumBytes } from './file-mistakes.server';
import { InvalidInput } from './parse.server';

/**
 * Joins the pictures of a call into one PDF if its rule says that they are the pages of one file.
 * The PDF replaces the pictures, which are dropped. A single file stays as it is. A file that the
 * call does not keep is dropped when the call is settled.
 *
 * @throws `InvalidInput` if they cannot be joined, Refusal `busy`, or an error of the disk.
 */
export async function joinPages(state: CallState): Promise<void> {
  const { operation, files } = state;
  const { file: rule } = operation;
  const [first] = files;
  if (!rule?.pages || !first || files.length === 1) return;
  allowSlowAnswer();
  const pdf = await compose(state, rule);
  const pages = files.splice(0);
  const boundTo = newId();
  const pendingFile = await seal(pdf, boundTo, rule);
  state.settlements.push((isDone) => (isDone ? undefined : storage().dropPending(pendingFile.name)));
  for (const page of pages) await storage().dropPending(page.pendingFile.name);
  files.push({
    id: boundTo,
    pendingFile,
    sentBytes: sumBytes(pages),
    decoded: {
      ...first.decoded,
      pages: pages.length,
      notes: pages.flatMap(({ decoded: { notes } }, at) => notes.map((one) => ({ ...one, page: at + 1 }))),
    },
    originalName: first.originalName?.replace(/(?:\.\w{1,5})?$/, '.pdf'),
    fingerprint: fingerprintOf(pages),
  });
}

/** Requests the PDF from the decoder. It has to be read. */
async function compose({ upload, files, sealedPages }: CallState, rule: FileRule): Promise<Readable> {
  const pictures = files.flatMap(({ pendingFile: { mediaType } }, at) => {
    const sealed = sealedPages[at];
    return sealed && isMediaType(mediaType) ? [{ sealed, mediaType }] : [];
  });
  const composed = await decoder().compose(pictures, {
    turn: upload && { accountId: upload.accountId, isUrgent: false },
    onSpent: (ms) => upload?.onDecoded(ms),
  });
  if ('refused' in composed && composed.refused === 'busy') throw decoderBusy();
  if ('refused' in composed) throw new InvalidInput([fileError(rule, 'notJoined')]);
  return composed.pdf;
}

async function seal(pdf: Readable, boundTo: string, rule: FileRule): Promise<PendingFile> {
  try {
    const received = await storage().receive(pdf, { boundTo, maxBytes: Number.POSITIVE_INFINITY });
    if ('refused' in received) throw new Error(`the PDF of the pages was refused: ${received.refused}`);
    return received.pendingFile;
  } catch (error) {
    // An error of the disk has a code. Otherwise, the decoding program ended too early.
    if (readErrorCode(error) !== undefined || !pdf.errored) throw error;
    throw new InvalidInput([fileError(rule, 'notJoined')]);
  } finally {
    pdf.destroy();
  }
}

const fingerprintOf = (pages: ReceivedFile[]) =>
  createHash('sha256')
    .update(pages.map(({ fingerprint }) => fingerprint).join())
    .digest('base64url');
