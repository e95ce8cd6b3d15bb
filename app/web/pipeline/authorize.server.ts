import { type FileRule, requireAbility } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { busyRefusal } from '~/domain/kernel/refusal-of-error.server';
import { consume, refund, retryAfter } from '~/platform/limits/limits.server';
import { logIncident } from '~/platform/observability/log.server';
import { getSettings } from '~/platform/settings/env.server';
import { hasRoomForUploads } from '~/platform/storage/free-space.server';
import { maxFieldBytes } from '~/web/body/fields';
import type { CallState } from './call-state';
import { sumBytes } from './file-mistakes.server';

const perAccount = 3;
const inAll = 200;
// Filling all places takes at least ten accounts, even with a high LIMIT_SCALE.
const maxPerAccount = inAll / 10;
const retrySeconds = 10;
const underWay = new Map<string, number>();
let underWayInAll = 0;

/**
 * Counts the uploads in progress, per account and in total.
 *
 * @returns a function that ends this upload.
 * @throws Refusal: `tooMany` if the account has too many uploads at once; `busy` if so many are in
 *   progress that another one would only wait.
 */
function enterUpload(accountId: string): () => void {
  if (underWayInAll >= inAll) throw busyRefusal(retrySeconds);
  const count = underWay.get(accountId) ?? 0;
  if (count >= Math.min(perAccount * getSettings().LIMIT_SCALE, maxPerAccount))
    throw tooManyRefusal(retrySeconds);
  underWay.set(accountId, count + 1);
  underWayInAll += 1;
  return () => {
    underWayInAll -= 1;
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left > 0) underWay.set(accountId, left);
    else underWay.delete(accountId);
  };
}

/**
 * Milliseconds of decoding from which an upload counts against the daily limit even if it is
 * refused.
 */
const costlyMs = 2000;

/**
 * Admits an upload: counts it against the limits of its account, and reserves a place among the
 * uploads in progress and room on the disk. The count is refunded if the upload fails.
 *
 * @throws Refusal: `tooMany`, `busy`, `noSpace`, and the rule's own.
 */
async function admitUpload(state: CallState, rule: FileRule, accountId: string): Promise<void> {
  await requireTurn(rule, accountId);
  const decoding = timeDecoding(accountId);
  // Decoding time counts whatever the outcome, so that nobody can keep the decoder busy for free.
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
 * Admits a piece of a file as one of the uploads in progress, if the disk has room. Its bytes were
 * counted when the file was announced.
 *
 * @throws Refusal: `tooMany`, `busy`, `noSpace`.
 */
async function admitPiece(state: CallState, accountId: string): Promise<void> {
  const wait = await consume('pieces', accountId);
  if (wait > 0) throw tooManyRefusal(wait);
  state.settlements.push(enterUpload(accountId));
  if (!(await hasRoomForUploads())) throw new Refusal('noSpace', 'refused.noSpace');
}

async function requireTurn({ limit }: FileRule, accountId: string) {
  const bytesWait = limit ? 0 : await retryAfter('uploadMegabytes', accountId);
  if (bytesWait > 0) throw tooManyRefusal(bytesWait);
  const decodingWait = await retryAfter('decodingMs', accountId);
  if (decodingWait > 0) throw tooManyRefusal(decodingWait);
  const wait = await consume(limit ?? 'uploads', accountId);
  if (wait > 0) throw tooManyRefusal(wait);
}

/**
 * Checks that the disk, and the rule of the file, have room for the announced bytes.
 *
 * @throws Refusal: `noSpace`, and the rule's own.
 */
async function requireRoom(rule: FileRule, accountId: string, request: Request) {
  if (!(await hasRoomForUploads())) throw new Refusal('noSpace', 'refused.noSpace');
  const announced = Number(request.headers.get('content-length') ?? 0) - maxFieldBytes;
  await rule.requireRoom?.(accountId, Math.max(0, announced));
}

/** Counts the megabytes of the accepted files. */
async function countBytes({ files }: CallState, rule: FileRule, accountId: string) {
  if (rule.limit) return;
  const megabytes = Math.ceil(sumBytes(files) / 1e6);
  // The operation is done and saved, so an error in counting must not change the result.
  await consume('uploadMegabytes', accountId, megabytes).catch(logCounting);
}

/**
 * Counts the decoding time of an upload for its account as soon as it is known, even if the caller
 * no longer waits.
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

/**
 * Performs the third step: checks the ability, and whether an upload may start. At this point,
 * nothing of a call's body has been read, and only the fields of a form.
 *
 * @throws Refusal: `signedOut`, `forbidden`, and those of `admitUpload`.
 */
export async function authorize(state: CallState): Promise<void> {
  const { operation, viewer } = state;
  requireAbility(operation, viewer);
  if (operation.file && viewer) await admitUpload(state, operation.file, viewer.id);
  if (operation.takesPiece && viewer) await admitPiece(state, viewer.id);
}
