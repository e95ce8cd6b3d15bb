import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { getSettings, readSettings, setSettings } from '~/platform/settings/env.server';
import { callRoutes } from '../../support/calls';
import { openClinic } from '../../support/clinic';
import { gatewaySettings, statusSecret } from '../../support/sms-gateway';

let clinic: Awaited<ReturnType<typeof openClinic>>;
const textId = '01k2zq5v7m8n9p0q1r2s3t4v5x';
const emailId = '01k2zq5v7m8n9p0q1r2s3t4v6x';
const unsentId = '01k2zq5v7m8n9p0q1r2s3t4v7x';

beforeAll(async () => {
  clinic = await openClinic();
  const { DATABASE_URL, DATA_DIR, UPLOADS_DIR } = getSettings();
  setSettings(
    readSettings({ ...gatewaySettings('https://sms.example'), DATABASE_URL, DATA_DIR, UPLOADS_DIR }),
  );
});
afterAll(() => clinic.close());

beforeEach(async () => {
  await execute(db().delete(outbox));
  const at = new Date();
  const row = {
    letter: 'answer',
    recipient: '',
    facts: '{}',
    language: 'te',
    createdAt: at,
    expiresAt: at,
  } as const;
  for (const values of [
    { id: textId, channel: 'sms', state: 'sent', sentAt: at },
    { id: emailId, channel: 'mail', state: 'sent', sentAt: at },
    { id: unsentId, channel: 'sms', state: 'queued' },
  ] as const)
    await execute(
      db()
        .insert(outbox)
        .values({ ...row, nextTryAt: at, ...values }),
    );
});

async function report(
  fields: Record<string, string>,
  secret: string | undefined = statusSecret,
  isForm = false,
) {
  const response = await callRoutes.notices.action({
    request: new Request('http://localhost:3000/api/v1/notices/status', {
      method: 'POST',
      headers: {
        'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        ...(secret !== undefined && { 'X-Status-Secret': secret }),
      },
      body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
    }),
    params: { name: 'status' },
  });
  const headers = Object.fromEntries(response.headers);
  for (const name of ['ratelimit', 'date']) delete headers[name];
  return { status: response.status, headers, body: await response.text() };
}

async function deliveryOf(id: string) {
  const [row] = await db().select().from(outbox).where(eq(outbox.id, id));
  return row?.delivery;
}

test('a report of the gateway is a note beside the text, as JSON or as a form', async () => {
  expect(await report({ id: textId, status: 'failed' })).toMatchObject({ status: 200 });
  expect(await deliveryOf(textId)).toBe('failed');
  await report({ id: textId, status: 'delivered' }, statusSecret, true);
  expect(await deliveryOf(textId)).toBe('delivered');
});

test('a report that comes twice or late changes nothing', async () => {
  const [before] = await db().select().from(outbox).where(eq(outbox.id, textId));
  for (const status of ['delivered', 'delivered', 'failed', 'delivered'])
    await report({ id: textId, status });
  const [after] = await db().select().from(outbox).where(eq(outbox.id, textId));
  expect(after).toEqual({ ...before, delivery: 'delivered' });
});

test('the answer is the same for a right and a wrong report', async () => {
  const answers = [
    await report({ id: textId, status: 'delivered' }),
    await report({ id: textId, status: 'delivered' }),
    await report({ id: 'unknown', status: 'failed' }),
    await report({ id: emailId, status: 'failed' }),
    await report({ id: textId, status: 'failed' }, 'wrong'),
    await report({ id: 'unknown', status: 'failed' }, 'wrong'),
    await report({ id: textId, status: 'failed' }, ''),
    await report({ id: textId, status: 'failed', secret: statusSecret }, ''),
  ];
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(200);
});

test('a report without the secret, of an e-mail or of a text that was not sent records nothing', async () => {
  for (const secret of ['wrong', '', `${statusSecret}x`, statusSecret.slice(1)])
    await report({ id: textId, status: 'delivered' }, secret);
  await report({ id: textId, status: 'delivered', secret: statusSecret }, '');
  await report({ id: emailId, status: 'delivered' });
  await report({ id: unsentId, status: 'delivered' });
  expect(await Promise.all([textId, emailId, unsentId].map(deliveryOf))).toEqual([null, null, null]);
});

test('no secret means that no report counts', async () => {
  const settings = getSettings();
  setSettings({ ...settings, SMS_STATUS_SECRET: undefined });
  await report({ id: textId, status: 'delivered' }, '');
  expect(await deliveryOf(textId)).toBeNull();
  setSettings(settings);
});

test('a malformed report is refused alike, whatever its secret is', async () => {
  const [right, wrong] = [
    await report({ id: textId, status: 'lost' }),
    await report({ id: textId, status: 'lost' }, 'wrong'),
  ];
  expect(right.status).toBe(422);
  expect(wrong).toEqual(right);
});
