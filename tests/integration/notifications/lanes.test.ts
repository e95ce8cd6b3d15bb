import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countQueues, readGivenUpEmails } from '~/domain/clinic/outbox-lists.server';
import type { LaneOutcome } from '~/domain/notifications/lane-senders';
import { sendQueued } from '~/domain/notifications/lane-worker.server';
import { smsLane } from '~/domain/notifications/phone-lanes.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import { holdSending, resumeSending } from '~/domain/notifications/sending-hold.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import {
  allowTexts,
  aPhoneSide,
  listTexts,
  makeTextsDue,
  setNumber,
  subscribe,
  switchChannel,
  textsTo,
  useGateway,
} from '../../support/phones';
import { aReportOf, aReviewedReportOf, sendReview } from '../../support/reports';

const noon = Date.parse('2031-03-05T06:30:00Z');
const minute = 60_000;

let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  clinic = await openClinic();
  useGateway();
  [patient, expert] = [await a.patient(), await an.expert()];
});
afterEach(async () => {
  setSmsRules(undefined);
  await clinic.close();
  vi.useRealTimers();
});

const answer = () => aReviewedReportOf(patient, expert);
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const statesOf = (rows: { state: string }[]) => rows.map(({ state }) => state);

describe('a new answer', () => {
  test('reaches a patient by e-mail, by a text to the number, and in each browser', async () => {
    await allowTexts(patient);
    const subscriptions = [await subscribe(patient), await subscribe(patient)];
    await answer();
    const side = aPhoneSide();
    await side.sendTexts();
    await side.sendPush();
    expect(side.texts).toMatchObject([{ to: '+919876543210', name: 'answer', language: 'en' }]);
    expect(side.messages.map(({ to }) => to).sort()).toEqual(
      subscriptions.map((id) => `https://push.test/${id}`).sort(),
    );
    expect(await clinic.emails(patient.email)).toHaveLength(1);
    expect(statesOf(await listTexts())).toEqual(['sent', 'sent', 'sent']);
    await Promise.all([side.sendTexts(), side.sendPush()]);
    expect([side.texts.length, side.messages.length]).toEqual([1, 2]);
  });

  const without: Record<string, () => Promise<unknown> | undefined> = {
    'without leave': () => undefined,
    'with leave for an earlier number': async () => {
      await allowTexts(patient);
      await setNumber(patient, '+919876500000', false);
    },
    'with texts switched off': async () => {
      await allowTexts(patient);
      await switchChannel(patient, 'sms', false);
    },
    'with a number of another country': () => allowTexts(patient, '+8801712345678'),
    'in a clinic without a gateway': async () => {
      await allowTexts(patient);
      setSmsRules(undefined);
    },
  };
  test.each(Object.entries(without))('sends no text %s', async (_how, prepare) => {
    await prepare();
    await answer();
    expect(await listTexts()).toEqual([]);
    expect(await clinic.emails(patient.email)).toHaveLength(1);
  });

  test.each([
    ['another number', () => setNumber(patient, '+919876500000', false)],
    ['texts switched off', () => switchChannel(patient, 'sms', false)],
  ])('that waits as a text reaches nobody after %s', async (_how, change) => {
    await allowTexts(patient);
    await answer();
    await change();
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts).toEqual([]);
    expect(await listTexts()).toMatchObject([{ state: 'undelivered', failure: 'ended' }]);
  });

  test('goes to the new number if leave was given for it before the text was sent', async () => {
    await allowTexts(patient);
    await answer();
    await allowTexts(patient, '+919876500000');
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts.map(({ to }) => to)).toEqual(['+919876500000']);
  });

  test('is in no e-mail that an earlier release would send or list', async () => {
    await allowTexts(patient);
    await switchChannel(patient, 'mail', false);
    await answer();
    expect(await clinic.emails()).toEqual([]);
    expect(await countQueues()).toMatchObject({ outboxWaiting: 0, outboxGivenUp: 0 });
    await execute(db().update(outbox).set({ tries: 8, state: 'undelivered' }));
    expect(await readGivenUpEmails()).toEqual([]);
  });
});

describe('e-mails that are switched off', () => {
  const mailsOf = async () => (await clinic.emails(patient.email)).length;

  test('stay off while a text or a browser is left, and go on without', async () => {
    await allowTexts(patient);
    const subscription = await subscribe(patient);
    await switchChannel(patient, 'mail', false);
    await answer();
    await switchChannel(patient, 'sms', false);
    await answerTo('second');
    expect(await mailsOf()).toBe(0);
    await execute(db().delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscription)));
    await answerTo('third');
    expect(await mailsOf()).toBe(1);
  });

  const answerTo = async (description: string) => {
    const { _id } = await aReportOf(patient, { description });
    expect((await sendReview({ reportId: _id, token: expert.token, review: 'All is well' })).status).toBe(
      200,
    );
  };
});

describe('a text that the gateway does not take', () => {
  const retry: LaneOutcome = { kind: 'retry', code: '503', isReached: true };

  test('is tried after 1, 2, 4 minutes and so on, eight times, with the same ID', async () => {
    await allowTexts(patient);
    await answer();
    const side = aPhoneSide(() => retry);
    const waits: number[] = [];
    for (let at = 0; at < 8; at += 1) {
      await side.sendTexts();
      const [text] = await textsTo(patient);
      waits.push((Number(text?.nextTryAt) - Date.now()) / minute);
      vi.setSystemTime(Number(text?.nextTryAt) - 1);
      await side.sendTexts();
      later(1);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    await side.sendTexts();
    expect(await textsTo(patient)).toMatchObject([{ state: 'undelivered', tries: 8, failure: '503' }]);
    expect([side.texts.length, new Set(side.texts.map(({ id }) => id)).size]).toEqual([8, 1]);
  });

  test('is never tried again once it is refused', async () => {
    await allowTexts(patient);
    await answer();
    const side = aPhoneSide(() => ({ kind: 'refused', code: '400' }));
    await side.sendTexts();
    later(60 * minute);
    await side.sendTexts();
    expect(side.texts).toHaveLength(1);
    expect(await textsTo(patient)).toMatchObject([{ state: 'undelivered', failure: '400' }]);
  });

  test('waits with the others if the gateway cannot be reached', async () => {
    for (let at = 0; at < 8; at += 1) {
      const other = await a.patient();
      await allowTexts(other, `+91987650000${at}`);
      await aReviewedReportOf(other, expert);
    }
    const side = aPhoneSide(() => ({ kind: 'retry', code: 'ECONNREFUSED', isReached: false }));
    await side.sendTexts();
    expect(side.texts.length).toBeLessThanOrEqual(4);
  });

  test('ends the subscription of a browser that no longer exists', async () => {
    await subscribe(patient);
    await answer();
    await aPhoneSide(() => ({ kind: 'ended', code: '410' })).sendPush();
    expect(await db().$count(pushSubscriptions)).toBe(0);
    expect(await textsTo(patient, 'push')).toMatchObject([{ state: 'undelivered', failure: '410' }]);
  });

  test('says nothing new after two days, and is not sent then', async () => {
    await allowTexts(patient);
    await answer();
    later(48 * 60 * minute);
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts).toEqual([]);
    expect(await textsTo(patient)).toMatchObject([{ state: 'undelivered', failure: 'late' }]);
  });
});

describe('several servers', () => {
  test('send each text once', async () => {
    for (let at = 0; at < 12; at += 1) {
      const other = await a.patient();
      await allowTexts(other, `+9198765000${10 + at}`);
      await aReviewedReportOf(other, expert);
    }
    const side = aPhoneSide();
    await Promise.all([side.sendTexts(), side.sendTexts(), side.sendTexts()]);
    expect([side.texts.length, new Set(side.texts.map(({ id }) => id)).size]).toEqual([12, 12]);
  });

  test('send a text of one that died while it sent again, with the same ID', async () => {
    await allowTexts(patient);
    await answer();
    const ids: string[] = [];
    await new Promise<void>((isHandedOver) => {
      const dying = smsLane(
        ({ id }) => {
          ids.push(id);
          isHandedOver();
          return new Promise(() => undefined);
        },
        async () => undefined,
      );
      void sendQueued(dying);
    });
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts).toEqual([]);
    later(minute);
    await side.sendTexts();
    expect(side.texts.map(({ id }) => id)).toEqual(ids);
  });
});

describe('while a restore holds what is sent', () => {
  test('a text waits, and goes with the rest once an admin resumes', async () => {
    await allowTexts(patient);
    await subscribe(patient);
    await answer();
    await execute(holdSending());
    later(3 * 24 * 60 * minute);
    const side = aPhoneSide();
    await side.sendTexts();
    await side.sendPush();
    expect(statesOf(await listTexts())).toEqual(['queued', 'queued']);
    await atomically(resumeSending((await an.admin()).id));
    await side.sendTexts();
    await side.sendPush();
    expect([side.texts.length, side.messages.length]).toEqual([1, 1]);
    await makeTextsDue();
    await side.sendTexts();
    expect(side.texts).toHaveLength(1);
  });
});
