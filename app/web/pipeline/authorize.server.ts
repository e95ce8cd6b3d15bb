import { type FileRule, requireAbility } from '~/domain/kernel/operation';
import { Refusal, tooMany } from '~/domain/kernel/refusal';
import { busy } from '~/domain/kernel/refusal-of-error.server';
import { consume, refund, retryAfter } from '~/platform/limits/limits.server';
import { logIncident } from '~/platform/observability/log.server';
import { getSettings } from '~/platform/settings/env.server';
import { hasRoomForUploads } from '~/platform/storage/free-space.server';
import { maxFieldBytes } from '~/web/body/fields';
import type { CallState } from './call-state';
import { bytesOf } from './file-error.server';

const perAccount = 3;
const inAll = 200;
// However far LIMIT_SCALE goes, it takes ten accounts to fill all places.
const maxPerAccount = inAll / 10;
const retrySeconds = 10;
const underWay = new Map<string, number>();
let underWayInAll = 0;

/**
 * Counts the uploads under way, those of an account and all.
 *
 * @returns what ends this one.
 * @throws Refusal: `tooMany` for one more of the account than it may have at once; `busy` where so
 *   many are under way that the next would only wait.
 */
function enterUpload(accountId: string): () => void {
  if (underWayInAll >= inAll) throw busy(retrySeconds);
  const count = underWay.get(accountId) ?? 0;
  if (count >= Math.min(perAccount * getSettings().LIMIT_SCALE, maxPerAccount)) throw tooMany(retrySeconds);
  underWay.set(accountId, count + 1);
  underWayInAll += 1;
  return () => {
    underWayInAll -= 1;
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left > 0) underWay.set(accountId, left);
    else underWay.delete(accountId);
  };
}

/** An upload that kept the decoder busy for longer is one of the day's, also when it is refused. */
const costlyMs = 2000;

/**
 * Lets an upload in: counts it against the limits of its account, and asks for a place among those
 * under way and for room on the disk. What is counted is given back where nothing came of it.
 *
 * @throws Refusal: `tooMany`, `busy`, `noSpace`, and the rule's own.
 */
async function admitUpload(state: CallState, rule: FileRule, accountId: string): Promise<void> {
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
async function admitPiece(state: CallState, accountId: string): Promise<void> {
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

/**
 * The third step: asks for the ability, and whether an upload may come in. Nothing of a call's body
 * has been read by then, and of a form its fields alone.
 *
 * @throws Refusal: `signedOut`, `forbidden`, and those of `admitUpload`.
 */
export async function authorize(state: CallState): Promise<void> {
  const { operation, viewer } = state;
  requireAbility(operation, viewer);
  if (operation.file && viewer) await admitUpload(state, operation.file, viewer.id);
  if (operation.takesPiece && viewer) await admitPiece(state, viewer.id);
}
