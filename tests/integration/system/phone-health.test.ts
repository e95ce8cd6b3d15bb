import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSystem } from '~/domain/clinic/read-system.server';
import type { Viewer } from '~/domain/kernel/viewer';
import type { LaneOutcome } from '~/domain/notifications/lane-senders';
import { enqueueText } from '~/domain/notifications/notify.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import type { TextName } from '~/i18n/notifications/text-names';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { allowTexts, aPhoneSide, makeTextsDue, subscribe, useGateway } from '../../support/phones';
import { apiRoute, callApi } from '../../support/requests';
import { visit } from '../../support/url-map';

const noon = Date.parse('2031-03-05T06:30:00Z');
const minute = 60_000;
const hour = 60 * minute;

let clinic: Clinic;
let admin: Somebody;
let patient: Somebody;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  clinic = await openClinic();
  [admin, patient] = [await an.admin(), await a.patient()];
  await allowTexts(patient);
});
beforeEach(() => {
  vi.setSystemTime(noon);
  useGateway(200);
});
afterEach(async () => {
  setSmsRules(undefined);
  setSettings({ ...getSettings(), SMS_STATUS_SECRET: undefined });
  await execute(db().delete(outbox));
  await execute(db().delete(pushSubscriptions));
});
afterAll(async () => {
  await clinic.close();
  vi.useRealTimers();
});

/** Reads what the page shows, at any time: an admin's session would have ended in a day. */
async function read() {
  const { texts, push } = await readSystem.run({
    viewer: {} as Viewer,
    input: {},
    context: { listSignSentences: () => ['Fits'] } as never,
  });
  return { texts, push };
}

const enqueue = (name: TextName = 'answer', account = patient) =>
  execute(enqueueText({ account: { ...account, language: 'en' }, destination: { channel: 'sms' }, name }));

const sendAs = (outcome: LaneOutcome) => aPhoneSide(() => outcome).sendTexts();
const refused: LaneOutcome = { kind: 'refused', code: '400' };
const unreached: LaneOutcome = { kind: 'retry', code: 'ECONNREFUSED', isReached: false };

describe('texts on the system page', () => {
  test('are not shown without a gateway', async () => {
    setSmsRules(undefined);
    await enqueue();
    expect(await read()).toEqual({ texts: null, push: null });
  });

  test('are good if they were sent, and count against the day unless urgent', async () => {
    const before = Number((await read()).texts?.sentToday);
    await enqueue();
    await enqueue('answerToday');
    await sendAs({ kind: 'sent' });
    await enqueue();
    expect((await read()).texts).toEqual({
      sentToday: before + 1,
      dailyMax: 200,
      waiting: 1,
      waitingLong: 0,
      undelivered: 0,
      lastFailure: null,
      unreported: 0,
      isGood: true,
    });
    const { texts } = await read();
    expect((await visit('/dashboard/system/:part?', admin)).data).toMatchObject({ texts, push: null });
    const { json } = await callApi(apiRoute('system/get-system'), { token: admin.token });
    expect(json).toMatchObject({ texts, push: null });
  });

  test('have to be looked at once they were due for 15 minutes, tried or not', async () => {
    await enqueue('answerToday');
    vi.setSystemTime(noon + 15 * minute - 1);
    expect((await read()).texts).toMatchObject({ waiting: 1, waitingLong: 0, isGood: true });
    vi.setSystemTime(noon + 15 * minute);
    expect((await read()).texts).toMatchObject({ waiting: 1, waitingLong: 1, isGood: false });
    for (let tries = 1; tries <= 5; tries += 1) {
      await makeTextsDue();
      await sendAs(unreached);
      expect((await read()).texts).toMatchObject({ waitingLong: tries === 5 ? 1 : 0, isGood: tries < 5 });
    }
  });

  test('are good while they wait for the morning', async () => {
    vi.setSystemTime(Date.parse('2031-03-05T17:00:00Z'));
    await enqueue();
    await sendAs({ kind: 'sent' });
    vi.setSystemTime(Date.parse('2031-03-06T01:00:00Z'));
    expect((await read()).texts).toMatchObject({ waiting: 1, waitingLong: 0, isGood: true });
  });

  test('have to be looked at for a day after one was refused or too late, with the last reason', async () => {
    await enqueue('answerToday');
    await sendAs(refused);
    expect((await read()).texts).toMatchObject({ undelivered: 1, lastFailure: '400', isGood: false });
    vi.setSystemTime(noon - 48 * hour);
    await enqueue('answerToday');
    vi.setSystemTime(noon + minute);
    await sendAs({ kind: 'sent' });
    expect((await read()).texts).toMatchObject({ undelivered: 2, lastFailure: 'late', isGood: false });
    vi.setSystemTime(noon + 24 * hour);
    expect((await read()).texts).toMatchObject({ undelivered: 1, lastFailure: 'late', isGood: false });
    vi.setSystemTime(noon + 24 * hour + minute);
    expect((await read()).texts).toMatchObject({ undelivered: 0, lastFailure: null, isGood: true });
  });

  test('are good if the person switched them off', async () => {
    await enqueue('answerToday', await a.patient());
    await sendAs({ kind: 'sent' });
    expect(await db().select({ failure: outbox.failure }).from(outbox).orderBy(outbox.id)).toEqual([
      { failure: 'ended' },
    ]);
    expect((await read()).texts).toMatchObject({
      waiting: 0,
      undelivered: 0,
      lastFailure: null,
      isGood: true,
    });
  });

  test('have to be looked at if the gateway reported none of five after an hour', async () => {
    setSettings({ ...getSettings(), SMS_STATUS_SECRET: 'a secret of the gateway' });
    const send = async () => {
      await enqueue('answerToday');
      await sendAs({ kind: 'sent' });
    };
    for (let count = 1; count <= 4; count += 1) await send();
    vi.setSystemTime(noon + hour);
    expect((await read()).texts).toMatchObject({ unreported: 0, isGood: true });
    await send();
    expect((await read()).texts).toMatchObject({ unreported: 0, isGood: true });
    vi.setSystemTime(noon + 2 * hour);
    expect((await read()).texts).toMatchObject({ unreported: 5, isGood: false });
    vi.setSystemTime(noon + 72 * hour);
    expect((await read()).texts).toMatchObject({ unreported: 0, isGood: true });
    vi.setSystemTime(noon + 2 * hour);
    setSettings({ ...getSettings(), SMS_STATUS_SECRET: undefined });
    expect((await read()).texts).toMatchObject({ unreported: 0, isGood: true });
    setSettings({ ...getSettings(), SMS_STATUS_SECRET: 'a secret of the gateway' });
    const [first] = await db().select({ id: outbox.id }).from(outbox).orderBy(outbox.id).limit(1);
    await execute(
      db()
        .update(outbox)
        .set({ delivery: 'failed' })
        .where(eq(outbox.id, first?.id ?? '')),
    );
    expect((await read()).texts).toMatchObject({ unreported: 0, isGood: true });
  });
});

describe('push messages on the system page', () => {
  const push = async (subscriptionId: string, outcome: LaneOutcome) => {
    const destination = { channel: 'push', subscriptionId } as const;
    await execute(enqueueText({ account: { ...patient, language: 'en' }, destination, name: 'answer' }));
    await aPhoneSide(() => outcome).sendPush();
  };

  test('count the browsers that have them on, and what did not reach one of them', async () => {
    const [first, second] = [await subscribe(patient), await subscribe(admin)];
    expect((await read()).push).toEqual({ browsers: 2, undelivered: 0 });
    await push(first, refused);
    expect((await read()).push).toEqual({ browsers: 2, undelivered: 1 });
    await push(first, { kind: 'ended', code: '410' });
    await push(newId(), { kind: 'sent' });
    expect((await read()).push).toEqual({ browsers: 1, undelivered: 1 });
    vi.setSystemTime(noon + 24 * hour);
    expect((await read()).push).toEqual({ browsers: 1, undelivered: 0 });
    await execute(db().delete(pushSubscriptions).where(eq(pushSubscriptions.id, second)));
    expect(await read()).toMatchObject({ push: null, texts: { undelivered: 0, isGood: true } });
  });
});
