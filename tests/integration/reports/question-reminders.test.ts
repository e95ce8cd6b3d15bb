import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tendQuestions } from '~/domain/questions/tend-questions.server';
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

const toldOf = async (reportId: string) =>
  (await queuedEmails()).filter(
    ({ letter, params }) => letter === 'questionWaits' && params.reportId === reportId,
  ).length;
const queue = async (who: Somebody) =>
  ((await pendingFor(who, '?limit=100')).json.data as Report[]).map(({ _id }) => _id);
const progressOf = async () =>
  ((await reportsOf(patient.id, patient)).json.data as { progress: string; status: string }[]).map(
    ({ progress, status }) => `${status} ${progress}`,
  )[0];
/** So many days later by the clock of the server, whose hourly work is then done. */
async function after(days: number, since: number) {
  vi.setSystemTime(since + days * dayMs);
  await tendQuestions();
}

test('a patient is told at once, on day 3 and on day 7, and on day 14 the report is in the queue again', async () => {
  const since = Date.now();
  const { _id } = await aReportAskedBy(expert, patient);
  const told: [number, number][] = [];
  for (const day of [0, 1, 2.9, 3, 3, 6.9, 7, 8, 13.9]) {
    await after(day, since);
    told.push([day, await toldOf(_id)]);
  }
  expect(told).toEqual([
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
  await after(14, since);
  expect([await progressOf(), await queue(colleague)]).toEqual(['Pending queued', [_id]]);
  expect(await toldOf(_id)).toBe(3);
  const [question] = await db().select().from(questions).where(eq(questions.reportId, _id));
  expect(question).toMatchObject({ answeredAt: null, closedAt: new Date(since + 14 * dayMs) });
  expect((await answerTo(patient, _id, { text: 'Late' })).status).toBe(409);
});

test('of several servers that look at once one tells the patient', async () => {
  const { _id } = await aReportAskedBy(expert, patient);
  vi.setSystemTime(Date.now() + 3.5 * dayMs);
  await Promise.all([tendQuestions(), tendQuestions(), tendQuestions()]);
  expect(await toldOf(_id)).toBe(2);
});

test('a server that was away for a week tells once of what it has missed', async () => {
  const { _id } = await aReportAskedBy(expert, patient);
  vi.setSystemTime(Date.now() + 8 * dayMs);
  await tendQuestions();
  await tendQuestions();
  expect(await toldOf(_id)).toBe(2);
});

test('who has answered is not told again', async () => {
  const since = Date.now();
  const { _id } = await aReportAskedBy(expert, patient);
  await answerTo(patient, _id, { text: 'Since May' });
  for (const day of [3, 7, 14]) await after(day, since);
  expect([await toldOf(_id), await progressOf()]).toEqual([1, 'Pending queued']);
});

test('a report that is held waits for an admin after 14 days, not for anybody', async () => {
  const since = Date.now();
  await aReportAskedBy(expert, patient, { kind: 'otherPerson' });
  await after(14, since);
  expect([await progressOf(), await queue(colleague)]).toEqual(['Pending held', []]);
});

test('for 24 hours the answer is the asker’s, and then anybody’s', async () => {
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
