import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import { claimFor, releaseFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aPersonOf } from '../../support/people';
import { askAbout } from '../../support/questions';
import { aReportOf, sendReview, withdrawConsentFor } from '../../support/reports';
import { getPage } from '../../support/requests';
import { deleteByApi } from '../../support/visits';

let patient: Somebody;
let doctor: Somebody;
let ravi: string;
let earlier: string;
let later: string;
clinicForFile();

beforeEach(async () => {
  [patient, doctor] = [await a.patient(), await an.expert()];
  ravi = (await aPersonOf(patient))._id;
  earlier = await send({ personId: ravi, reportType: 'ECG' });
  later = await send({ personId: ravi, reportType: 'MRI' });
});

const send = async (fields: Record<string, string>, owner = patient) =>
  (await aReportOf(owner, { file: 'rash.png', ...fields }))._id;

/** Opens the review page of a report with another one beside it, and releases the report again. */
async function openBeside(reportId: string, beside: string, who: Somebody = doctor) {
  const { data, status, text } = await getPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}?beside=${encodeURIComponent(beside)}`,
    params: { reportId },
    cookie: who.cookie,
  });
  await releaseFor(who, reportId);
  return { status, text, beside: (data as { beside?: Record<string, unknown> | null })?.beside };
}

async function openingsOf(reportId: string, who: Somebody = doctor) {
  const ofReport = and(eq(audit.objectId, reportId), eq(audit.actorId, who.id));
  const entries = await db()
    .select({ action: audit.action })
    .from(audit)
    .where(ofReport)
    .orderBy(asc(audit.id));
  return entries.map(({ action }) => action);
}

test('an earlier report of the same person opens beside a report, as an opening of its own', async () => {
  const opened = await openBeside(later, earlier);
  expect(opened.beside).toMatchObject({ _id: earlier, reportType: 'ECG', pages: 1, resourceType: 'image' });
  expect(opened.beside?.about).toMatchObject({ name: 'Ravi Devi' });
  expect(await openingsOf(earlier)).toEqual(['report.opened']);
  expect(await openingsOf(later)).toContain('report.opened');
});

test('it has no review, not even one that can still be taken back', async () => {
  await execute(
    db()
      .update(reports)
      .set({ status: 'Reviewed', review: 'Hidden words', hiddenUntil: new Date(Date.now() + 60_000) })
      .where(eq(reports.id, earlier)),
  );
  await execute(db().update(reports).set({ expertId: doctor.id }).where(eq(reports.id, earlier)));
  const { beside, text } = await openBeside(later, earlier);
  expect(beside).toMatchObject({ _id: earlier });
  expect(text).not.toContain('Hidden words');
});

test.each<[string, () => Promise<string> | string]>([
  ['another account’s', async () => send({ reportType: 'ECG' }, await a.patient())],
  ['another person’s', async () => send({ personId: (await aPersonOf(patient, { name: 'Gita' }))._id })],
  ['one that names no person', () => send({ reportType: 'Biopsy' })],
  ['a later one', () => send({ personId: ravi, reportType: 'Biopsy' })],
  ['the report itself', () => later],
  ['a missing one', () => '00000000-0000-7000-8000-000000000000'],
  ['an empty ID', () => ''],
  ['an ID that is too long', () => 'x'.repeat(65)],
])('%s does not open, and the page is as without it', async (_name, find) => {
  const id = await find();
  const { status, beside } = await openBeside(later, id);
  expect([status, beside]).toEqual([200, null]);
  if (id !== later) expect(await openingsOf(id)).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  ['withdrawn', () => withdrawConsentFor(patient, earlier)],
  ['deleted', () => deleteByApi(patient, earlier)],
  [
    'on hold for an admin',
    async () => {
      const other = await an.expert();
      await claimFor(other, earlier);
      expect((await askAbout(other, earlier, { kind: 'otherPerson' })).status).toBe(200);
    },
  ],
  [
    'reviewed by a doctor who has not treated the patient before',
    async () => {
      const other = await an.expert();
      expect(
        (await sendReview({ reportId: earlier, token: other.token, review: 'All is well' })).status,
      ).toBe(200);
    },
  ],
])('one that was %s meanwhile does not open', async (_name, close) => {
  await close();
  expect((await openBeside(later, earlier)).beside).toBeNull();
  expect(await openingsOf(earlier)).toEqual([]);
});

test('beside a report that names no person nothing opens', async () => {
  const unnamed = await send({ reportType: 'ECG' });
  const latest = await send({ reportType: 'MRI' });
  expect((await openBeside(latest, unnamed)).beside).toBeNull();
  expect(await openingsOf(unnamed)).toEqual([]);
});

test('who may not review a report opens nothing beside it', async () => {
  for (const who of [patient, await an.unapprovedExpert(), await an.admin()]) {
    const { status, text } = await openBeside(later, earlier, who);
    expect([status, text.includes(earlier)]).toEqual([302, false]);
    expect((await openingsOf(earlier, who)).filter((action) => action === 'report.opened')).toEqual([]);
  }
});
