import { Buffer } from 'node:buffer';
import { hkdfSync } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { AnyOperation, Outcome } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { openText, sealText } from '~/platform/db/core/column-cipher.server';
import { sign } from '~/platform/secrets/secrets.server';
import { discardBody } from '~/web/body/discard-body';
import type { CallState, OperationCall, OperationResult } from './call-state';
import { formResults } from './form-results.server';

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
export async function runFormOnce<Result extends Outcome>(
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
