import type { Readable } from 'node:stream';
import type { z } from 'zod';
import {
  type AnyOperation,
  type CallContext,
  type FileRule,
  type Outcome,
  type ReceivedFile,
  requireAbility,
} from '~/domain/kernel/operation';
import { Refusal, tooMany } from '~/domain/kernel/refusal';
import { busy, refusalOf } from '~/domain/kernel/refusal-of-error.server';
import type { Viewer } from '~/domain/kernel/viewer';
import type { MessageKey, MessageValues } from '~/i18n/messages/en';
import { isMessageKey } from '~/i18n/translate';
import { getSettings } from '~/platform/env.server';
import { newId } from '~/platform/ids.server';
import { consume, type LimitName, refund, retryAfter } from '~/platform/limits/limits.server';
import { logIncident } from '~/platform/observability/log.server';
import { countUpload as counted } from '~/platform/observability/metrics.server';
import { sign } from '~/platform/secrets/secrets.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';
import type { DecodeRefusal } from '~/platform/storage/decoder/programs/protocol.server';
import { hasRoomForUploads } from '~/platform/storage/free-space.server';
import { heicType, type ReceivedType } from '~/platform/storage/media-types';
import type { PendingFile } from '~/platform/storage/receive.server';
import type { SealedFile } from '~/platform/storage/sealing/sealed-format.server';
import { allowSlowAnswer } from '~/web/http/current-request.server';
import { formTokenField, viewerOfForm } from '~/web/pages/form-token.server';
import {
  type Body,
  discardBody,
  maxFieldBytes,
  type ReceivedUpload,
  readBody,
  UnreadableBody,
} from './read-body.server';

/** Something wrong with one field: its name, the sentence, and the kind that decides the status. */
export type FieldError = {
  field: string;
  messageKey: MessageKey;
  values?: MessageValues;
  kind: Refusal['kind'];
};

/**
 * How an operation went, for a channel to translate. `fields` is what was typed, for the form to
 * show again.
 */
export type OperationResult<Result> =
  | { status: 'done'; value: Result; fields: FormData; viewer: Viewer | null }
  | {
      status: 'invalid';
      fieldErrors: [FieldError, ...FieldError[]];
      fields: FormData;
      isFileUnread?: boolean;
    }
  | { status: 'refused'; refusal: Refusal; fields?: FormData }
  | { status: 'unreadable'; messageKey: UnreadableBody['messageKey'] }
  | { status: 'failed'; incident: string; fields?: FormData };

export type OperationCall = {
  request: Request;
  context: CallContext;
  /** Who asks, or how to find out: looked up only after the limits. */
  viewer: Viewer | null | (() => Promise<Viewer | null>);
  /** Whether a form of a page came, which says for whom it was drawn. */
  isForm?: boolean;
  /**
   * Input the channel knows itself: path parameters, a query, a cookie. It stands above what the
   * body says.
   */
  routeInput?: Record<string, unknown>;
  /** The call's Idempotency-Key, where it has one. */
  key?: string;
  /** What the query says; the body stands above it. */
  query?: Record<string, unknown>;
};

/** What is wrong with the fields that stand before a file, which is therefore not received. */
class InvalidFields extends Error {
  constructor(readonly fieldErrors: [FieldError, ...FieldError[]]) {
    super('invalid fields');
  }
}

/**
 * Tries an operation in the one order of refusals (docs/requirements.md#permissions): limit, who, a
 * form drawn for somebody else, role, size, input, object, state. Pages and API calls come through
 * here. Fields that come before a file are judged before it is received.
 *
 * @returns how it went. Nothing is thrown; what no rule foresees is logged and comes back as
 *   `failed` with an id.
 */
export async function runOperation<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
): Promise<OperationResult<Result>> {
  let body: Body | undefined;
  let isDone = false;
  let isCounted = false;
  let leave: (() => void) | undefined;
  let decoding: Decoding | undefined;
  const { context } = call;
  let viewer: Viewer | null = null;
  let fields: FormData | undefined;
  const valuesOf = ({ values }: Body) => ({ ...call.query, ...values, ...call.routeInput });
  const admit = async () => {
    requireAbility(operation, viewer);
    if (!operation.file || !viewer) return;
    await takeUploadLimits(operation.file, viewer.id);
    isCounted = true;
    leave = enterUpload(viewer.id);
    decoding = decodingOf(viewer.id);
    await requireRoom(operation.file, viewer.id, call.request);
  };
  const onFields = async (early: Body, isFileNext: boolean) => {
    fields = early.fields;
    if (call.isForm) {
      viewer = await viewerOfForm(operation, viewer, early.values[formTokenField]);
      await admit();
    }
    if (!isFileNext) return;
    const values = valuesOf(early);
    const [first, ...others] = parse(operation, values, context).fieldErrors;
    // Our own forms have their file at the end. A program may send more after it: what it has not
    // sent yet is not missing.
    const isCertain =
      call.isForm || [first, ...others].every((mistake) => mistake && mistake.field in values);
    if (first && isCertain) throw new InvalidFields([first, ...others]);
  };
  try {
    await askClientLimits(operation.limits, context.client);
    viewer = typeof call.viewer === 'function' ? await call.viewer() : call.viewer;
    if (!call.isForm || !viewer) await admit();
    const id = operation.file ? newId() : '';
    body = await readBody(call.request, {
      file: operation.file && fileOptions(operation.file, id, () => decoding),
      onFields,
    });
    allowSlowAnswer();
    const values = valuesOf(body);
    const { input, fieldErrors } = parse(operation, values, context);
    const file = operation.file && (await receiveFile(operation.file, body.file, id));
    // What kept the decoder busy counts whatever comes of it, so that nobody does so for nothing.
    if (decoding && decoding.ms >= costlyMs) isCounted = false;
    const ofFile = file && 'field' in file ? [file] : [];
    // Of a body far too large the rest was not read: fields that did not come are not missing.
    const known = body.isCut ? fieldErrors.filter(({ field }) => field in values) : fieldErrors;
    const [first, ...others] = [...ofFile, ...known];
    if (first) return { status: 'invalid', fieldErrors: [first, ...others], fields: body.fields };
    const received = file && !('field' in file) ? file : undefined;
    await takeClientLimits(operation.limits, context.client);
    const idempotency = operation.idempotent
      ? onceOf(operation, { viewer, key: call.key, values, received })
      : undefined;
    const result = await operation.run({ viewer, input, context, file: received, idempotency });
    isDone = true;
    if (received && viewer && !operation.file?.limit) {
      // It is done and written: nothing that goes wrong with the counting says otherwise.
      await consume('uploadMegabytes', viewer.id, Math.ceil(received.pendingFile.bytes / 1e6)).catch(
        (error: unknown) => logIncident('limits', error),
      );
    }
    return { status: 'done', value: result, fields: body.fields, viewer };
  } catch (error) {
    if (error instanceof InvalidFields && fields) {
      return { status: 'invalid', fieldErrors: error.fieldErrors, fields, isFileUnread: true };
    }
    return explain(operation.name, error, fields);
  } finally {
    if (!body) discardBody(call.request);
    leave?.();
    await decoding?.counted;
    await cleanUp(operation, { body, isDone, accountId: isCounted ? viewer?.id : undefined });
  }
}

/**
 * Takes back what an operation that was not done has left: its pending file, and its count. Never
 * throws.
 */
async function cleanUp(
  { name, file }: AnyOperation,
  { body, isDone, accountId }: { body?: Body; isDone: boolean; accountId?: string },
) {
  if (file) counted(name, isDone);
  if (isDone) return;
  try {
    if (body?.file && 'pendingFile' in body.file) await storage().drop(body.file.pendingFile.name);
    if (accountId) await refund(file?.limit ?? 'uploads', accountId);
  } catch (error) {
    logIncident(name, error);
  }
}

/**
 * What makes two calls with an Idempotency-Key the same: who calls what with which key, and what
 * the call says.
 */
function onceOf(
  { name }: AnyOperation,
  {
    viewer,
    key,
    values,
    received,
  }: { viewer: Viewer | null; key?: string; values: Record<string, unknown>; received?: ReceivedFile },
) {
  if (key === undefined || !viewer) return undefined;
  if (key === '' || key.length > 255) throw new Refusal('invalid', 'once.key');
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    keyHash: sign('idempotency key', JSON.stringify([viewer.id, name, key])),
    bodyHash: sign('idempotent body', JSON.stringify([sorted, received?.fingerprint])),
  };
}

function explain<Result>(name: string, error: unknown, fields?: FormData): OperationResult<Result> {
  if (error instanceof UnreadableBody) return { status: 'unreadable', messageKey: error.messageKey };
  const refusal = refusalOf(error);
  if (!refusal) return { status: 'failed', incident: logIncident(name, error), fields };
  // The operator has to hear of it too.
  if (refusal !== error) logIncident(name, error);
  const { field, messageKey, values, kind } = refusal;
  if (field && fields)
    return { status: 'invalid', fieldErrors: [{ field, messageKey, values, kind }], fields };
  return { status: 'refused', refusal, fields };
}

/**
 * Parses input with the operation's schema.
 *
 * @returns the input, and what is wrong with it, one mistake a field.
 */
function parse(operation: AnyOperation, values: Record<string, unknown>, context: CallContext) {
  const schema: z.ZodType = (context.channel === 'page' && operation.inputOnPage) || operation.input;
  const parsed = schema.safeParse(values);
  const fieldErrors = new Map<string, FieldError>();
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = String(path[0] ?? '');
    const messageKey = isMessageKey(message) ? message : 'form.invalid';
    if (!fieldErrors.has(field)) fieldErrors.set(field, { field, messageKey, kind: 'invalid' });
  }
  return { input: parsed.data, fieldErrors: [...fieldErrors.values()] };
}

async function askClientLimits(limits: LimitName[] | undefined, client: string) {
  for (const limit of limits ?? []) {
    const wait = await retryAfter(limit, client);
    if (wait > 0) throw tooMany(wait);
  }
}

/** Counted only once the input is right: a mistake in a form is not an attempt. */
async function takeClientLimits(limits: LimitName[] | undefined, client: string) {
  for (const limit of limits ?? []) {
    const wait = await consume(limit, client);
    if (wait > 0) throw tooMany(wait);
  }
}

async function takeUploadLimits({ limit }: FileRule, accountId: string) {
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
  rule.requireRoom?.(accountId, Math.max(0, announced));
}

const uploadsAtOnce = 3;
const uploadsAtOnceInAll = 200;
const retryUploadSeconds = 10;
const underWay = new Map<string, number>();
let underWayInAll = 0;

/**
 * Counts the uploads under way, those of an account and all.
 *
 * @returns what ends this one.
 * @throws Refusal: `tooMany` for the account's fourth at once; `busy` where so many are under way
 *   that the next would only wait.
 */
function enterUpload(accountId: string) {
  if (underWayInAll >= uploadsAtOnceInAll) throw busy(retryUploadSeconds);
  const count = underWay.get(accountId) ?? 0;
  if (count >= uploadsAtOnce * getSettings().LIMIT_SCALE) throw tooMany(retryUploadSeconds);
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
 * What an upload has kept the decoder busy for, counted for its account as soon as that is known,
 * also where nobody waits for it.
 */
type Decoding = { accountId: string; ms: number; counted: Promise<unknown>; onSpent(ms: number): void };

/** An upload that took longer is one of the day's, also when it is refused. */
const costlyMs = 2000;

function decodingOf(accountId: string): Decoding {
  return {
    accountId,
    ms: 0,
    counted: Promise.resolve(),
    onSpent(ms) {
      this.ms = ms;
      this.counted = consume('decodingMs', accountId, Math.ceil(ms)).catch((error: unknown) =>
        logIncident('limits', error),
      );
    },
  };
}

/** The most bytes a file may have: the rule's own, or what a report may have. */
export const maxBytesOf = ({ maxBytes }: Pick<FileRule, 'maxBytes'>) =>
  maxBytes ?? getSettings().maxUploadBytes;

const fileOptions = (rule: FileRule, id: string, decodingNow: () => Decoding | undefined) => ({
  field: rule.field,
  boundTo: id,
  maxBytes: maxBytesOf(rule),
  check: async ({ mediaType, boundTo }: PendingFile, sealed: SealedFile) => {
    const decoding = decodingNow();
    const checked = await decoder().check(sealed, {
      mediaType,
      want: rule.want,
      turn: decoding && { accountId: decoding.accountId, isUrgent: false },
      onSpent: (ms) => decoding?.onSpent(ms),
    });
    if ('refused' in checked) return checked;
    const { converted, ...found } = checked;
    return converted ? { ...found, pendingFile: await pendingFileOf(converted, boundTo) } : found;
  },
});

/**
 * Seals the JPEG that was made of a HEIC. What was sent had its bound; this is as large as it comes
 * out.
 */
async function pendingFileOf(converted: Readable, boundTo: string): Promise<PendingFile> {
  const received = await storage().receive(converted, { boundTo, maxBytes: Number.POSITIVE_INFINITY });
  if ('refused' in received) throw new Error(`the converted picture was refused: ${received.refused}`);
  return received.pendingFile;
}

const wordsOfFile = {
  tooLarge: 'upload.tooLarge',
  wrongType: 'upload.wrongType',
  empty: 'upload.empty',
  unreadable: 'upload.unreadable',
  heic: 'upload.heic',
  truncated: 'upload.truncated',
  passwordProtected: 'upload.passwordProtected',
  noPages: 'upload.emptyPdf',
  tooManyPixels: 'upload.tooManyPixels',
  tooSlow: 'upload.tooSlow',
} as const satisfies Record<string, MessageKey>;

function fileMistake(rule: FileRule, refused: keyof typeof wordsOfFile): FieldError {
  const kind = refused === 'tooLarge' || refused === 'wrongType' ? refused : 'invalid';
  const megabytes = maxBytesOf(rule) / 1024 / 1024;
  return { field: rule.field, messageKey: wordsOfFile[refused], values: { megabytes }, kind };
}

/**
 * What to say of a file that cannot be decoded: on a phone that sends HEIC there is something to do
 * about it.
 */
function wordsFor(refused: DecodeRefusal, mediaType: ReceivedType): keyof typeof wordsOfFile {
  if (refused === 'empty') return 'noPages';
  return mediaType === heicType && refused === 'unreadable' ? 'heic' : refused;
}

const jpegNameOf = (name?: string) => name?.replace(/(?:\.(?:hei[cf]s?|hif|jpe?g))?$/i, '.jpg');

/**
 * What arrived is being decoded where it can be killed.
 *
 * @returns the file, or what is wrong with it.
 */
async function receiveFile(
  rule: FileRule,
  upload: ReceivedUpload | undefined,
  id: string,
): Promise<ReceivedFile | FieldError> {
  if (!upload) return { field: rule.field, messageKey: rule.missing, kind: 'invalid' };
  if ('refused' in upload) return fileMistake(rule, upload.refused);
  const { pendingFile, originalName, fingerprint, inspection } = upload;
  const found = await inspection;
  if ('refused' in found) return fileMistake(rule, wordsFor(found.refused, pendingFile.mediaType));
  const { pendingFile: replacement, ...decoded } = found;
  if (!replacement) return { id, pendingFile, decoded, originalName, fingerprint };
  upload.pendingFile = replacement;
  await storage().drop(pendingFile.name);
  return { id, pendingFile: replacement, decoded, originalName: jpegNameOf(originalName), fingerprint };
}
