import { Buffer } from 'node:buffer';
import { hkdfSync } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { formResults } from '~/domain/kernel/form-results.server';
import { untilCallsStored } from '~/domain/kernel/idempotency.server';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { toRefusal } from '~/domain/kernel/refusal-of-error.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { countUpload } from '~/platform/health/metrics.server';
import { consume, retryAfter } from '~/platform/limits/limits.server';
import { logIncident } from '~/platform/observability/log.server';
import { openText, sealText } from '~/platform/secrets/column-cipher.server';
import { sign } from '~/platform/secrets/secrets.server';
import { UnreadableBody } from '~/web/body/unreadable-body';
import { authorize } from './authorize.server';
import { type CallState, type OperationCall, type OperationResult, openCall } from './call-state';
import { formTokenField, viewerOfForm } from './form-token.server';
import { joinPages } from './join-pages.server';
import { InvalidInput, parse, readFields, readFieldsAfterFile } from './parse.server';
import { receiveContent } from './receive.server';

type Limited = Pick<CallState, 'operation' | 'call'>;

/**
 * Performs the first step: checks whether the client's network has tries left, without counting.
 *
 * @throws Refusal: `tooMany` with the seconds to wait.
 */
export async function requireTriesLeft({
  operation: { limits = [] },
  call: { context },
}: Limited): Promise<void> {
  for (const name of limits) {
    const wait = await retryAfter(name, context.client);
    if (wait > 0) throw tooManyRefusal(wait);
  }
}

/**
 * Counts a try against the client's network once the input is valid: a mistake in a form is not a
 * try.
 *
 * @throws Refusal: `tooMany`, if other clients of the network used the last tries meanwhile.
 */
export async function countTry({ operation: { limits = [] }, call: { context } }: Limited): Promise<void> {
  for (const name of limits) {
    const wait = await consume(name, context.client);
    if (wait > 0) throw tooManyRefusal(wait);
  }
}

/**
 * Performs the second step: finds the viewer. The form of a signed-in user names, in its fields,
 * the account it was rendered for. Its fields are therefore read first.
 *
 * @throws Refusal: `otherViewer` if the form was rendered for another account.
 * @throws `UnreadableBody`.
 */
export async function identify(state: CallState): Promise<void> {
  state.viewer = await state.call.findViewer();
  if (!state.call.isForm || !state.viewer) return;
  await readFields(state);
  state.viewer = await viewerOfForm(state.operation, state.viewer, state.values[formTokenField]);
}

/**
 * Performs the last step before settling: runs the operation. An operation wrapped by the web layer
 * also receives the request. The domain's own operations know nothing of requests.
 *
 * @throws Refusal, and any unexpected error.
 */
export async function executeOperation<Result extends Outcome>(state: CallState<Result>): Promise<Result> {
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
 * Builds the hashes that identify repeated calls with an Idempotency-Key, if the operation honours
 * it. One covers the viewer, the operation and the key; the other covers the input. Both are keyed
 * hashes. The operation saves its entry in the transaction that does its work.
 *
 * @throws Refusal: `invalid` if the key is empty or longer than 255 characters.
 */
export function deduplicate(state: CallState): void {
  const { operation, call, viewer, values, files, takenFile } = state;
  const { key } = call;
  if (operation.policy?.idempotencyKey !== 'honoured' || key === undefined || !viewer) return;
  if (key === '' || key.length > maxKeyLength) throw new Refusal('invalid', 'once.key');
  const sorted = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const receivedFingerprint = files.length > 0 ? files.map((file) => file.fingerprint).join() : undefined;
  const fingerprint = receivedFingerprint ?? takenFile?.fingerprint;
  state.idempotency = {
    keyHash: sign('idempotency key', JSON.stringify([viewer.id, operation.name, key])),
    bodyHash: sign('idempotent body', JSON.stringify([sorted, fingerprint])),
  };
}

type Done<Result> = Extract<OperationResult<Result>, { status: 'done' }>;
type Stored<Result> = { value: Result; fields: [string, string][]; viewer: Viewer | null; viewerId?: string };

/**
 * Runs a form's call once, even if the browser repeats it because no response arrived. A repeated
 * form with the same key gets its first result, before any limit is checked. If the first call is
 * still running, this waits for it. The result of a successful form is kept for ten minutes,
 * without secret fields and sealed under the browser's key. After a log-in or log-out in between,
 * the form runs again.
 */
async function runFormOnce<Result extends Outcome>(
  operation: AnyOperation<Result>,
  call: OperationCall,
  run: () => Promise<OperationResult<Result>>,
): Promise<OperationResult<Result>> {
  const key = call.request.headers.get('Idempotency-Key') ?? '';
  // The browser's script generates these keys, 128 random bits: only the sender of the form knows
  // one.
  if (!call.isForm || !/^[\da-f]{32}$/.test(key)) return run();
  const viewer = await call.findViewer();
  const results = formResults();
  const keyHash = sign('form key', JSON.stringify([operation.name, key]));
  const earlier = await results.take(keyHash);
  if (earlier) {
    const { viewerId, fields, ...storedResult } = open<Result>(earlier, key);
    if (viewer && viewerId && viewer.id !== viewerId) return run();
    return { status: 'done', ...storedResult, fields: toForm(fields) };
  }
  let sealed: string | undefined;
  try {
    const result = await run();
    if (result.status === 'done') sealed = seal(result, { key, operation, viewerId: viewer?.id });
    return result;
  } finally {
    // Others may be waiting for it, whatever happened.
    await results.settle(keyHash, sealed);
  }
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
 * Runs an operation in the shared order of refusals (docs/requirements.md#permissions): limit,
 * viewer, a form rendered for another account, role, size, input, object, state. Both pages and API
 * calls use this function.
 *
 * @returns the result. Nothing is thrown: an unexpected error is logged and returned as `failed`
 *   with its id.
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
    await requireTriesLeft(state);
    await identify(state);
    await authorize(state);
    await parse(state);
    await receiveContent(state);
    await countTry(state);
    await joinPages(state);
    deduplicate(state);
    const value = await executeOperation(state);
    // A repeated call must find the entry that the first one has just written.
    if (!readingMethods.includes(call.request.method)) await untilCallsStored();
    return { status: 'done', value, fields: state.fields ?? new FormData(), viewer: state.viewer };
  } catch (error) {
    if (!(error instanceof InvalidInput)) await readFieldsAfterFile(state);
    return explain(state, error);
  } finally {
    await runSettlements(state);
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
  const refusal = toRefusal(error);
  if (!refusal) return { status: 'failed', incident: logIncident(operation.name, error), fields };
  // Log it for the operator too.
  const incident = refusal === error ? undefined : logIncident(operation.name, error);
  const { field, messageKey, values, kind, code } = refusal;
  if (field && fields)
    return { status: 'invalid', fieldErrors: [{ field, messageKey, values, kind, code }], fields };
  return { status: 'refused', refusal, incident, fields };
}

/**
 * Performs the final step in every case: runs the settlements, the last one first. Never throws;
 * errors are logged.
 */
export async function runSettlements({ operation, settlements, value }: CallState): Promise<void> {
  const isDone = value !== undefined;
  if (operation.file) countUpload(operation.name, isDone);
  for (const settlement of settlements.reverse()) {
    try {
      await settlement(isDone);
    } catch (error) {
      logIncident(operation.name, error);
    }
  }
}
