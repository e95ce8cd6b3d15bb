import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remindOfQuestions } from '~/domain/questions/question-job.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { answerTo, aReportAskedBy } from '../../support/questions';
import { queuedEmails } from '../../support/queued-emails';
import { type Report, sendReview } from '../../support/reports';
import { pendingFor, reportsOf } from '../../support/visits';

const dayMs = 24 * 3_600_000;
let clinic: Clinic;
let patient: Somebody;
let expert: Somebody;
let colleague: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic();
  [patient, expert, colleague] = [await a.patient(), await an.expert(), await an.expert()];
});
afterEach(async () => {
  vi.useRealTimers();
  await clinic.close();
});

const countNotices = async (reportId: string) =>
  (await queuedEmails()).filter(
    ({ letter, params }) => letter === 'questionWaits' && params.reportId === reportId,
  ).length;
const queue = async (who: Somebody) =>
  ((await pendingFor(who, '?limit=100')).json.data as Report[]).map(({ _id }) => _id);
const progressOf = async () =>
  ((await reportsOf(patient.id, patient)).json.data as { progress: string; status: string }[]).map(
    ({ progress, status }) => `${status} ${progress}`,
  )[0];
/** Sets the clock to `days` after `since`, and runs the server's hourly work. */
async function passDays(days: number, since: number) {
  vi.setSystemTime(since + days * dayMs);
  await remindOfQuestions();
}

test('a patient is told at once, on day 3 and on day 7, and the report returns to the queue on day 14', async () => {
  const since = Date.now();
  const { _id } = await aReportAskedBy(expert, patient);
  const notices: [number, number][] = [];
  for (const day of [0, 1, 2.9, 3, 3, 6.9, 7, 8, 13.9]) {
    await passDays(day, since);
    notices.push([day, await countNotices(_id)]);
  }
  expect(notices).toEqual([
    [0, 1],
    [1, 1],
    [2.9, 1],
    [3, 2],
    [3, 2],
    [6.9, 2],
    [7, 3],
    [8, 3],
    [13.9, 3],
  ]);
  expect([await progressOf(), await queue(colleague)]).toEqual(['Pending question', []]);
  await passDays(14, since);
  expect([await progressOf(), await queue(colleague)]).toEqual(['Pending queued', [_id]]);
  expect(await countNotices(_id)).toBe(3);
  const [question] = await db().select().from(questions).where(eq(questions.reportId, _id));
  expect(question).toMatchObject({ answeredAt: null, closedAt: new Date(since + 14 * dayMs) });
  expect((await answerTo(patient, _id, { text: 'Late' })).status).toBe(409);
});

test('one of several servers notifies the patient if all look at once', async () => {
  const { _id } = await aReportAskedBy(expert, patient);
  vi.setSystemTime(Date.now() + 3.5 * dayMs);
  await Promise.all([remindOfQuestions(), remindOfQuestions(), remindOfQuestions()]);
  expect(await countNotices(_id)).toBe(2);
});

test('a server that was away for a week sends one reminder', async () => {
  const { _id } = await aReportAskedBy(expert, patient);
  vi.setSystemTime(Date.now() + 8 * dayMs);
  await remindOfQuestions();
  await remindOfQuestions();
  expect(await countNotices(_id)).toBe(2);
});

test('a patient who has answered gets no reminder', async () => {
  const since = Date.now();
  const { _id } = await aReportAskedBy(expert, patient);
  await answerTo(patient, _id, { text: 'Since May' });
  for (const day of [3, 7, 14]) await passDays(day, since);
  expect([await countNotices(_id), await progressOf()]).toEqual([1, 'Pending queued']);
});

test('a held report waits for an admin after 14 days, and for no doctor', async () => {
  const since = Date.now();
  await aReportAskedBy(expert, patient, { kind: 'otherPerson' });
  await passDays(14, since);
  expect([await progressOf(), await queue(colleague)]).toEqual(['Pending held', []]);
});

test('the answered report is reserved for the asker for 24 hours, and then open to all', async () => {
  const { _id } = await aReportAskedBy(expert, patient);
  await answerTo(patient, _id, { text: 'Since May' });
  const claimOf = async () =>
    (
      (await pendingFor(colleague, '?limit=100')).json.data as { claim: { expert: { _id: string } } | null }[]
    )[0]?.claim?.expert._id;
  expect([await claimOf(), await progressOf()]).toEqual([expert.id, 'Pending answered']);
  vi.setSystemTime(Date.now() + dayMs - 60_000);
  expect(await claimOf()).toBe(expert.id);
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect([await claimOf(), await progressOf()]).toEqual([undefined, 'Pending queued']);
  expect((await sendReview({ reportId: _id, token: colleague.token, review: 'All is well' })).status).toBe(
    200,
  );
  expect((await db().select().from(reports).where(eq(reports.id, _id)))[0]?.expertId).toBe(colleague.id);
});
