import { Buffer } from 'node:buffer';
import { hkdfSync } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { forgetForm, keepFormInHand, rememberForm, takeForm } from '~/domain/kernel/form-results.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { openText, sealText } from '~/platform/db/column-cipher.server';
import { logIncident } from '~/platform/observability/log.server';
import { sign } from '~/platform/secrets/secrets.server';
import { troubleOf } from '~/platform/write-trouble.server';
import { discardBody } from './body/discard-body';
import type { OperationResult } from './run-operation.server';

const askEveryMs = 200;
const renewEveryMs = 5000;
const column = 'form result';

type Done<Result> = Extract<OperationResult<Result>, { status: 'done' }>;
type Kept<Result> = { value: Result; fields: [string, string][]; viewer: Viewer | null; viewerId?: string };

/**
 * Runs the call of a form once among servers that share the database, as `runFormOnce` does within
 * one. What came of it lies in the database for ten minutes, sealed under the key that the browser
 * sent: nobody else can open it. Takes the request; the form's operation and key; the fields that
 * are not kept; and who asks.
 */
export async function runOnceAmongServers<Result>(
  {
    request,
    name,
    key,
    secretFields,
    viewer,
  }: {
    request: Request;
    name: string;
    key: string;
    secretFields: readonly string[];
    viewer: Viewer | null;
  },
  run: () => Promise<OperationResult<Result>>,
): Promise<OperationResult<Result>> {
  const keyHash = sign('form key', JSON.stringify([name, key]));
  const earlier = await take(keyHash);
  if (earlier) {
    const { viewerId, fields, ...rest } = open<Result>(earlier, key);
    // A log-in or a log-out changes who asks.
    if (viewer && viewerId && viewer.id !== viewerId) return run();
    discardBody(request);
    return { status: 'done', ...rest, fields: formOf(fields) };
  }
  const timer = setInterval(() => unlessGone(keepFormInHand(keyHash)), renewEveryMs);
  try {
    const result = await run();
    await unlessGone(
      result.status === 'done'
        ? rememberForm(keyHash, seal(result, { key, secretFields, viewerId: viewer?.id }))
        : forgetForm(keyHash),
    );
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** Takes a form in hand; waits for another server that has it. Gives what came of it, if that. */
async function take(keyHash: string): Promise<string | undefined> {
  for (;;) {
    const taken = await takeForm(keyHash).catch((error: unknown) => {
      // The call says so itself.
      if (troubleOf(error)) return 'taken' as const;
      throw error;
    });
    if (taken === 'taken') return undefined;
    if (taken !== 'inHand') return taken.result;
    await wait(askEveryMs);
  }
}

/** What is done stays done where that cannot be written down. */
async function unlessGone(written: Promise<void>) {
  await written.catch((error: unknown) => {
    if (!troubleOf(error)) logIncident('form.remember', error);
  });
}

const keyOf = (key: string) => Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', column, 32));

function seal<Result>(
  { value, fields, viewer }: Done<Result>,
  { key, secretFields, viewerId }: { key: string; secretFields: readonly string[]; viewerId?: string },
): string {
  const texts = [...fields].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !secretFields.includes(field[0]),
  );
  const kept: Kept<Result> = { value, fields: texts, viewer, viewerId };
  return sealText(serialize(kept).toString('base64'), column, keyOf(key)).toString('base64');
}

const open = <Result>(sealed: string, key: string): Kept<Result> =>
  deserialize(Buffer.from(openText(Buffer.from(sealed, 'base64'), column, keyOf(key)), 'base64'));

function formOf(fields: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, text] of fields) form.append(name, text);
  return form;
}
