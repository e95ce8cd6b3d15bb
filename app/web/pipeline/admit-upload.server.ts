import type { FileRule } from '~/domain/kernel/operation';
import { Refusal, tooMany } from '~/domain/kernel/refusal';
import { consume, refund, retryAfter } from '~/platform/limits/limits.server';
import { logIncident } from '~/platform/observability/log.server';
import { hasRoomForUploads } from '~/platform/storage/free-space.server';
import { maxFieldBytes } from '~/web/body/fields';
import type { CallState } from './call-state';
import { bytesOf } from './file-error.server';
import { enterUpload } from './upload-slots.server';

/** An upload that kept the decoder busy for longer is one of the day's, also when it is refused. */
const costlyMs = 2000;

/**
 * Lets an upload in: counts it against the limits of its account, and asks for a place among those
 * under way and for room on the disk. What is counted is given back where nothing came of it.
 *
 * @throws Refusal: `tooMany`, `busy`, `noSpace`, and the rule's own.
 */
export async function admitUpload(state: CallState, rule: FileRule, accountId: string): Promise<void> {
  await requireTurn(rule, accountId);
  const decoding = timeDecoding(accountId);
  // What kept the decoder busy counts whatever comes of it, so that nobody does so for nothing.
  state.settlements.push((isDone) => {
    if (isDone && state.files.length > 0) return countBytes(state, rule, accountId);
    return decoding.ms < costlyMs ? refund(rule.limit ?? 'uploads', accountId) : undefined;
  });
  state.settlements.push(enterUpload(accountId));
  state.settlements.push(() => decoding.counted);
  state.upload = { accountId, onDecoded: (ms) => decoding.count(ms) };
  await requireRoom(rule, accountId, state.call.request);
}

/**
 * Lets a piece of a file in, as one of the uploads under way, where there is room for it. Its bytes
 * were counted when the file was announced.
 *
 * @throws Refusal: `tooMany`, `busy`, `noSpace`.
 */
export async function admitPiece(state: CallState, accountId: string): Promise<void> {
  const wait = await consume('pieces', accountId);
  if (wait > 0) throw tooMany(wait);
  state.settlements.push(enterUpload(accountId));
  if (!(await hasRoomForUploads())) throw new Refusal('noSpace', 'refused.noSpace');
}

async function requireTurn({ limit }: FileRule, accountId: string) {
  const bytesWait = limit ? 0 : await retryAfter('uploadMegabytes', accountId);
  if (bytesWait > 0) throw tooMany(bytesWait);
  const decodingWait = await retryAfter('decodingMs', accountId);
  if (decodingWait > 0) throw tooMany(decodingWait);
  const wait = await consume(limit ?? 'uploads', accountId);
  if (wait > 0) throw tooMany(wait);
}

/**
 * Asks the disk, and the rule of the file, whether what is announced can be kept.
 *
 * @throws Refusal: `noSpace`, and the rule's own.
 */
async function requireRoom(rule: FileRule, accountId: string, request: Request) {
  if (!(await hasRoomForUploads())) throw new Refusal('noSpace', 'refused.noSpace');
  const announced = Number(request.headers.get('content-length') ?? 0) - maxFieldBytes;
  await rule.requireRoom?.(accountId, Math.max(0, announced));
}

/** Counts the megabytes of the files that were taken. */
async function countBytes({ files }: CallState, rule: FileRule, accountId: string) {
  if (rule.limit) return;
  const megabytes = Math.ceil(bytesOf(files) / 1e6);
  // It is done and written: nothing that goes wrong with the counting says otherwise.
  await consume('uploadMegabytes', accountId, megabytes).catch(logCounting);
}

/**
 * What an upload keeps the decoder busy for, counted for its account as soon as that is known, also
 * where nobody waits for it.
 */
function timeDecoding(accountId: string) {
  return {
    ms: 0,
    counted: Promise.resolve() as Promise<unknown>,
    count(ms: number) {
      this.ms += ms;
      const counting = consume('decodingMs', accountId, Math.ceil(ms)).catch(logCounting);
      this.counted = Promise.all([this.counted, counting]);
    },
  };
}

const logCounting = (error: unknown) => logIncident('limits', error);
