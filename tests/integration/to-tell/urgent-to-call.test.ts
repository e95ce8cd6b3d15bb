import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as toTellPage from '~/routes/dashboard/to-tell';
import { claimFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { sendQuestion } from '../../support/questions';
import { aReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

const minuteMs = 60_000;

let clerk: Somebody;
let expert: Somebody;
clinicForFile();
beforeAll(async () => {
  [clerk, expert] = [await a.clerk(), await an.expert()];
});
afterEach(() => vi.useRealTimers());

type Row = { reportId: string; kind: string; subject: string; toldAt: string | null; dueAt: string | null };
type Page = { data: (Row & { isFirst: boolean })[]; counts: { first: number; others: number } };

const pageOf = async ({ cookie }: Somebody) =>
  (await getPage(toTellPage, { path: '/dashboard/to-tell', cookie })).data as Page;
const rowOf = async (id: string, who = clerk) =>
  (await pageOf(who)).data.find(({ reportId }) => reportId === id);

/** Sends a report with a description, and marks it as urgent some minutes ago. */
async function anUrgentReport(minutes: number) {
  const patient = await a.patient();
  const { _id } = await aReportOf(patient, { file: 'rash.png', description: 'Zebra stripes' });
  const urgentAt = new Date(Date.now() - minutes * minuteMs);
  await execute(db().update(reports).set({ urgentAt }).where(eq(reports.id, _id)));
  return { patient, id: _id };
}

const record = (row: Row | undefined, outcome: string, whom = '') =>
  postPage(toTellPage, {
    path: '/dashboard/to-tell',
    cookie: clerk.cookie,
    fields: {
      reportId: row?.reportId ?? '',
      kind: row?.kind ?? '',
      subject: row?.subject ?? '',
      toldAt: row?.toldAt ?? '',
      outcome,
      whom,
    },
  });

test('an urgent report that nobody has claimed for 30 minutes goes first, until somebody claims it', async () => {
  const { id } = await anUrgentReport(29);
  expect(await rowOf(id)).toBeUndefined();
  const before = (await pageOf(clerk)).counts.first;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * minuteMs });
  expect(await rowOf(id)).toMatchObject({ kind: 'urgent', isFirst: true });
  expect((await pageOf(clerk)).counts.first).toBe(before + 1);
  await claimFor(expert, id);
  expect(await rowOf(id)).toBeUndefined();
  vi.setSystemTime(Date.now() + 31 * minuteMs);
  expect(await rowOf(id), 'the claim has lapsed').toMatchObject({ kind: 'urgent' });
  await sendReview({ reportId: id, token: expert.token, review: 'All is well' });
  expect(await rowOf(id)).toBeUndefined();
});

test('a row says neither type nor signs nor words of the patient', async () => {
  const { id } = await anUrgentReport(31);
  const shown = JSON.stringify(await pageOf(clerk));
  expect(shown).toContain(id);
  for (const hidden of ['Zebra', 'Blood', 'rash', 'description', 'reportType'])
    expect(shown).not.toContain(hidden);
});

test('"not reached" greys it for two hours, and "reached" with a name ends it', async () => {
  const { id } = await anUrgentReport(31);
  const first = await rowOf(id);
  expect((await record(first, 'notReached')).toast?.type).toBe('success');
  const second = await rowOf(id);
  expect(second?.dueAt).not.toBeNull();
  expect((await record(first, 'reached', 'Her son')).toast?.type, 'of a try that is noted').toBe('error');
  expect((await record(second, 'reached')).status, 'without a name').toBe(400);
  expect((await record(second, 'reached', 'Her son')).toast?.type).toBe('success');
  expect(await rowOf(id)).toBeUndefined();
  expect(JSON.stringify(await pageOf(clerk)), 'the name stands below').toContain('Her son');
});

test('an urgent report that waits for its patient goes first, also of an account with e-mail', async () => {
  const { id } = await anUrgentReport(1);
  await claimFor(expert, id);
  expect((await sendQuestion(expert, id, { kind: 'detail', text: 'Since when?' })).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({ kind: 'question', isFirst: true });
  const plain = await aReportOf(await a.patient(), { file: 'rash.png' });
  await claimFor(expert, plain._id);
  await sendQuestion(expert, plain._id, { kind: 'detail', text: 'Since when?' });
  expect(await rowOf(plain._id)).toBeUndefined();
});

test('a client that knows no urgent rows gets none, and nobody else records a call', async () => {
  const { id, patient } = await anUrgentReport(31);
  const { text } = await callApi(apiRoute('account/to-tell'), { token: clerk.token });
  expect(text).not.toContain(id);
  const helper = await a.helper();
  expect(await rowOf(id, helper)).toBeUndefined();
  for (const { token } of [helper, patient]) {
    const { status } = await callApi(apiRoute('account/told'), {
      method: 'POST',
      token,
      body: { reportId: id, kind: 'urgent', subject: '1', toldAt: null, outcome: 'reached', whom: 'Me' },
    });
    expect([403, 404]).toContain(status);
  }
});
