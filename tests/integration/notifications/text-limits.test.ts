import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { notifyStaff } from '~/domain/alerts/notify-staff.server';
import { addresseeColumns } from '~/domain/notifications/enqueue-email.server';
import { notify } from '~/domain/notifications/notify.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import { readTextCount } from '~/domain/notifications/text-limits.server';
import { reportTextsUsedUp } from '~/domain/notifications/texts-used-up.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, db } from '~/platform/db/db.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as listPage from '~/routes/dashboard/pending-report';
import * as undoTime from '~/routes/files/undo-time';
import { deleteAccountOf } from '../../support/accounts';
import { a, an, type Clinic, openClinic, origin, password, type Somebody } from '../../support/clinic';
import { aSenderWithoutEmail } from '../../support/desk';
import { tokenFor, withToken } from '../../support/page-forms';
import {
  allowTexts,
  aPhoneSide,
  listTexts,
  subscribe,
  switchChannel,
  textsTo,
  useGateway,
} from '../../support/phones';
import { aReportOf, aReviewedReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, openFile, postPage } from '../../support/requests';
import { deleteByApi } from '../../support/visits';

const at = (time: string) => new Date(`2031-03-05T${time}:00+05:30`);

let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('12:00') });
  clinic = await openClinic();
  useGateway();
  [patient, expert] = [await a.patient(), await an.expert()];
  await allowTexts(patient);
});
afterEach(async () => {
  setSmsRules(undefined);
  await clinic.close();
  vi.useRealTimers();
});

/** Queues a text as the job of reminders does. */
async function queue({ id }: Somebody, template: 'lookAgain' | 'lookNow' = 'lookAgain', reportId = id) {
  const [account] = await db().select(addresseeColumns).from(users).where(eq(users.id, id));
  if (!account) throw new Error('no such account');
  const params = { patientId: id, reportId, caseNumber: '1' };
  await atomically(await notify(account, { template, params }));
}

describe('a text that is not urgent', () => {
  test.each(['21:00', '23:30', '07:59'])(
    'waits at %s for 8 in the morning, and an urgent one does not',
    async (time) => {
      vi.setSystemTime(at(time));
      await queue(patient);
      await queue(patient, 'lookNow');
      const side = aPhoneSide();
      await side.sendTexts();
      expect(side.texts.map(({ name }) => name)).toEqual(['reminderToday']);
      const morning = at('08:00').getTime() + (time < '08:00' ? 0 : 86_400_000);
      const [waiting] = (await textsTo(patient)).filter(({ state }) => state === 'queued');
      expect(waiting?.nextTryAt.getTime()).toBe(morning);
      vi.setSystemTime(morning);
      await side.sendTexts();
      expect(side.texts.map(({ name }) => name)).toEqual(['reminderToday', 'reminder']);
    },
  );

  test.each(['08:00', '20:59'])('goes at %s', async (time) => {
    vi.setSystemTime(at(time));
    await queue(patient);
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts).toHaveLength(1);
  });

  test('is the sixth to a number on a day and waits for the next one, as no urgent one does', async () => {
    const sister = await a.patient();
    await allowTexts(sister);
    for (let count = 0; count < 3; count += 1) await Promise.all([queue(patient), queue(sister)]);
    await queue(sister, 'lookNow');
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts.filter(({ name }) => name === 'reminder')).toHaveLength(5);
    expect(side.texts.filter(({ name }) => name === 'reminderToday')).toHaveLength(1);
    expect(side.dailyMaxCalls()).toBe(0);
    vi.setSystemTime(at('08:00').getTime() + 86_400_000);
    await side.sendTexts();
    expect(side.texts).toHaveLength(7);
  });

  test('is within the limit of the clinic with two lanes at once, and is not lost beyond it', async () => {
    useGateway(7);
    for (let count = 0; count < 10; count += 1) {
      const other = await a.patient();
      await allowTexts(other, `+9198765000${10 + count}`);
      await queue(other);
    }
    await queue(patient, 'lookNow');
    const [first, second] = [aPhoneSide(), aPhoneSide()];
    await Promise.all([first.sendTexts(), second.sendTexts()]);
    const sent = [...first.texts, ...second.texts];
    expect(sent.filter(({ name }) => name === 'reminder')).toHaveLength(7);
    expect(sent.filter(({ name }) => name === 'reminderToday')).toHaveLength(1);
    expect(first.dailyMaxCalls() + second.dailyMaxCalls()).toBe(3);
    expect(await readTextCount('2031-03-05')).toBe(7);
    vi.setSystemTime(at('08:00').getTime() + 86_400_000);
    await first.sendTexts();
    expect((await listTexts()).map(({ state }) => state)).toEqual(Array(11).fill('sent'));
  });

  test('waits in a clinic whose limit is 0', async () => {
    useGateway(0);
    await queue(patient);
    const side = aPhoneSide();
    await side.sendTexts();
    expect([side.texts, side.dailyMaxCalls()]).toEqual([[], 1]);
  });
});

test('tells every admin once a day that the texts are used up, however many servers find out', async () => {
  const admins = [await an.admin(), await an.admin()];
  const mailsTo = async () => {
    const all = await clinic.emails();
    return admins.map(({ email }) => all.filter(({ to }) => to.address === email).length);
  };
  await Promise.all([reportTextsUsedUp(200), reportTextsUsedUp(200)]);
  await reportTextsUsedUp(200);
  expect(await mailsTo()).toEqual([1, 1]);
  expect((await clinic.emails(admins[0]?.email)).at(-1)?.text).toContain(
    'The limit of 200 text messages a day',
  );
  vi.setSystemTime(at('12:00').getTime() + 86_400_000);
  await reportTextsUsedUp(200);
  expect(await mailsTo()).toEqual([2, 2]);
});

describe('a review that its author can undo', () => {
  const reportReviewed = async () => {
    setSettings({ ...getSettings(), UNDO_SECONDS: 10 });
    const { _id: reportId } = await aReportOf(patient);
    const sent = await postPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}`,
      params: { reportId },
      cookie: expert.cookie,
      fields: { review: 'All is well', language: 'en', correctedAt: '' },
    });
    expect(sent.status).toBe(302);
    return reportId;
  };
  const undo = (reportId: string) =>
    postPage(listPage, {
      path: '/dashboard/pending-report/undo',
      params: { part: 'undo' },
      cookie: expert.cookie,
      fields: { reportId },
    });
  const extend = async (reportId: string) =>
    openFile(undoTime, {
      method: 'POST',
      path: `/dashboard/undo-time/${reportId}`,
      params: { reportId },
      cookie: expert.cookie,
      body: withToken({}, await tokenFor({ name: 'review.extendUndo' }, expert.cookie)),
      headers: { Origin: origin },
    });

  test.each([true, false])('takes its texts back, with e-mails on: %s', async (isMailOn) => {
    await subscribe(patient);
    if (!isMailOn) await switchChannel(patient, 'mail', false);
    const reportId = await reportReviewed();
    const side = aPhoneSide();
    await side.sendTexts();
    await side.sendPush();
    expect(side.texts).toEqual([]);
    expect((await undo(reportId)).toast?.type).toBe('success');
    expect(await listTexts()).toEqual([]);
  });

  test.each([true, false])('moves its texts with the time to undo, with e-mails on: %s', async (isMailOn) => {
    if (!isMailOn) await switchChannel(patient, 'mail', false);
    const reportId = await reportReviewed();
    await extend(reportId);
    const [text] = await textsTo(patient);
    expect(text?.nextTryAt).toEqual(new Date(at('12:00').getTime() + 30_000));
    vi.setSystemTime(at('12:00').getTime() + 29_000);
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts).toEqual([]);
    expect((await undo(reportId)).toast?.type).toBe('success');
    vi.setSystemTime(at('12:01'));
    await side.sendTexts();
    expect(side.texts).toEqual([]);
  });

  test('sends its texts once the time to undo is over', async () => {
    await reportReviewed();
    vi.setSystemTime(at('12:00').getTime() + 10_000);
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts).toHaveLength(1);
  });
});

describe('texts that wait', () => {
  test('end with their report', async () => {
    await subscribe(patient);
    const { _id } = await aReviewedReportOf(patient, expert);
    await queue(patient, 'lookAgain', _id);
    expect(await listTexts()).toHaveLength(4);
    expect((await deleteByApi(patient, _id)).status).toBe(200);
    expect(await listTexts()).toEqual([]);
  });

  test('end with their account', async () => {
    await subscribe(patient);
    await aReviewedReportOf(patient, expert);
    expect((await deleteAccountOf(patient, { password, confirmation: 'DELETE' })).status).toBe(200);
    expect(await db().$count(outbox, eq(outbox.userId, patient.id))).toBe(0);
    expect(await listTexts()).toEqual([]);
  });

  test('leave the lists of people to call as they are', async () => {
    const clerk = await a.clerk();
    const numberToTell = async () =>
      (await callApi(apiRoute('account/to-tell'), { token: clerk.token, path: '/?all=yes' })).json.total;
    const { owner, reportId } = await aSenderWithoutEmail(clerk);
    await allowTexts(owner);
    await sendReview({ reportId, token: expert.token, review: 'All is well' });
    const before = await numberToTell();
    const side = aPhoneSide();
    await side.sendTexts();
    expect(side.texts).toHaveLength(1);
    expect([before, await numberToTell()]).toEqual([1, 1]);
  });
});

describe('alerts to staff', () => {
  test('of twenty urgent reports within five minutes are one text, and one more with the count', async () => {
    await allowTexts(expert);
    await subscribe(expert);
    const side = aPhoneSide();
    const [account] = await db().select(addresseeColumns).from(users).where(eq(users.id, expert.id));
    if (!account) throw new Error('no such account');
    for (let count = 0; count < 20; count += 1) {
      vi.setSystemTime(at('12:00').getTime() + count * 10_000);
      await atomically(await notifyStaff('urgentWaits', [account], [patient.id]));
      await side.sendTexts();
      await side.sendPush();
    }
    const counts = (list: typeof side.texts) => list.map(({ name, count }) => [name, count ?? 1]);
    expect([counts(side.texts), counts(side.messages)]).toEqual([[['alert', 1]], [['alert', 1]]]);
    vi.setSystemTime(at('12:05'));
    await side.sendTexts();
    await side.sendPush();
    expect(counts(side.texts)).toEqual([
      ['alert', 1],
      ['alert', 19],
    ]);
    expect(counts(side.messages)).toEqual(counts(side.texts));
    expect(await clinic.emails(expert.email)).toHaveLength(2);
  });
});
