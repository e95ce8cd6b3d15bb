import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as giveConsentPage from '~/routes/dashboard/give-consent';
import * as home from '~/routes/dashboard/home';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as withdrawConsentPage from '~/routes/dashboard/withdraw-consent';
import * as pageOfFile from '~/routes/files/page';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import { a, an, fixture, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  aReportOf,
  aReviewedReportOf,
  giveConsentFor,
  type Report,
  sendReview,
  uploadFields,
  withdrawConsentFor,
} from '../../support/reports';
import { getPage, openFile, postPage, type RouteModule } from '../../support/requests';
import { deleteByApi, pendingFor, reportsOf } from '../../support/visits';

const wording =
  'I hereby give my consent for my medical report to be reviewed and used for medical consultation';
const reviewed = {
  success: false,
  message: 'This report has already been reviewed. You can delete it.',
  code: 'conflict',
};
const missing = { success: false, message: 'Report not found', code: 'not_found' };

let patient: Somebody;
let expert: Somebody;
let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  [patient, expert, admin] = [await a.patient(), await an.expert(), await an.admin()];
});

const ledgerOf = (reportId: string) =>
  db()
    .select()
    .from(consents)
    .where(eq(consents.reportId, reportId))
    .orderBy(consents.at, desc(consents.withdrawnAt));
const actionsOn = async (reportId: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, reportId)).orderBy(audit.id)).map(
    ({ action }) => action,
  );
const ownList = async (who: Somebody, query = '') =>
  (await reportsOf(who.id, who, query)).json.data as Report[];
const queue = async (who = expert) =>
  ((await pendingFor(who, '?limit=100')).json.data as Report[]).map(({ _id }) => _id);
const opens = async (module: RouteModule, { token }: Somebody, reportId: string) => {
  const answer = await openFile(module, { token, params: { reportId, page: '1' } });
  await answer.arrayBuffer();
  return answer.status;
};
const pressOn = (module: RouteModule, name: string, { cookie }: Somebody, reportId: string) =>
  postPage(module, { path: `/dashboard/${name}/${reportId}`, params: { reportId }, cookie });
const withdrawOnPage = (who: Somebody, reportId: string) =>
  pressOn(withdrawConsentPage, 'withdraw-consent', who, reportId);
const giveOnPage = (who: Somebody, reportId: string) =>
  pressOn(giveConsentPage, 'give-consent', who, reportId);

describe('a consent', () => {
  test('is stored with the whole sentence, its version, language, time and channel', async () => {
    const her = await a.patient();
    const form = uploadFields(await fixture('rash.png'));
    await postPage(uploadPage, { path: '/dashboard/upload-report', cookie: her.cookie, fields: form });
    await aReportOf(her);
    await aReportOf(her, { consent: undefined });
    const lines = await db().select().from(consents).where(eq(consents.userId, her.id)).orderBy(consents.at);
    const consent = { given: true, wording, wordingVersion: '2025-1', language: 'en', withdrawnAt: null };
    expect(lines).toMatchObject([
      { ...consent, door: 'page' },
      { ...consent, door: 'api' },
      { given: null, wording: null, wordingVersion: null, language: null, door: 'api' },
    ]);
    expect((await ownList(her)).map(({ consent }) => [consent?.given, consent?.door])).toEqual([
      [null, 'api'],
      [true, 'api'],
      [true, 'page'],
    ]);
  });

  test('is shown to nobody but its owner', async () => {
    const report = await aReportOf(patient);
    expect(report.consent).toMatchObject({ given: true, wordingVersion: '2025-1', earlier: [] });
    for (const who of [expert, admin]) {
      const { json } = await reportsOf(patient.id, who);
      const seen = (json.data as Report[]).find(({ _id }) => _id === report._id);
      expect(seen).toMatchObject({ consent: null });
    }
    for (const who of [expert, admin, await an.unapprovedExpert()]) {
      const { json } = await pendingFor(who, '?limit=100');
      expect((json.data as Report[]).find(({ _id }) => _id === report._id)).toMatchObject({ consent: null });
    }
  });
});

describe('a withdrawn consent', () => {
  let report: Report;
  let treating: Somebody;
  beforeAll(async () => {
    treating = await an.expert();
    await aReviewedReportOf(patient, treating);
    report = await aReportOf(patient);
    const { status, json } = await withdrawConsentFor(patient, report._id);
    expect([status, json.message]).toEqual([200, 'You have withdrawn your consent']);
    expect(json.data).toMatchObject({ status: 'Pending', consent: { given: true } });
    expect((json.data as Report).consent?.withdrawnAt).toMatch(/^\d{4}-/);
  });

  test('takes the report out of the queue and its count, for everyone', async () => {
    for (const who of [expert, admin, await an.unapprovedExpert()]) {
      const before = (await pendingFor(who)).json.meta as { total: number };
      expect(await queue(who)).not.toContain(report._id);
      const { _id } = await aReportOf(patient);
      expect((await pendingFor(who)).json.meta).toMatchObject({ total: before.total + 1 });
      await withdrawConsentFor(patient, _id);
      expect((await pendingFor(who)).json.meta).toMatchObject({ total: before.total });
    }
    const waits = (await getPage(home, { path: '/dashboard/home', cookie: expert.cookie })).data;
    expect(waits).toMatchObject({ expert: { reportsWaiting: (await queue()).length } });
  });

  test('closes the report to every expert, even one who treats the patient', async () => {
    for (const who of [expert, treating]) {
      for (const module of [raw, thumbnail, pageOfFile])
        expect(await opens(module, who, report._id)).toBe(404);
      const list = await reportsOf(patient.id, who);
      expect(list.text).not.toContain(report._id);
      const byId = await sendReview({ reportId: report._id, token: who.token, review: 'Rest' });
      const noSuch = await sendReview({ reportId: 'no-such-report', token: who.token, review: 'Rest' });
      expect([byId.status, byId.text]).toEqual([404, noSuch.text]);
      const page = await getPage(addReviewPage, { params: { reportId: report._id }, cookie: who.cookie });
      expect(page.status).toBe(404);
    }
    expect((await reportsOf(patient.id, treating)).json.meta, 'counts only the others').toMatchObject({
      total: (await ownList(patient)).filter(({ consent }) => !consent?.withdrawnAt).length,
    });
  });

  test('leaves the report open to its owner and to an admin', async () => {
    for (const who of [patient, admin]) {
      expect(await opens(raw, who, report._id)).toBe(200);
      expect((await reportsOf(patient.id, who)).text).toContain(report._id);
    }
    for (const [status, isThere] of [
      ['Pending', true],
      ['Reviewed', false],
    ] as const) {
      const found = (await ownList(patient, `?status=${status}`)).some(({ _id }) => _id === report._id);
      expect([status, found]).toEqual([status, isThere]);
    }
  });

  test('no longer counts the expert among the patient’s doctors', async () => {
    const her = await a.patient();
    const { _id } = await aReportOf(her);
    expect((await reportsOf(her.id, expert)).status).toBe(200);
    await withdrawConsentFor(her, _id);
    expect((await reportsOf(her.id, expert)).text).toBe((await reportsOf('nobody', expert)).text);
  });

  test('cannot be withdrawn twice', async () => {
    const again = await withdrawConsentFor(patient, report._id);
    expect([again.status, again.json.message]).toEqual([409, 'You have already withdrawn your consent']);
    expect((await actionsOn(report._id)).filter((action) => action === 'consent.withdrawn')).toHaveLength(1);
  });

  test('allows the same form to be sent as a new report', async () => {
    const her = await a.patient();
    const send = async () => {
      const form = uploadFields(await fixture('rash.png'), { submissionKey: 'the same form' });
      await postPage(uploadPage, { path: '/dashboard/upload-report', cookie: her.cookie, fields: form });
    };
    await send();
    const [first] = await ownList(her);
    await withdrawConsentFor(her, first?._id ?? '');
    await send();
    expect((await ownList(her)).map(({ consent }) => consent?.withdrawnAt === null)).toEqual([true, false]);
  });

  test('can be followed by a deletion, which removes every row', async () => {
    const { _id } = await aReportOf(patient);
    await withdrawConsentFor(patient, _id);
    await giveConsentFor(patient, _id);
    await withdrawConsentFor(patient, _id);
    expect((await deleteByApi(patient, _id)).status).toBe(200);
    expect(await ledgerOf(_id)).toEqual([]);
  });
});

describe('a consent that is given again', () => {
  test('is a new row, and the report waits again at its old place', async () => {
    const [older, middle, newer] = [
      await aReportOf(patient),
      await aReportOf(patient),
      await aReportOf(patient),
    ].map(({ _id }) => _id);
    for (const [at, id] of [older, middle, newer].entries()) {
      const createdAt = new Date(Date.now() + 60_000 + at);
      await execute(
        db()
          .update(reports)
          .set({ createdAt })
          .where(eq(reports.id, id ?? '')),
      );
    }
    const mine = async () => (await queue()).filter((id) => [older, middle, newer].includes(id));
    await withdrawConsentFor(patient, middle ?? '');
    expect(await mine()).toEqual([older, newer]);
    const { status, json } = await giveConsentFor(patient, middle ?? '');
    expect([status, json.message]).toEqual([200, 'Thank you. Doctors can read your report again.']);
    const { consent } = json.data as Report;
    expect(consent).toMatchObject({ given: true, wording, withdrawnAt: null });
    expect(consent?.earlier).toMatchObject([{ given: true, wording, withdrawnAt: expect.any(String) }]);
    expect(await mine()).toEqual([older, middle, newer]);
    expect(await opens(raw, expert, middle ?? '')).toBe(200);
    const lines = await ledgerOf(middle ?? '');
    expect(lines.map(({ withdrawnAt }) => withdrawnAt !== null)).toEqual([true, false]);
    expect(await actionsOn(middle ?? '')).toEqual(
      expect.arrayContaining(['report.uploaded', 'consent.withdrawn', 'consent.given']),
    );
    const review = await sendReview({ reportId: middle ?? '', token: expert.token, review: 'Rest' });
    expect(review.status).toBe(200);
  });

  test('changes nothing in the earlier rows but the time of withdrawal', async () => {
    const { _id } = await aReportOf(patient, { consent: undefined });
    const [before] = await ledgerOf(_id);
    await withdrawConsentFor(patient, _id);
    const [consent] = await ledgerOf(_id);
    expect(consent).toEqual({ ...before, withdrawnAt: expect.any(Date) });
    await giveConsentFor(patient, _id);
    await withdrawConsentFor(patient, _id);
    const [first, second] = await ledgerOf(_id);
    expect(first).toEqual(consent);
    expect(second).toMatchObject({ given: true, wording, withdrawnAt: expect.any(Date) });
  });

  test('is refused if it was not withdrawn, or the report is reviewed', async () => {
    const { _id } = await aReportOf(patient);
    const reviewedReport = await aReviewedReportOf(patient, expert);
    for (const id of [_id, reviewedReport._id]) {
      const { status, json } = await giveConsentFor(patient, id);
      expect([status, json.message]).toEqual([409, 'Your consent has not been withdrawn']);
      expect(await ledgerOf(id)).toHaveLength(1);
    }
  });
});

describe('a withdrawal', () => {
  test('is refused for a reviewed report, with what the patient can do instead', async () => {
    const { _id } = await aReviewedReportOf(patient, expert);
    const api = await withdrawConsentFor(patient, _id);
    expect([api.status, api.json]).toEqual([409, reviewed]);
    const page = await withdrawOnPage(patient, _id);
    expect([page.location, page.toast]).toEqual([
      `/dashboard/previous-report/${patient.id}`,
      { type: 'error', message: reviewed.message },
    ]);
    expect((await ledgerOf(_id))[0]?.withdrawnAt).toBeNull();
    expect((await ownList(patient)).find((one) => one._id === _id)?.status).toBe('Reviewed');
  });

  test('is the owner’s alone: another’s report and a missing one give the same bytes', async () => {
    const { _id } = await aReportOf(patient);
    for (const who of [await a.patient(), await an.unapprovedExpert(), expert, admin]) {
      for (const ask of [withdrawConsentFor, giveConsentFor]) {
        const [theirs, none] = [await ask(who, _id), await ask(who, 'no-such-report')];
        expect([theirs.status, theirs.json]).toEqual([404, missing]);
        expect(theirs.text).toBe(none.text);
      }
      const opened = await getPage(withdrawConsentPage, { params: { reportId: _id }, cookie: who.cookie });
      expect(opened.status).toBe(404);
    }
    const { status } = await withdrawConsentFor({ token: '' }, _id);
    expect([status, await queue()]).toEqual([401, expect.arrayContaining([_id])]);
  });

  test('is open to an expert for their own report, like any patient', async () => {
    const { _id } = await aReportOf(expert);
    const mine = (await pendingFor(expert, '?limit=100')).json.data as Report[];
    expect(mine.find((one) => one._id === _id)?.consent).toMatchObject({ given: true });
    expect((await withdrawConsentFor(expert, _id)).status).toBe(200);
    expect(await opens(raw, expert, _id)).toBe(200);
    expect((await giveConsentFor(expert, _id)).status).toBe(200);
  });

  test('leads back to the list with a message, and is refused from another website', async () => {
    const { _id } = await aReportOf(patient);
    const path = `/dashboard/withdraw-consent/${_id}`;
    const foreign = await postPage(withdrawConsentPage, {
      path,
      params: { reportId: _id },
      cookie: patient.cookie,
      origin: 'https://other.example',
    });
    expect([foreign.status, (await queue()).includes(_id)]).toEqual([403, true]);
    const withdrawal = await withdrawOnPage(patient, _id);
    expect([withdrawal.status, withdrawal.location, withdrawal.toast?.message]).toEqual([
      302,
      `/dashboard/previous-report/${patient.id}`,
      'You have withdrawn your consent',
    ]);
    const renewal = await giveOnPage(patient, _id);
    expect(renewal.toast?.message).toBe('Thank you. Doctors can read your report again.');
    expect((await ledgerOf(_id)).map(({ door }) => door)).toEqual(['api', 'page']);
  });
});

test('and a simultaneous review exclude each other', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { _id } = await aReportOf(patient, { file: 'rash.png' });
    const review = () => sendReview({ reportId: _id, token: expert.token, review: 'Rest' });
    const withdraw = () => withdrawConsentFor(patient, _id);
    const isReviewFirst = round % 2 === 0;
    const calls = isReviewFirst ? [review(), withdraw()] : [withdraw(), review()];
    const [first, second] = await Promise.all(calls);
    const [reviewing, withdrawing] = isReviewFirst ? [first, second] : [second, first];
    const [row] = await db().select().from(reports).where(eq(reports.id, _id));
    const [line] = await ledgerOf(_id);
    const isReviewed = row?.status === 'Reviewed';
    expect([reviewing?.status, withdrawing?.status]).toEqual(isReviewed ? [200, 409] : [404, 200]);
    expect(line?.withdrawnAt === null).toBe(isReviewed);
    expect(row?.review === null).toBe(!isReviewed);
  }
});
