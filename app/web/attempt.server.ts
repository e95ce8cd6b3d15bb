import type { z } from 'zod';
import type { CopyKey, CopyValues } from '~/copy/en';
import { isCopyKey } from '~/copy/say';
import {
  type Door,
  type FileRule,
  type Operation,
  type Outcome,
  type ReceivedFile,
  requireAbility,
} from '~/domain/operation';
import { Refusal, tooMany } from '~/domain/refusal';
import { busy, refusalOf } from '~/domain/trouble';
import type { Viewer } from '~/domain/viewer';
import { settings } from '~/platform/env.server';
import { newId } from '~/platform/ids';
import { giveBack, type LimitName, take, waitFor } from '~/platform/limits.server';
import { logIncident } from '~/platform/log.server';
import { countUpload as counted } from '~/platform/metrics.server';
import { sign } from '~/platform/secrets.server';
import { decoder, storage } from '~/platform/storage/current.server';
import { hasRoomForUploads } from '~/platform/storage/room.server';
import type { SealedFile } from '~/platform/storage/seal.server';
import type { Draft } from '~/platform/storage/storage.server';
import {
  type Arrival,
  type Body,
  discardBody,
  mostFieldBytes,
  readBody,
  UnreadableBody,
} from './body.server';
import { allowSlowAnswer } from './client.server';

/** Something wrong with one field: its name, the sentence, and the kind that decides the status. */
export type Mistake = { field: string; words: CopyKey; values?: CopyValues; kind: Refusal['kind'] };

/** How an operation went, for a door to translate. `fields` is what was typed, for the form to show again. */
export type Attempt<Result> =
  | { went: 'done'; result: Result; fields: FormData }
  | { went: 'mistaken'; mistakes: [Mistake, ...Mistake[]]; fields: FormData }
  | { went: 'refused'; refusal: Refusal; fields?: FormData }
  | { went: 'unreadable'; words: UnreadableBody['words'] }
  | { went: 'failed'; incident: string; fields?: FormData };

type Declared = Pick<
  Operation,
  | 'name'
  | 'allow'
  | 'beforeFactor'
  | 'file'
  | 'limits'
  | 'secretFields'
  | 'done'
  | 'failed'
  | 'alwaysFailed'
  | 'onceByKey'
  | 'output'
  | 'refuses'
  | 'alwaysDone'
  | 'isDownload'
  | 'input'
  | 'inputOnPage'
>;

/** An operation as the doors take it: whatever its schema, result and viewer. */
export type AnyOperation<Result extends Outcome = Outcome> = Declared & {
  // biome-ignore lint/suspicious/noExplicitAny: the call's type differs from operation to operation; `attempt` is where they meet
  run(call: any): Promise<Result>;
};

export type Asked = {
  request: Request;
  door: Door;
  /** Who asks, or how to find out: looked up only after the limits. */
  viewer: Viewer | null | (() => Promise<Viewer | null>);
  /** Input the door knows itself: path parameters, a query, a cookie. It stands above what the body says. */
  own?: Record<string, unknown>;
  /** The call's Idempotency-Key, where it has one. */
  key?: string;
  /** What the query says; the body stands above it. */
  query?: Record<string, unknown>;
};

/**
 * Tries an operation in the one order of refusals (decisions: Who may do what): limit, who, role, size, input, object, state. Both
 * doors come through here.
 * Out: how it went. Nothing is thrown; what no rule foresees is logged and comes back as `failed` with an id.
 */
export async function attempt<Result extends Outcome>(
  operation: AnyOperation<Result>,
  asked: Asked,
): Promise<Attempt<Result>> {
  let body: Body | undefined;
  let isDone = false;
  let isCounted = false;
  let leave: (() => void) | undefined;
  const { door } = asked;
  let viewer: Viewer | null = null;
  try {
    await askClientLimits(operation.limits, door.client);
    viewer = typeof asked.viewer === 'function' ? await asked.viewer() : asked.viewer;
    requireAbility(operation, viewer);
    if (operation.file && viewer) {
      await takeUploadLimits(operation.file, viewer.id);
      isCounted = true;
      leave = enterUpload(viewer.id);
      await requireRoom(operation.file, viewer.id, asked.request);
    }
    const id = operation.file ? newId() : '';
    body = await readBody(asked.request, operation.file && fileOptions(operation.file, id));
    allowSlowAnswer();
    const said = { ...asked.query, ...body.values, ...asked.own };
    const { input, mistakes } = parse(operation, said, door);
    const file = operation.file && (await receiveFile(operation.file, body.file, id));
    // What took the decoder long counts, so that nobody keeps it busy for nothing.
    if (file && 'field' in file && file.words === 'upload.tooSlow') isCounted = false;
    const ofFile = file && 'field' in file ? [file] : [];
    // Of a body far too large nothing else was read: its fields are not missing.
    const wasCut = ofFile.some(({ kind }) => kind === 'tooLarge') && [...body.fields].length === 0;
    const [first, ...others] = wasCut ? ofFile : [...ofFile, ...mistakes];
    if (first) return { went: 'mistaken', mistakes: [first, ...others], fields: body.fields };
    const received = file && !('field' in file) ? file : undefined;
    await takeClientLimits(operation.limits, door.client);
    const once = operation.onceByKey
      ? onceOf(operation, { viewer, key: asked.key, said, received })
      : undefined;
    const result = await operation.run({ viewer, input, door, file: received, once });
    isDone = true;
    if (received && viewer && !operation.file?.limit) {
      // It is done and written: nothing that goes wrong with the counting says otherwise.
      await take('uploadMegabytes', viewer.id, Math.ceil(received.draft.bytes / 1e6)).catch(
        (error: unknown) => logIncident('limits', error),
      );
    }
    return { went: 'done', result, fields: body.fields };
  } catch (error) {
    return explain(operation.name, error, body?.fields);
  } finally {
    if (!body) discardBody(asked.request);
    leave?.();
    await tidy(operation, { body, isDone, accountId: isCounted ? viewer?.id : undefined });
  }
}

/** Takes back what an operation that was not done has left: its draft, and its count. Never throws. */
async function tidy(
  { name, file }: AnyOperation,
  { body, isDone, accountId }: { body?: Body; isDone: boolean; accountId?: string },
) {
  if (file) counted(name, isDone);
  if (isDone) return;
  try {
    if (body?.file && 'draft' in body.file) await storage().drop(body.file.draft.name);
    if (accountId) await giveBack(file?.limit ?? 'uploads', accountId);
  } catch (error) {
    logIncident(name, error);
  }
}

/** What makes two calls with an Idempotency-Key the same: who calls what with which key, and what the call says. */
function onceOf(
  { name }: AnyOperation,
  {
    viewer,
    key,
    said,
    received,
  }: { viewer: Viewer | null; key?: string; said: Record<string, unknown>; received?: ReceivedFile },
) {
  if (key === undefined || !viewer) return undefined;
  if (key === '' || key.length > 255) throw new Refusal('invalid', 'once.key');
  const sorted = Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    keyHash: sign('idempotency key', JSON.stringify([viewer.id, name, key])),
    bodyHash: sign('idempotent body', JSON.stringify([sorted, received?.fingerprint])),
  };
}

function explain<Result>(name: string, error: unknown, fields?: FormData): Attempt<Result> {
  if (error instanceof UnreadableBody) return { went: 'unreadable', words: error.words };
  const refusal = refusalOf(error);
  if (!refusal) return { went: 'failed', incident: logIncident(name, error), fields };
  // The operator has to hear of it too.
  if (refusal !== error) logIncident(name, error);
  const { field, words, values, kind } = refusal;
  if (field && fields) return { went: 'mistaken', mistakes: [{ field, words, values, kind }], fields };
  return { went: 'refused', refusal, fields };
}

/** Parses input with the operation's schema. Out: the input, and what is wrong with it, one mistake a field. */
function parse(operation: AnyOperation, values: Record<string, unknown>, door: Door) {
  const schema: z.ZodType = (door.kind === 'page' && operation.inputOnPage) || operation.input;
  const parsed = schema.safeParse(values);
  const mistakes = new Map<string, Mistake>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0] ?? '');
    const words = isCopyKey(message) ? message : 'form.invalid';
    if (!mistakes.has(field)) mistakes.set(field, { field, words, kind: 'invalid' });
  }
  return { input: parsed.data, mistakes: [...mistakes.values()] };
}

async function askClientLimits(limits: LimitName[] | undefined, client: string) {
  for (const limit of limits ?? []) {
    const wait = await waitFor(limit, client);
    if (wait > 0) throw tooMany(wait);
  }
}

/** Counted only once the input is right: a mistake in a form is not an attempt. */
async function takeClientLimits(limits: LimitName[] | undefined, client: string) {
  for (const limit of limits ?? []) {
    const wait = await take(limit, client);
    if (wait > 0) throw tooMany(wait);
  }
}

async function takeUploadLimits({ limit }: FileRule, accountId: string) {
  const bytesWait = limit ? 0 : await waitFor('uploadMegabytes', accountId);
  if (bytesWait > 0) throw tooMany(bytesWait);
  const wait = await take(limit ?? 'uploads', accountId);
  if (wait > 0) throw tooMany(wait);
}

/** Asks the disk, and the rule of the file, whether what is announced can be kept. Refusals: `noSpace`, and the rule's own. */
async function requireRoom(rule: FileRule, accountId: string, request: Request) {
  if (!(await hasRoomForUploads())) throw new Refusal('noSpace', 'refused.noSpace');
  const announced = Number(request.headers.get('content-length') ?? 0) - mostFieldBytes;
  rule.requireRoom?.(accountId, Math.max(0, announced));
}

const uploadsAtOnce = 3;
const uploadsAtOnceInAll = 200;
const retryUploadSeconds = 10;
const underWay = new Map<string, number>();
let underWayInAll = 0;

/**
 * Counts the uploads under way, those of an account and all. Out: what ends this one. Refusals: `tooMany` for the account's fourth at
 * once; `busy` where so many are under way that the next would only wait.
 */
function enterUpload(accountId: string) {
  if (underWayInAll >= uploadsAtOnceInAll) throw busy(retryUploadSeconds);
  const count = underWay.get(accountId) ?? 0;
  if (count >= uploadsAtOnce * settings().LIMIT_SCALE) throw tooMany(retryUploadSeconds);
  underWay.set(accountId, count + 1);
  underWayInAll += 1;
  return () => {
    underWayInAll -= 1;
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left > 0) underWay.set(accountId, left);
    else underWay.delete(accountId);
  };
}

/** The most bytes a file may have: the rule's own, or what a report may have. */
export const mostBytesOf = ({ maxBytes }: Pick<FileRule, 'maxBytes'>) =>
  maxBytes ?? settings().maxUploadBytes;

const fileOptions = (rule: FileRule, id: string) => ({
  field: rule.field,
  boundTo: id,
  maxBytes: mostBytesOf(rule),
  check: ({ mediaType }: Draft, sealed: SealedFile) =>
    decoder().check(sealed, { mediaType, want: rule.want }),
});

const wordsOfFile = {
  tooLarge: 'upload.tooLarge',
  wrongType: 'upload.wrongType',
  empty: 'upload.empty',
  unreadable: 'upload.unreadable',
  truncated: 'upload.truncated',
  passwordProtected: 'upload.passwordProtected',
  noPages: 'upload.emptyPdf',
  tooManyPixels: 'upload.tooManyPixels',
  tooSlow: 'upload.tooSlow',
} as const satisfies Record<string, CopyKey>;

function fileMistake(rule: FileRule, refused: keyof typeof wordsOfFile): Mistake {
  const kind = refused === 'tooLarge' || refused === 'wrongType' ? refused : 'invalid';
  const megabytes = mostBytesOf(rule) / 1024 / 1024;
  return { field: rule.field, words: wordsOfFile[refused], values: { megabytes }, kind };
}

/** What arrived is being decoded where it can be killed. Out: the file, or what is wrong with it. */
async function receiveFile(
  rule: FileRule,
  arrival: Arrival | undefined,
  id: string,
): Promise<ReceivedFile | Mistake> {
  if (!arrival) return { field: rule.field, words: rule.missing, kind: 'invalid' };
  if ('refused' in arrival) return fileMistake(rule, arrival.refused);
  const { draft, originalName, fingerprint, verdict } = arrival;
  const decoded = await verdict;
  if (!('refused' in decoded)) return { id, draft, decoded, originalName, fingerprint };
  return fileMistake(rule, decoded.refused === 'empty' ? 'noPages' : decoded.refused);
}
