import { Buffer } from 'node:buffer';
import { hkdfSync } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { earlierCallsKept } from '~/domain/kernel/idempotency.server';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import { Refusal, tooMany } from '~/domain/kernel/refusal';
import { refusalOf } from '~/domain/kernel/refusal-of-error.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { openText, sealText } from '~/platform/db/core/tables/column-cipher.server';
import { countUpload } from '~/platform/health/metrics.server';
import { consume, retryAfter } from '~/platform/limits/limits.server';
import { logIncident } from '~/platform/observability/log.server';
import { sign } from '~/platform/secrets/secrets.server';
import { discardBody } from '~/web/body/discard-body';
import { UnreadableBody } from '~/web/body/unreadable-body';
import { authorize } from './authorize.server';
import { type CallState, type OperationCall, type OperationResult, openCall } from './call-state';
import { formResults } from './form-results.server';
import { formTokenField, viewerOfForm } from './form-token.server';
import { joinPages } from './join-pages.server';
import { InvalidInput, parse, readFields } from './parse.server';
import { receive } from './receive.server';

type Limited = Pick<CallState, 'operation' | 'call'>;

/**
 * The first step: asks whether the client's network has tries left, and counts nothing yet.
 *
 * @throws Refusal: `tooMany` with the seconds to wait.
 */
export async function limit({ operation: { limits = [] }, call: { context } }: Limited): Promise<void> {
  for (const name of limits) {
    const wait = await retryAfter(name, context.client);
    if (wait > 0) throw tooMany(wait);
  }
}

/**
 * Counts a try against the client's network, once the input is right: a mistake in a form is no
 * try.
 *
 * @throws Refusal: `tooMany`, where others of the network were faster.
 */
export async function countTry({ operation: { limits = [] }, call: { context } }: Limited): Promise<void> {
  for (const name of limits) {
    const wait = await consume(name, context.client);
    if (wait > 0) throw tooMany(wait);
  }
}

/**
 * The second step: finds out who asks. The form of a user who is signed in names in its fields for
 * whom it was rendered, so these are read first.
 *
 * @throws Refusal: `otherViewer` if the form was rendered for somebody else.
 * @throws `UnreadableBody`.
 */
export async function identify(state: CallState): Promise<void> {
  state.viewer = await state.call.findViewer();
  if (!state.call.isForm || !state.viewer) return;
  await readFields(state);
  state.viewer = await viewerOfForm(state.operation, state.viewer, state.values[formTokenField]);
}

/**
 * The seventh step: does it. The operation gets the request too where the web has wrapped it; the
 * domain's own do not know of requests.
 *
 * @throws Refusal, and whatever nobody foresees.
 */
export async function execute<Result extends Outcome>(state: CallState<Result>): Promise<Result> {
  const { operation, call, viewer, input, idempotency, files } = state;
  const { context, request } = call;
  const { slotIds, takenFile, content } = state;
  const body = { files, slotIds, takenFile, content };
  state.value = await operation.run({ viewer, input, context, ...body, idempotency, request });
  return state.value;
}

const maxKeyLength = 255;
const column = 'form result';

/**
 * The eighth step: says what makes two calls with an Idempotency-Key the same, where the operation
 * honours one. Who calls what with which key, and what the call says, both as keyed hashes. The
 * operation keeps its entry in the transaction that does its work.
 *
 * @throws Refusal: `invalid` for a key that is empty or longer than 255 characters.
 */
export function deduplicate(state: CallState): void {
  const { operation, call, viewer, values, files, takenFile } = state;
  const { key } = call;
  if (operation.policy?.idempotencyKey !== 'honoured' || key === undefined || !viewer) return;
  if (key === '' || key.length > maxKeyLength) throw new Refusal('invalid', 'once.key');
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const came = files.length > 0 ? files.map((file) => file.fingerprint).join() : undefined;
  const fingerprint = came ?? takenFile?.fingerprint;
  state.idempotency = {
    keyHash: sign('idempotency key', JSON.stringify([viewer.id, operation.name, key])),
    bodyHash: sign('idempotent body', JSON.stringify([sorted, fingerprint])),
  };
}

type Done<Result> = Extract<OperationResult<Result>, { status: 'done' }>;
type Stored<Result> = { value: Result; fields: [string, string][]; viewer: Viewer | null; viewerId?: string };

/**
 * Runs the call of a form once, however often the browser sends it because no answer came. Sent
 * again under the same key, the form gets its first result, before any limit is asked; one that is
 * being worked on is waited for. The result of a form that was done is kept for ten minutes, without
 * secret fields and sealed under the browser's key. A log-in or a log-out in between runs it anew.
 */
async function runFormOnce<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
  run: () => Promise<OperationResult<Result>>,
): Promise<OperationResult<Result>> {
  const key = call.request.headers.get('Idempotency-Key') ?? '';
  // The browser's script makes them, 128 bits at random: who has one has sent the form.
  if (!call.isForm || !/^[\da-f]{32}$/.test(key)) return run();
  const viewer = await call.findViewer();
  const results = formResults();
  const keyHash = sign('form key', JSON.stringify([operation.name, key]));
  const earlier = await results.take(keyHash);
  if (earlier) {
    const { viewerId, fields, ...rest } = open<Result>(earlier, key);
    if (viewer && viewerId && viewer.id !== viewerId) return run();
    discardBody(call.request);
    return { status: 'done', ...rest, fields: toForm(fields) };
  }
  const result = await run();
  const isDone = result.status === 'done';
  await results.settle(keyHash, isDone ? seal(result, { key, operation, viewerId: viewer?.id }) : undefined);
  return result;
}

const sealingKey = (key: string) => Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', column, 32));

function seal<Result>(
  { value, fields, viewer }: Done<Result>,
  { key, operation, viewerId }: { key: string; operation: AnyOperation; viewerId?: string },
): string {
  const { secretFields = [] } = operation;
  const texts = [...fields].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !secretFields.includes(field[0]),
  );
  const stored: Stored<Result> = { value, fields: texts, viewer, viewerId };
  return sealText(serialize(stored).toString('base64'), column, sealingKey(key)).toString('base64');
}

const open = <Result>(sealed: string, key: string): Stored<Result> =>
  deserialize(Buffer.from(openText(Buffer.from(sealed, 'base64'), column, sealingKey(key)), 'base64'));

function toForm(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, text] of fields) form.append(name, text);
  return form;
}

const readingMethods = ['GET', 'HEAD'];

/**
 * Tries an operation in the one order of refusals (docs/requirements.md#permissions): limit, who, a
 * form rendered for somebody else, role, size, input, object, state. Pages and API calls come
 * through here.
 *
 * @returns how it went. Nothing is thrown; what no rule foresees is logged and comes back as
 *   `failed` with an id.
 */
export async function runOperation<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
): Promise<OperationResult<Result>> {
  return runFormOnce(operation, call, () => runSteps(operation, call));
}

async function runSteps<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
): Promise<OperationResult<Result>> {
  const state = openCall(operation, call);
  try {
    await limit(state);
    await identify(state);
    await authorize(state);
    await parse(state);
    await receive(state);
    await countTry(state);
    await joinPages(state);
    deduplicate(state);
    const value = await execute(state);
    // What is sent a second time may find what the first has only just written.
    if (!readingMethods.includes(call.request.method)) await earlierCallsKept();
    return { status: 'done', value, fields: state.fields ?? new FormData(), viewer: state.viewer };
  } catch (error) {
    return explain(state, error);
  } finally {
    await settle(state);
  }
}

function explain<Result extends Outcome>(
  { operation, fields }: CallState<Result>,
  error: unknown,
): OperationResult<Result> {
  if (error instanceof UnreadableBody) return { status: 'unreadable', messageKey: error.messageKey };
  if (error instanceof InvalidInput && fields) {
    const { fieldErrors, isFileUnread } = error;
    return { status: 'invalid', fieldErrors, fields, isFileUnread };
  }
  const refusal = refusalOf(error);
  if (!refusal) return { status: 'failed', incident: logIncident(operation.name, error), fields };
  // The operator has to hear of it too.
  const incident = refusal === error ? undefined : logIncident(operation.name, error);
  const { field, messageKey, values, kind, code } = refusal;
  if (field && fields)
    return { status: 'invalid', fieldErrors: [{ field, messageKey, values, kind, code }], fields };
  return { status: 'refused', refusal, incident, fields };
}

/**
 * The last step, whatever came before: reads away a body that nobody has read, and settles what the
 * steps have taken, the last first. Never throws; what goes wrong is logged.
 */
export async function settle({ operation, call, settlements, value }: CallState): Promise<void> {
  const isDone = value !== undefined;
  discardBody(call.request);
  if (operation.file) countUpload(operation.name, isDone);
  for (const settlement of settlements.reverse()) {
    try {
      await settlement(isDone);
    } catch (error) {
      logIncident(operation.name, error);
    }
  }
}
