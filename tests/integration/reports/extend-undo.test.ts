import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sendWaiting } from '~/domain/notifications/email-worker.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as listPage from '~/routes/dashboard/pending-report';
import * as undoTime from '~/routes/files/undo-time';
import { a, an, origin, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aSenderWithoutEmail } from '../../support/desk';
import { tokenFor, withToken } from '../../support/page-forms';
import { aReportOf, type Report } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, postPage } from '../../support/requests';

clinicForFile();
beforeAll(async () => {
  setSettings({ ...getSettings(), UNDO_SECONDS: 10 });
});
afterEach(() => vi.useRealTimers());

const words = 'The bone is whole.';
const freeze = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });

async function sendReview(
  reportOf: (patient: Somebody) => Promise<{ _id: string }> = (patient) =>
    aReportOf(patient, { file: 'rash.png' }),
) {
  const [patient, doctor] = [await a.patient(), await an.expert()];
  const { _id: reportId } = await reportOf(patient);
  await postPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}`,
    params: { reportId },
    cookie: doctor.cookie,
    fields: { review: words, language: 'en', correctedAt: '' },
  });
  return { patient, doctor, reportId, sentAt: (await rowOf(reportId)).reviewedAt?.getTime() ?? 0 };
}

/** Asks for more time like the script of a page. `text` is the milliseconds left. */
async function extend({ cookie }: Somebody, reportId: string) {
  const answer: unknown = await openFile(undoTime, {
    method: 'POST',
    path: `/dashboard/undo-time/${reportId}`,
    params: { reportId },
    cookie,
    body: withToken({}, await tokenFor({ name: 'review.extendUndo' }, cookie)),
    headers: { Origin: origin },
  });
  if (answer instanceof Response) return { status: answer.status, text: await answer.text() };
  return { status: (answer as { init: ResponseInit }).init.status, text: '' };
}
const undo = ({ cookie }: Somebody, reportId: string) =>
  postPage(listPage, {
    path: '/dashboard/pending-report/undo',
    params: { part: 'undo' },
    cookie,
    fields: { reportId },
  });

async function rowOf(reportId: string) {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  if (!row) throw new Error('no such report');
  return row;
}
/** Returns the time at which the patient sees a review, and the time of its e-mail. */
async function timesOf(reportId: string) {
  const { hiddenUntil, noticeId } = await rowOf(reportId);
  const [notice] = await db()
    .select()
    .from(outbox)
    .where(eq(outbox.id, noticeId ?? ''));
  return [hiddenUntil?.getTime(), notice?.nextTryAt.getTime()];
}
const changeNotice = async (reportId: string, columns: Partial<typeof outbox.$inferInsert>) =>
  execute(
    db()
      .update(outbox)
      .set(columns)
      .where(eq(outbox.id, (await rowOf(reportId)).noticeId ?? '')),
  );
async function reviewForPatient({ id: patientId, token }: Somebody) {
  const { json } = await callApi(apiRoute('report/get-report-by-patientId'), {
    token,
    params: { patientId },
  });
  return (json.data as Report[])[0]?.review;
}

describe('more time to undo a review', () => {
  test('moves the review and its e-mail together to 30 seconds from now, once', async () => {
    const { patient, doctor, reportId, sentAt } = await sendReview();
    freeze(4000);
    const until = Date.now() + 30_000;
    expect(await extend(doctor, reportId)).toMatchObject({ status: 200, text: '30000' });
    expect(await timesOf(reportId)).toEqual([until, until]);
    // The other tab asks later and learns the time that is left.
    freeze(12_000);
    expect((await extend(doctor, reportId)).text).toBe('18000');
    expect(await timesOf(reportId)).toEqual([until, until]);
    expect(Date.now() - sentAt).toBeGreaterThan(10_000);
    expect(await reviewForPatient(patient)).toBeNull();
    const list = await getPage(listPage, { path: '/dashboard/pending-report', cookie: doctor.cookie });
    expect(JSON.parse(list.text).undoable).toMatchObject([{ reportId, leftMs: 18_000 }]);
    expect((await undo(doctor, reportId)).location).toBe(`/dashboard/add-review/${reportId}`);
    freeze(60_000);
    expect(await reviewForPatient(patient)).toBeNull();
  });

  test('is given for a patient without e-mail, whose review can be undone as well', async () => {
    const clerk = await a.clerk();
    const withoutEmail = async () => ({ _id: (await aSenderWithoutEmail(clerk)).reportId });
    const { doctor, reportId } = await sendReview(withoutEmail);
    freeze(4000);
    expect((await extend(doctor, reportId)).text).toBe('30000');
    expect(await timesOf(reportId)).toEqual([Date.now() + 30_000, undefined]);
    expect((await undo(doctor, reportId)).toast?.type).toBe('success');
    expect((await rowOf(reportId)).status).toBe('Pending');
  });

  test('is given once to two tabs that ask at the same time', async () => {
    const { doctor, reportId } = await sendReview();
    freeze(5000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => extend(doctor, reportId)));
    expect(answers.map(({ text }) => text)).toEqual(Array(4).fill('30000'));
    const [until] = await timesOf(reportId);
    freeze(1000);
    await extend(doctor, reportId);
    expect(await timesOf(reportId)).toEqual([until, until]);
  });

  test('is over once the patient sees the review', async () => {
    const { patient, doctor, reportId } = await sendReview();
    const times = await timesOf(reportId);
    freeze(10_100);
    expect(await extend(doctor, reportId)).toMatchObject({ status: 200, text: '0' });
    expect(await timesOf(reportId)).toEqual(times);
    expect(await reviewForPatient(patient)).toBe(words);
  });

  test('is not given to a colleague, an admin or the patient', async () => {
    const { patient, doctor, reportId } = await sendReview();
    const times = await timesOf(reportId);
    expect((await extend(await an.expert(), reportId)).status).toBe(404);
    for (const other of [patient, await an.admin()])
      expect((await extend(other, reportId)).status).not.toBe(200);
    expect((await extend(doctor, 'nobody')).status).toBe(404);
    expect(await timesOf(reportId)).toEqual(times);
  });

  test.each([
    ['a server is sending the e-mail', { takenUntil: new Date(Date.now() + 600_000) }],
    ['the e-mail was tried', { tries: 1 }],
    ['the e-mail was sent', { state: 'sent' as const }],
    ['the e-mail is due', { nextTryAt: new Date(1) }],
  ])('is not given while %s', async (_when, columns) => {
    const { doctor, reportId } = await sendReview();
    await changeNotice(reportId, columns);
    const times = await timesOf(reportId);
    freeze(2000);
    expect(Number((await extend(doctor, reportId)).text)).toBeLessThanOrEqual(8000);
    expect(await timesOf(reportId)).toEqual(times);
  });

  test('sends no e-mail earlier that is held for longer', async () => {
    const { doctor, reportId } = await sendReview();
    const nextTryAt = new Date(Date.now() + 3_600_000);
    await changeNotice(reportId, { nextTryAt });
    freeze(3000);
    expect((await extend(doctor, reportId)).text).toBe('30000');
    expect(await timesOf(reportId)).toEqual([Date.now() + 30_000, nextTryAt.getTime()]);
  });

  test('never shortens a longer time that the clinic has set', async () => {
    setSettings({ ...getSettings(), UNDO_SECONDS: 60 });
    const { doctor, reportId } = await sendReview();
    const times = await timesOf(reportId);
    freeze(5000);
    await extend(doctor, reportId);
    expect(await timesOf(reportId)).toEqual(times);
    freeze(40_000);
    expect((await extend(doctor, reportId)).text).toBe('30000');
    setSettings({ ...getSettings(), UNDO_SECONDS: 10 });
  });

  test('does not bring back a review that is undone at the same time', async () => {
    const { doctor, reportId } = await sendReview();
    freeze(5000);
    const [extended, undone] = await Promise.all([extend(doctor, reportId), undo(doctor, reportId)]);
    expect([200, 404]).toContain(extended.status);
    expect(undone.location).toBe(`/dashboard/add-review/${reportId}`);
    expect(await rowOf(reportId)).toMatchObject({
      status: 'Pending',
      review: null,
      hiddenUntil: null,
      noticeId: null,
    });
  });

  test('leaves the patient with the review and the e-mail, or with neither, as the time ends', async () => {
    const mail = { deliver: async () => {}, close() {} };
    const compose = () => ({ subject: '', text: '' });
    for (const isOver of [false, true]) {
      const { doctor, reportId } = await sendReview();
      const [until = 0, dueAt = 0] = await timesOf(reportId);
      vi.useFakeTimers({ toFake: ['Date'], now: isOver ? dueAt : until - 1 });
      await Promise.all([extend(doctor, reportId), sendWaiting(mail, compose)]);
      const { hiddenUntil, noticeId } = await rowOf(reportId);
      const [notice] = await db()
        .select()
        .from(outbox)
        .where(eq(outbox.id, noticeId ?? ''));
      // Another worker of the clinic may have it.
      const isOnItsWay = notice?.state !== 'waiting' || Number(notice.takenUntil) > Date.now();
      expect([isOnItsWay, Number(hiddenUntil) <= Date.now()]).toEqual([isOver, isOver]);
      vi.useRealTimers();
    }
  });
});
