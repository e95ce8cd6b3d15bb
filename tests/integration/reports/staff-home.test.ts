import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { noteBackup } from '~/platform/backup/backup-folder.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';
import * as homePage from '~/routes/dashboard/home';
import * as listPage from '~/routes/dashboard/pending-report';
import * as contactPage from '~/routes/public/contact-us';
import { claimFor, saveDraftFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { answerTo, aReportAskedBy } from '../../support/questions';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';

let clinic: Clinic | undefined;
beforeEach(async () => {
  await clinic?.close();
  clinic = await openClinic();
});
afterAll(() => clinic?.close());

const small = { file: 'rash.png' };
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const move = (reportId: string, columns: Partial<typeof reports.$inferInsert>) =>
  execute(db().update(reports).set(columns).where(eq(reports.id, reportId)));

async function homeOf({ cookie }: Somebody) {
  const { data } = await getPage(homePage, { path: '/dashboard/home', cookie });
  return data as { expert?: Record<string, number>; admin?: Record<string, unknown>; toDoWords?: object };
}
const read = ({ token }: Somebody, ...codes: string[]) =>
  callApi(apiRoute('profile/update-languages-read'), {
    method: 'PUT',
    token,
    body: Object.fromEntries(codes.map((code) => [code, true])),
  });

describe('the home page of a doctor', () => {
  test('counts nothing in an empty clinic', async () => {
    expect((await homeOf(await an.expert())).expert).toEqual({
      reportsWaiting: 0,
      urgent: 0,
      longestWaitSeconds: 0,
      open: 0,
      answered: 0,
      translations: 0,
    });
  });

  test('counts the reports open with them, and the answers that came for them', async () => {
    const [doctor, colleague, patient] = [await an.expert(), await an.expert(), await a.patient()];
    const claimed = await aReportOf(patient, small);
    await claimFor(doctor, claimed._id);
    const drafted = await aReportOf(patient, small);
    await saveDraftFor(doctor, drafted._id, 'Half of it');
    const asked = await aReportAskedBy(doctor, await a.patient());
    const answering = await a.patient();
    const answered = await aReportAskedBy(doctor, answering);
    await answerTo(answering, answered._id, { text: 'Since Monday' });
    await move(drafted._id, { createdAt: hoursAgo(50) });
    expect((await homeOf(doctor)).expert).toMatchObject({ open: 3, answered: 1 });
    const { longestWaitSeconds } = (await homeOf(colleague)).expert ?? {};
    expect(Math.round((longestWaitSeconds ?? 0) / 3600)).toBe(50);
    expect((await homeOf(colleague)).expert).toMatchObject({ open: 0, answered: 0 });
    // The day after the answer is over: the report is in the queue again.
    await move(answered._id, { claimedUntil: hoursAgo(1) });
    expect((await homeOf(doctor)).expert).toMatchObject({ open: 2, answered: 0 });
    expect(asked._id).not.toBe(answered._id);
  });

  test('counts what waits as the list does, without the reports that stand above it', async () => {
    const [doctor, colleague, patient] = [await an.expert(), await an.expert(), await a.patient()];
    const listOf = async ({ cookie }: Somebody) => {
      const { data } = await getPage(listPage, { path: '/dashboard/pending-report', cookie });
      const { meta, desk } = data as { meta: { total: number }; desk: object[] };
      return { reportsWaiting: meta.total, open: desk.length };
    };
    const [claimed, drafted, free] = [
      await aReportOf(patient, small),
      await aReportOf(patient, small),
      await aReportOf(patient, small),
    ];
    await claimFor(doctor, claimed._id);
    await saveDraftFor(doctor, drafted._id, 'Half of it');
    // A colleague's draft of a report that another doctor holds.
    await saveDraftFor(colleague, claimed._id, 'Half of it');
    await aReportOf(doctor, small);
    await move(claimed._id, { createdAt: hoursAgo(50) });
    await move(free._id, { createdAt: hoursAgo(10) });
    const home = (await homeOf(doctor)).expert;
    expect(home).toMatchObject({ reportsWaiting: 2, open: 2 });
    expect(Math.round((home?.longestWaitSeconds ?? 0) / 3600)).toBe(10);
    for (const who of [doctor, colleague, await an.unapprovedExpert()]) {
      expect((await homeOf(who)).expert).toMatchObject(await listOf(who));
    }
  });

  test('counts the translations they can write, of recent reviews', async () => {
    const [author, translator, patient] = [await an.expert(), await an.expert(), await a.patient()];
    await callApi(apiRoute('profile/update-language'), {
      method: 'PUT',
      token: patient.token,
      body: { language: 'ta' },
    });
    const reviewed = await aReviewedReportOf(patient, author);
    const translations = async () => (await homeOf(translator)).expert?.translations;
    expect(await translations()).toBe(0);
    await read(translator, 'en', 'ta');
    expect(await translations()).toBe(1);
    await read(author, 'en');
    expect((await homeOf(author)).expert?.translations).toBe(0);
    await move(reviewed._id, { reviewedAt: hoursAgo(31 * 24) });
    expect(await translations()).toBe(0);
  });

  test('is about the queue only until they are approved', async () => {
    await aReportOf(await a.patient(), small);
    expect((await homeOf(await an.unapprovedExpert())).expert).toMatchObject({
      reportsWaiting: 1,
      open: 0,
      translations: 0,
    });
  });
});

describe('the home page of an admin', () => {
  test('counts what needs a decision', async () => {
    const admin = await an.admin();
    expect((await homeOf(admin)).admin).toEqual({
      urgent: 0,
      expertsWaiting: 0,
      unregistered: 0,
      toCall: { first: 0, others: 0 },
      held: 0,
      incomplete: 0,
      openMessages: 0,
      objections: 0,
      doubt: { count: 0, expertId: null },
      longWaits: 0,
      untranslated: [],
      unsentEmails: 0,
      isBackupFailed: false,
      sendingHeldSince: null,
    });
    await an.unapprovedExpert();
    const patient = await a.patient();
    const held = await aReportAskedBy(await an.expert(), patient, { kind: 'otherPerson' });
    await answerTo(patient, held._id, { text: 'It is mine' });
    const old = await aReportOf(patient, small);
    await move(old._id, { createdAt: hoursAgo(49) });
    await aReportOf(await a.patient(), small);
    await postPage(contactPage, {
      path: '/contact-us',
      fields: { name: 'Asha', email: 'asha@clinic.test', message: 'Do you read X-rays?' },
    });
    const [email] = await db().select({ id: outbox.id }).from(outbox).limit(1);
    await execute(
      db()
        .update(outbox)
        .set({ state: 'given up', tries: 9, letter: 'reviewReady' })
        .where(eq(outbox.id, email?.id ?? '')),
    );
    noteBackup(getSettings().DATA_DIR, { failed: { at: Date.now(), why: 'other' } });
    expect((await homeOf(admin)).admin).toMatchObject({
      expertsWaiting: 1,
      toCall: { first: 0, others: 0 },
      held: 1,
      openMessages: 1,
      longWaits: 1,
      unsentEmails: 1,
      isBackupFailed: true,
    });
  });

  test('is not sent to anyone else, and neither are its sentences to patients', async () => {
    expect((await homeOf(await an.expert())).admin).toBeUndefined();
    const { expert, admin, toDoWords } = await homeOf(await a.patient());
    expect([expert, admin, toDoWords]).toEqual([undefined, undefined, undefined]);
  });
});
