import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { purge } from '~/domain/clinic/purge.server';
import { deliverWaiting, startWebhookWorker } from '~/domain/programs/webhook-worker.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { webhookDeliveries, webhooks } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as webhookPage from '~/routes/dashboard/admin/webhook';
import * as webhooksPage from '~/routes/dashboard/admin/webhooks';
import * as listPage from '~/routes/dashboard/pending-report';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportAskedBy } from '../../support/questions';
import { rawDatabase } from '../../support/raw';
import { startReceiver } from '../../support/receiver';
import {
  amendReviewOf,
  aReportOf,
  giveConsentFor,
  sendReview,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { askForCode, codeFor, newAddress, signUpByApi, signupFields } from '../../support/signups';
import { deleteByApi } from '../../support/visits';

const system = apiRoute('system/webhooks');
const testCall = apiRoute('system/test-webhook');
const deliveriesCall = apiRoute('system/webhook-deliveries');
const retryCall = apiRoute('system/retry-delivery');

type Receiver = Awaited<ReturnType<typeof startReceiver>>;
type Delivery = { _id: string; event: string; objectId: string; state: string; tries: number } & Record<
  string,
  unknown
>;

let admin: Somebody;
let receiver: Receiver;
const clinic = clinicForFile({ WEBHOOKS_ALLOW_PRIVATE: 'yes' });
beforeEach(async () => {
  receiver = await startReceiver();
  admin = await an.admin();
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
  await execute(db().delete(webhooks));
});

const later = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

/** Adds a webhook through the API. */
async function addFor(url: string, events = 'report.created,report.deleted') {
  const { json } = await callApi(system, {
    method: 'POST',
    token: admin.token,
    body: { url, events, password },
  });
  return { id: String((json.data as { _id: string })._id), secret: String(json.secret) };
}

const change = (webhookId: string, body: Record<string, unknown>) =>
  callApi(system, { method: 'PUT', token: admin.token, params: { webhookId }, body: { password, ...body } });

async function deliveriesOf(webhookId: string) {
  const { json } = await callApi(deliveriesCall, { token: admin.token, params: { webhookId } });
  return json.data as Delivery[];
}

const eventsAt = ({ received }: Receiver) =>
  received.map(({ text }) => JSON.parse(text) as { type: string; timestamp: string; data: { id: string } });

/** Writes the audit entry of an event. */
const happen = (objectId = newId()) => execute(auditEntry({ action: 'report.deleted', objectId }));

test('reports every event with its name, time and ID alone, signed for a foreign library', async () => {
  const { secret } = await addFor(
    receiver.url,
    'report.created report.reviewed report.amended review.takenBack report.deleted consent.withdrawn consent.given question.asked expert.signedUp',
  );
  const [patient, doctor] = [await a.patient({ firstName: 'Lakshmi' }), await an.expert()];
  const { _id: id } = await aReportOf(patient, { description: 'Tired for weeks' });
  await sendReview({ reportId: id, token: doctor.token, review: 'Your iron is a little low.' });
  await amendReviewOf(doctor, id, { text: 'Your iron is low.' });
  await takeBackOf(doctor, id, 2);
  await deleteByApi(patient, id);
  const { _id: otherId } = await aReportOf(patient);
  await withdrawConsentFor(patient, otherId);
  await giveConsentFor(patient, otherId);
  const { _id: askedId } = await aReportAskedBy(doctor, patient);
  const email = newAddress();
  await askForCode(email);
  const fields = signupFields({ email, accountType: 'Expert', otp: await codeFor(clinic, email) });
  expect((await signUpByApi(fields)).status).toBe(200);
  await deliverWaiting();

  expect(eventsAt(receiver).map(({ type, data }) => [type, data.id])).toEqual([
    ['report.created', id],
    ['report.reviewed', id],
    ['report.amended', id],
    ['review.takenBack', id],
    ['report.deleted', id],
    ['report.created', otherId],
    ['consent.withdrawn', otherId],
    ['consent.given', otherId],
    ['report.created', askedId],
    ['question.asked', askedId],
    ['expert.signedUp', expect.any(String)],
  ]);
  const verifier = new Webhook(secret);
  for (const { text, headers } of receiver.received) {
    const event = verifier.verify(text, headers as Record<string, string>);
    expect(Object.keys(event as object)).toEqual(['type', 'timestamp', 'data']);
    expect(Object.keys((event as { data: object }).data)).toEqual(['id']);
    expect(() => verifier.verify(`${text} `, headers as Record<string, string>)).toThrow();
    for (const word of ['Lakshmi', 'Tired', 'iron', '98765', 'Blood', email, patient.email])
      expect(JSON.stringify([text, headers])).not.toContain(word);
  }
  const again = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(again.size).toBe(receiver.received.length);
  expect(await rawDatabase()).not.toContain(secret.replace('whsec_', ''));
  expect(await rawDatabase()).not.toContain(receiver.url);
});

test('sends a test event by page and call to a receiver of any events, and to none that is off', async () => {
  const { id, secret } = await addFor(receiver.url, 'expert.signedUp');
  const sent = await callApi(testCall, { method: 'POST', token: admin.token, params: { webhookId: id } });
  const path = `/dashboard/webhook/${id}/test`;
  const params = { webhookId: id, part: 'test' };
  const onPage = await postPage(webhookPage, { path, params, cookie: admin.cookie });
  expect([sent.status, onPage.status]).toEqual([200, 302]);
  await deliverWaiting();
  expect(eventsAt(receiver).map(({ type, data }) => [type, data.id])).toEqual(
    Array(2).fill(['webhook.test', id]),
  );
  const [{ text = '', headers = {} } = {}] = receiver.received;
  expect(() => new Webhook(secret).verify(text, headers as Record<string, string>)).not.toThrow();
  expect((await deliveriesOf(id)).map(({ event, state }) => [event, state])).toEqual(
    Array(2).fill(['webhook.test', 'delivered']),
  );
  expect((await deliveriesOf(id)).map(({ _id }) => _id)).toContain(
    (sent.json.data as { deliveryId: string }).deliveryId,
  );
  await change(id, { isActive: false });
  const off = await callApi(testCall, { method: 'POST', token: admin.token, params: { webhookId: id } });
  expect(off.status).toBe(409);
  const choosing = { url: receiver.url, events: 'webhook.test' };
  const chosen = await callApi(system, { method: 'POST', token: admin.token, body: choosing });
  expect(chosen.status, 'it cannot be chosen').toBe(422);
});

test('reaches receivers on this machine from a demo clinic, and no other private address', async () => {
  setSettings({ ...getSettings(), webhooksAllowPrivate: false, isDemo: true });
  const add = (url: string) =>
    callApi(system, {
      method: 'POST',
      token: admin.token,
      body: { url, events: 'report.created', password },
    });
  const { json } = await add(receiver.url);
  const params = { webhookId: (json.data as { _id: string })._id };
  await callApi(testCall, { method: 'POST', token: admin.token, params });
  await deliverWaiting();
  expect(eventsAt(receiver)).toHaveLength(1);
  for (const url of [
    'http://192.168.0.1/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://hospital.example/',
    'http://127.0.0.1.nip.io/',
    'https://169.254.169.254/',
    'https://0.0.0.0/',
  ])
    expect((await add(url)).status, url).toBe(422);
  setSettings({ ...getSettings(), isDemo: false });
  expect((await add(receiver.url)).status).toBe(422);
  setSettings({ ...getSettings(), webhooksAllowPrivate: true });
});

test('reports a review once it cannot be undone, and never one that was undone', async () => {
  setSettings({ ...getSettings(), UNDO_SECONDS: 10 });
  await addFor(receiver.url, 'report.reviewed');
  const [patient, doctor] = [await a.patient(), await an.expert()];
  const sendOn = (reportId: string) =>
    postPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}`,
      params: { reportId },
      cookie: doctor.cookie,
      fields: { review: 'Your iron is a little low.', language: 'en', correctedAt: '' },
    });
  const [{ _id: undoneId }, { _id: id }] = [await aReportOf(patient), await aReportOf(patient)];
  await sendOn(undoneId);
  await sendOn(id);
  await postPage(listPage, {
    path: '/dashboard/pending-report/undo',
    params: { part: 'undo' },
    cookie: doctor.cookie,
    fields: { reportId: undoneId },
  });
  await deliverWaiting();
  expect(receiver.received).toEqual([]);
  later(11_000);
  await deliverWaiting();
  expect(eventsAt(receiver).map(({ data }) => data.id)).toEqual([id]);
  later(60_000);
  await deliverWaiting();
  expect(receiver.received).toHaveLength(1);
  setSettings({ ...getSettings(), UNDO_SECONDS: 0 });
});

test('two servers report each event once', async () => {
  const { id } = await addFor(receiver.url);
  for (let count = 0; count < 30; count += 1) await happen();
  for (let round = 0; round < 3; round += 1) await Promise.all([deliverWaiting(), deliverWaiting()]);
  expect(receiver.received).toHaveLength(30);
  expect((await deliveriesOf(id)).every(({ state, tries }) => state === 'delivered' && tries === 1)).toBe(
    true,
  );
});

test('retries with longer and longer waits, gives up, and sends again when asked', async () => {
  await receiver.close();
  const failing = await startReceiver((response) => void response.writeHead(500).end());
  const { id } = await addFor(failing.url);
  await happen();
  await deliverWaiting();
  const waits = [5, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];
  for (const [at, seconds] of waits.entries()) {
    later(seconds * 1000 - 1500);
    await deliverWaiting();
    expect(failing.received, `before wait ${at}`).toHaveLength(at + 1);
    later(2000);
    await deliverWaiting();
    expect(failing.received, `after wait ${at}`).toHaveLength(at + 2);
  }
  // The session of the admin has expired meanwhile.
  admin = await an.admin();
  const [delivery] = await deliveriesOf(id);
  expect(delivery).toMatchObject({ state: 'givenUp', tries: 9, status: 500, error: null, nextTryAt: null });
  const { json } = await callApi(system, { token: admin.token });
  expect(json.data).toMatchObject([{ waiting: 0, givenUp: 1 }]);
  const firstId = failing.received[0]?.headers['webhook-id'];
  await failing.close();

  receiver = await startReceiver();
  await change(id, { url: receiver.url });
  const params = { deliveryId: String(delivery?._id) };
  expect((await callApi(retryCall, { method: 'POST', token: admin.token, params })).status).toBe(200);
  await deliverWaiting();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([firstId]);
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', status: 204 }]);
});

test('a receiver that is down holds up no other and keeps the order of its events', async () => {
  const gone = await startReceiver();
  await gone.close();
  const { id } = await addFor(gone.url);
  await addFor(receiver.url);
  const [first, second] = [newId(), newId()];
  await happen(first);
  await happen(second);
  await deliverWaiting();
  expect(eventsAt(receiver).map(({ data }) => data.id)).toEqual([first, second]);
  const states = (await deliveriesOf(id)).map(({ objectId, tries, error }) => [objectId, tries, error]);
  expect(states).toEqual([
    [second, 0, null],
    [first, 1, 'ECONNREFUSED'],
  ]);
});

test('a receiver that answers late delays only its own events', async () => {
  let answerLate: () => void = () => undefined;
  const late = await startReceiver((response) => {
    answerLate = () => response.writeHead(200).end();
  });
  await addFor(late.url);
  await addFor(receiver.url);
  await happen();
  const worker = startWebhookWorker();
  try {
    worker.wake();
    await expect.poll(() => [late.received.length, receiver.received.length]).toEqual([1, 1]);
    for (const events of [2, 3]) {
      await happen();
      worker.wake();
      await expect.poll(() => receiver.received.length).toBe(events);
    }
    expect(late.received).toHaveLength(1);
  } finally {
    const stopped = worker.stop();
    answerLate();
    await stopped;
    await late.close();
  }
});

test('a round of a slow receiver ends after ten seconds, and the next one goes on', async () => {
  await receiver.close();
  receiver = await startReceiver((response) => {
    vi.advanceTimersByTime(9000);
    response.writeHead(200).end();
  });
  await addFor(receiver.url);
  for (let count = 0; count < 5; count += 1) await happen();
  vi.useFakeTimers({ toFake: ['performance'] });
  for (const events of [2, 4, 5]) {
    await deliverWaiting();
    expect(receiver.received).toHaveLength(events);
  }
});

test.each([2 * 3_600_000, 400 * 86_400_000])(
  'an event made while the clock was %i ms ahead is sent once it is right again',
  async (ms) => {
    const { id } = await addFor(receiver.url);
    const now = Date.now();
    later(ms);
    const [first, second] = [newId(), newId()];
    await happen(first);
    vi.setSystemTime(now);
    await happen(second);
    await deliverWaiting();
    expect(eventsAt(receiver).map(({ data }) => data.id)).toEqual([first, second]);
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  },
);

test('a try that was put off while the clock was a year ahead is made once it is right again', async () => {
  const { id } = await addFor(receiver.url);
  await happen();
  later(365 * 86_400_000);
  setSettings({ ...getSettings(), webhooksAllowPrivate: false });
  await deliverWaiting();
  setSettings({ ...getSettings(), webhooksAllowPrivate: true });
  vi.useRealTimers();
  await deliverWaiting();
  expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', tries: 2 }]);
});

test('is switched off by a receiver that is gone for good, and reports nothing of that time', async () => {
  await receiver.close();
  receiver = await startReceiver((response) => void response.writeHead(410).end());
  const { id } = await addFor(receiver.url);
  await happen();
  await deliverWaiting();
  await happen();
  await deliverWaiting();
  expect(receiver.received).toHaveLength(1);
  expect((await change(id, {})).json.data).toMatchObject({ isActive: false });
  expect(await db().$count(audit, eq(audit.action, 'webhook.ended'))).toBe(1);
  expect((await change(id, { isActive: true })).json.data).toMatchObject({ isActive: true });
  await deliverWaiting();
  expect(receiver.received).toHaveLength(1);
});

test('a removed webhook gets nothing more', async () => {
  const { id } = await addFor(receiver.url);
  await happen();
  expect(
    (await callApi(system, { method: 'DELETE', token: admin.token, params: { webhookId: id } })).status,
  ).toBe(200);
  await deliverWaiting();
  expect(receiver.received).toEqual([]);
  expect(await db().$count(webhookDeliveries)).toBe(0);
  expect((await change(id, {})).status).toBe(404);
});

test('a server of an earlier release, which only writes the audit log, is reported too', async () => {
  await addFor(receiver.url);
  await atomically([auditEntry({ action: 'report.uploaded', actorId: newId(), objectId: 'older' })]);
  await deliverWaiting();
  expect(eventsAt(receiver)).toMatchObject([{ type: 'report.created', data: { id: 'older' } }]);
});

test('deliveries are kept for thirty days', async () => {
  await addFor(receiver.url);
  await happen();
  await deliverWaiting();
  await purge(Date.now() + 29 * 86_400_000);
  expect(await db().$count(webhookDeliveries)).toBe(1);
  await purge(Date.now() + 31 * 86_400_000);
  expect(await db().$count(webhookDeliveries)).toBe(0);
});

test('a new one, and another address, ask for the password; other changes do not', async () => {
  const call = (method: string, body: Record<string, unknown>, webhookId?: string) =>
    callApi(system, { method, token: admin.token, params: webhookId ? { webhookId } : undefined, body });
  const target = { url: receiver.url, events: ['report.created'] };
  for (const proof of [{}, { password: 'not the password' }]) {
    const { status, json } = await call('POST', { ...target, ...proof });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['password']]);
  }
  expect(await db().$count(webhooks)).toBe(0);
  const { id } = await addFor(receiver.url);
  for (const proof of [{}, { password: 'not the password' }])
    expect((await call('PUT', { url: `${receiver.url}/2`, ...proof }, id)).status).toBe(422);
  expect((await call('PUT', { events: ['report.deleted'], isActive: false }, id)).status).toBe(200);
  const [row] = await db().select().from(webhooks);
  expect(row).toMatchObject({ url: receiver.url, events: 'report.deleted', isActive: false });
});

describe('the address', () => {
  const add = (url: string, token = admin.token) =>
    callApi(system, { method: 'POST', token, body: { url, events: ['report.created'], password } });

  test.each([
    '',
    'hospital.example',
    'ftp://hospital.example',
    'https://a:b@hospital.example',
    'https://x/#y',
  ])('is a whole one: %s', async (url) => {
    const { status, json } = await add(url);
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, ['url']]);
  });

  test('is a public one with https, unless the clinic allows others', async () => {
    setSettings({ ...getSettings(), webhooksAllowPrivate: false });
    for (const url of [
      'http://hospital.example/',
      'https://127.0.0.1/',
      'https://[fd00::1]/',
      'https://localhost/',
    ])
      expect((await add(url)).json.errors, url).toHaveProperty('url');
    expect((await add('https://hospital.example/hooks')).status).toBe(200);
    setSettings({ ...getSettings(), webhooksAllowPrivate: true });
  });

  test('is checked again at each delivery', async () => {
    const { id } = await addFor(receiver.url);
    await happen();
    setSettings({ ...getSettings(), webhooksAllowPrivate: false });
    await deliverWaiting();
    setSettings({ ...getSettings(), webhooksAllowPrivate: true });
    expect(receiver.received).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', error: 'EPRIVATE' }]);
  });
});

test('at most twenty, with known events, and for admins alone', async () => {
  const events = 'report.created';
  for (let count = 0; count < 20; count += 1) await addFor(receiver.url, events);
  const body = { url: receiver.url, events, password };
  expect((await callApi(system, { method: 'POST', token: admin.token, body })).status).toBe(409);
  await execute(db().delete(webhooks));
  for (const wrong of ['', 'report.read', []])
    expect(
      (await callApi(system, { method: 'POST', token: admin.token, body: { ...body, events: wrong } })).json
        .errors,
    ).toHaveProperty('events');
  for (const { token } of [await an.expert(), await a.patient(), await a.clerk()])
    expect((await callApi(system, { method: 'POST', token, body })).status).toBe(403);
});

describe('the pages', () => {
  const open = (webhookId: string) =>
    getPage(webhookPage, {
      path: `/dashboard/webhook/${webhookId}`,
      params: { webhookId },
      cookie: admin.cookie,
    });
  const post = (webhookId: string, part: string, fields: Record<string, string>) =>
    postPage(webhookPage, {
      path: `/dashboard/webhook/${webhookId}/${part}`,
      params: { webhookId, part },
      cookie: admin.cookie,
      fields,
    });

  test('show the secret once, and lose nothing that was typed', async () => {
    const send = (fields: Record<string, string>) =>
      postPage(webhooksPage, { path: '/dashboard/webhooks', cookie: admin.cookie, fields });
    const refused = await send({ password, url: 'hospital', events: 'report.created,report.deleted' });
    expect(refused.fieldErrors).toHaveProperty('url');
    expect(refused.data).toMatchObject({
      lastResult: { initialValue: { url: 'hospital', events: 'report.created,report.deleted' } },
    });
    const { data } = await send({ password, url: receiver.url, events: 'report.created,report.deleted' });
    const { secret } = (data as { shown: { secret: string } }).shown;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const list = await getPage(webhooksPage, { path: '/dashboard/webhooks', cookie: admin.cookie });
    expect(JSON.stringify(list.data)).toContain(receiver.url);
    expect(JSON.stringify(list.data)).not.toContain(secret.slice(6));
  });

  test('change, send again and remove', async () => {
    const { id } = await addFor(receiver.url);
    await happen();
    await deliverWaiting();
    const { data } = await open(id);
    const [delivery] = (data as { data: Delivery[] }).data;
    await post(id, 'retry', { deliveryId: String(delivery?._id) });
    await deliverWaiting();
    expect(receiver.received).toHaveLength(2);
    await post(id, 'change', { password, url: `${receiver.url}/2`, events: 'report.created' });
    expect((await open(id)).data).toMatchObject({
      webhook: { url: `${receiver.url}/2`, events: ['report.created'], isActive: false },
    });
    expect((await post(id, 'remove', {})).location).toBe('/dashboard/webhooks');
    expect((await open(id)).status).toBe(404);
  });
});
