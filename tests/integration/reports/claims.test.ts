import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports, reviewDrafts } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as listPage from '~/routes/dashboard/pending-report';
import { deleteAccountOf } from '../../support/accounts';
import { aClaimedReport, claimFor, draftOf, nextFor, releaseFor, saveDraftFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, password, type Somebody } from '../../support/clinic';
import { answerTo, aReportAskedBy } from '../../support/questions';
import { aReportOf, type Report, sendReview, withdrawConsentFor } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { isShort } from '../../support/short-form';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());
afterEach(() => vi.useRealTimers());

const small = { file: 'rash.png' };
const aReport = async () => (await aReportOf(await a.patient(), small))._id;
const claimedBy = async (reportId: string) =>
  (await db().select({ by: reports.claimedBy }).from(reports).where(eq(reports.id, reportId)))[0]?.by;
const later = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};
const minutes = (count: number) => count * 60_000;
const suspend = (admin: Somebody, expert: Somebody) =>
  callApi(apiRoute('expert/suspend-expert'), {
    method: 'POST',
    token: admin.token,
    body: { expertId: expert.id, reason: 'On leave' },
  });
const pageOf = (reportId: string, { cookie }: Somebody, headers = {}) =>
  getPage(addReviewPage, {
    path: `/dashboard/add-review/${reportId}`,
    params: { reportId },
    cookie,
    headers,
  });

describe('a claim', () => {
  test('of many doctors who ask for the next report at once each gets one of their own', async () => {
    const many = isShort ? 20 : 50;
    const doctors = await Promise.all(Array.from({ length: many }, () => an.expert()));
    const patient = await a.patient();
    for (let at = 0; at < many; at += 1)
      await aReportOf(patient, { ...small, description: `Number ${at}`, reportType: 'Hearing Test' });
    const answers = await Promise.all(doctors.map((one) => nextFor(one, { reportType: 'Hearing Test' })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const ids = answers.map(({ json }) => (json.data as Report)._id);
    expect(new Set(ids).size).toBe(many);
    const [first] = doctors;
    expect((await nextFor(first as Somebody, { reportType: 'Hearing Test' })).json).toMatchObject({
      message: 'No report that fits is waiting.',
      code: 'not_found',
    });
  });

  test('is one doctor’s: of two the second is told who and for how long', async () => {
    const [one, other] = [await an.expert({ firstName: 'Meera' }), await an.expert()];
    const reportId = await aReport();
    const answers = await Promise.all([claimFor(one, reportId), claimFor(other, reportId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? one : other;
    const loser = winner === one ? other : one;
    const refused = await claimFor(loser, reportId);
    expect(refused.json).toMatchObject({ code: 'claim_taken' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(1790);
    expect(wait).toBeLessThanOrEqual(1800);
    // Asked again it is the same claim, and one line of the audit log.
    expect((await claimFor(winner, reportId)).status).toBe(200);
    const lines = await db().select().from(audit).where(eq(audit.objectId, reportId));
    expect(lines.filter(({ action }) => action === 'report.claimed')).toHaveLength(1);
  });

  test('is over after 30 minutes without a sign of life, and saving a draft begins them anew', async () => {
    const [one, other] = [await an.expert(), await an.expert()];
    const reportId = await aClaimedReport(one);
    later(minutes(29));
    expect((await saveDraftFor(one, reportId, 'Half of it')).status).toBe(200);
    later(minutes(29));
    expect((await claimFor(other, reportId)).status).toBe(409);
    later(minutes(2));
    expect((await claimFor(other, reportId)).status).toBe(200);
  });

  test('that lapsed while the review was written counts, unless somebody took the report', async () => {
    const [one, other] = [await an.expert(), await an.expert()];
    const [kept, lost] = [await aClaimedReport(one), await aClaimedReport(one)];
    later(minutes(31));
    expect((await sendReview({ reportId: kept, token: one.token, review: 'Late, and first' })).status).toBe(
      200,
    );
    expect((await claimFor(other, lost)).status).toBe(200);
    const late = await sendReview({ reportId: lost, token: one.token, review: 'Too late' });
    expect([late.status, late.json.code]).toEqual([409, 'claim_taken']);
    expect((await draftOf(one, lost)).json.data).toMatchObject({ review: 'Too late' });
  });

  test('ends with a suspension, and the report is free at once', async () => {
    const [one, other] = [await an.expert(), await an.expert()];
    const reportId = await aClaimedReport(one);
    expect((await suspend(await an.admin(), one)).status).toBe(200);
    expect(await claimedBy(reportId)).toBeNull();
    expect((await claimFor(other, reportId)).status).toBe(200);
  });

  test('ends when it is given back, and when an admin frees it; nobody else can', async () => {
    const [one, other, admin] = [await an.expert(), await an.expert(), await an.admin()];
    const reportId = await aClaimedReport(one);
    expect((await releaseFor(other, reportId)).status).toBe(404);
    expect((await releaseFor(one, reportId)).status).toBe(200);
    expect(await claimedBy(reportId)).toBeNull();
    await claimFor(one, reportId);
    const free = (who: Somebody) =>
      callApi(apiRoute('report/free-claim'), { method: 'POST', token: who.token, params: { reportId } });
    expect((await free(other)).status).toBe(403);
    expect((await free(admin)).status).toBe(200);
    expect((await free(admin)).status).toBe(404);
    expect(await claimedBy(reportId)).toBeNull();
  });

  test('is not made again by what is saved after it was given back', async () => {
    const doctor = await an.expert();
    const reportId = await aClaimedReport(doctor);
    await releaseFor(doctor, reportId);
    expect((await saveDraftFor(doctor, reportId, 'A late word')).status).toBe(200);
    expect(await claimedBy(reportId)).toBeNull();
    expect((await draftOf(doctor, reportId)).json.data).toMatchObject({ review: 'A late word' });
  });

  test('of the next report is of one that was given back only where no other fits', async () => {
    const doctor = await an.expert();
    const [longest, other] = [await a.patient(), await a.patient({ firstName: 'Zubaida' })];
    const fitting = { ...small, reportType: 'Eye Exam' };
    const [first, second] = [await aReportOf(longest, fitting), await aReportOf(other, fitting)];
    const next = async (q?: string) => {
      const { json } = await nextFor(doctor, { reportType: 'Eye Exam', ...(q && { q }) });
      return (json.data as Report | undefined)?._id;
    };
    expect(await next('zubaida')).toBe(second._id);
    await releaseFor(doctor, second._id);
    expect(await next()).toBe(first._id);
    await releaseFor(doctor, first._id);
    // Both were given back: the one that waits longest.
    expect(await next()).toBe(first._id);
    expect(await next()).toBe(second._id);
    expect(await next()).toBeUndefined();
  });

  test('ends with the account of who holds it', async () => {
    const doctor = await an.expert();
    const reportId = await aClaimedReport(doctor);
    expect((await deleteAccountOf(doctor, { password })).status).toBe(200);
    expect(await claimedBy(reportId)).toBeNull();
    expect((await claimFor(await an.expert(), reportId)).status).toBe(200);
  });

  test('is none of a report that waits for its patient; an answer keeps it for a day, beside three others', async () => {
    const doctor = await an.expert();
    const patient = await a.patient();
    const { _id } = await aReportAskedBy(doctor, patient);
    const waits = await claimFor(await an.expert(), _id);
    expect([waits.status, waits.json.message]).toEqual([409, 'This report is waiting for its patient.']);
    await answerTo(patient, _id, { text: 'Since Monday' });
    for (let held = 0; held < 3; held += 1) await aClaimedReport(doctor);
    const until = async () => {
      const [row] = await db().select().from(reports).where(eq(reports.id, _id));
      return Number(row?.claimedUntil);
    };
    const day = await until();
    // Opening it does not make the day shorter.
    expect((await claimFor(doctor, _id)).status).toBe(200);
    expect(await until()).toBe(day);
  });

  test('is no patient’s own report, and no fourth', async () => {
    const doctor = await an.expert();
    const own = await aReportOf(doctor, small);
    expect((await claimFor(doctor, own._id)).status).toBe(403);
    for (let held = 0; held < 3; held += 1) await aClaimedReport(doctor);
    const fourth = await claimFor(doctor, await aReport());
    expect([fourth.status, fourth.json.code]).toEqual([409, 'claims_full']);
    const five = await Promise.all(
      await Promise.all([1, 2, 3, 4, 5].map(async () => claimFor(await an.expert(), await aReport()))),
    );
    expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const newcomer = await an.expert();
    const ids = await Promise.all([1, 2, 3, 4, 5].map(aReport));
    const atOnce = await Promise.all(ids.map((id) => claimFor(newcomer, id)));
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test('is made by opening the page, but not by a prefetch or from another site', async () => {
    const doctor = await an.expert();
    const reportId = await aReport();
    for (const headers of [
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await pageOf(reportId, doctor, headers)).status).toBe(200);
      expect(await claimedBy(reportId)).toBeNull();
    }
    expect((await pageOf(reportId, doctor)).status).toBe(200);
    expect(await claimedBy(reportId)).toBe(doctor.id);
  });

  test('shows whose it is to doctors and admins, and not to its patient or a newcomer', async () => {
    const doctor = await an.expert({ firstName: 'Sunita' });
    const patient = await a.patient();
    const { _id } = await aReportOf(patient, small);
    await claimFor(doctor, _id);
    const read = async (who: Somebody) =>
      (await callApi(apiRoute('report/get-report'), { token: who.token, params: { reportId: _id } })).json
        .data as { claim: { expert: { firstName: string } } | null };
    for (const who of [await an.expert(), await an.admin()])
      expect((await read(who)).claim?.expert.firstName).toBe('Sunita');
    expect((await read(patient)).claim).toBeNull();
    const list = await callApi(apiRoute('report/get-pending-reports'), {
      token: (await an.unapprovedExpert()).token,
    });
    expect(list.text).not.toContain('Sunita');
  });
});

describe('a draft', () => {
  test('of a doctor who has reviewed the report elsewhere is kept, and stands beside that review', async () => {
    const doctor = await an.expert();
    const reportId = await aReport();
    await sendReview({ reportId, token: doctor.token, review: 'The words that stand' });
    const send = () =>
      postPage(addReviewPage, {
        path: `/dashboard/add-review/${reportId}`,
        params: { reportId },
        cookie: doctor.cookie,
        fields: { review: 'The words just typed', language: 'en', correctedAt: '' },
      });
    const { location, toast } = await send();
    expect([location, toast?.type]).toEqual([`/dashboard/add-review/${reportId}`, 'error']);
    const page = await pageOf(reportId, doctor);
    for (const words of ['The words that stand', 'The words just typed', '"isOwn":true'])
      expect(page.text).toContain(words);
    // A program is refused too, and does not replace what the page has kept.
    const second = await sendReview({ reportId, token: doctor.token, review: 'By a program' });
    expect([second.status, second.json.message]).toEqual([409, toast?.message]);
    expect((await draftOf(doctor, reportId)).json.data).toMatchObject({ review: 'The words just typed' });
    expect((await saveDraftFor(doctor, reportId, 'A late word')).status).toBe(409);
    expect((await saveDraftFor(doctor, reportId, '')).status).toBe(200);
    expect((await pageOf(reportId, doctor)).location).toBe('/dashboard/pending-report');
  });

  test('of whoever comes second is kept, and after a claim of theirs stands beside the review of the first', async () => {
    const [one, other] = [await an.expert(), await an.expert()];
    const reportId = await aClaimedReport(other);
    await releaseFor(other, reportId);
    await claimFor(one, reportId);
    const sent = await postPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}?reportType=Blood+Test`,
      params: { reportId },
      cookie: other.cookie,
      fields: { review: 'The words of the second', language: 'en', correctedAt: '' },
    });
    expect([sent.status, sent.location]).toEqual([
      302,
      `/dashboard/add-review/${reportId}?reportType=Blood+Test`,
    ]);
    const while_ = await pageOf(reportId, other);
    expect(while_.text).toContain('The words of the second');
    expect(while_.text).toContain('"taken"');
    await sendReview({ reportId, token: one.token, review: 'The words of the first' });
    const after = await pageOf(reportId, other);
    for (const words of ['The words of the first', 'The words of the second', '"beaten"'])
      expect(after.text).toContain(words);
    // Thrown away, the page is that of any reviewed report.
    const thrown = await postPage(listPage, {
      path: '/dashboard/pending-report/draft',
      params: { part: 'draft' },
      cookie: other.cookie,
      fields: { reportId, review: '' },
    });
    expect([thrown.location, thrown.text]).toEqual(['/dashboard/pending-report', '']);
    expect((await pageOf(reportId, other)).location).toBe('/dashboard/pending-report');
  });

  test('that the page keeps by itself is answered without a page or a message', async () => {
    const doctor = await an.expert();
    const reportId = await aClaimedReport(doctor);
    const keep = (more: Record<string, string>, cookie = doctor.cookie) =>
      postPage(listPage, {
        path: '/dashboard/pending-report/draft',
        params: { part: 'draft' },
        cookie,
        fields: { reportId, review: 'Half of it', ...more },
      });
    const quiet = await keep({ inBackground: 'yes' });
    expect([quiet.status, quiet.toast]).toEqual([204, undefined]);
    const button = await keep({});
    expect([button.status, button.toast?.message]).toEqual([302, 'Draft saved']);
    // Whoever is not signed in any more is not told that it was kept.
    expect((await keep({ inBackground: 'yes' }, '')).status).not.toBe(204);
    await sendReview({ reportId, token: doctor.token, review: 'All of it' });
    expect((await keep({ inBackground: 'yes' })).status).not.toBe(204);
    expect((await draftOf(doctor, reportId)).status).toBe(404);
  });

  test('is its author’s alone, and goes with the review, the consent, the report and after 30 days', async () => {
    const [one, other] = [await an.expert(), await an.expert()];
    const patient = await a.patient();
    const ids: string[] = [];
    for (const description of ['One', 'Two', 'Three', 'Four'])
      ids.push((await aReportOf(patient, { ...small, description }))._id);
    const [reviewed, withdrawn, deleted, old] = ids as [string, string, string, string];
    for (const reportId of ids) await saveDraftFor(one, reportId, 'Not for others');
    expect((await draftOf(other, reviewed)).status).toBe(404);
    await sendReview({ reportId: reviewed, token: one.token, review: 'Done' });
    expect((await withdrawConsentFor(patient, withdrawn)).status).toBe(200);
    await callApi(apiRoute('report/delete-report'), {
      method: 'DELETE',
      token: patient.token,
      params: { reportId: deleted },
    });
    const left = await db().select().from(reviewDrafts).where(eq(reviewDrafts.expertId, one.id));
    expect(left.map(({ reportId }) => reportId)).toEqual([old]);
    expect((await saveDraftFor(one, withdrawn, 'Again')).status).toBe(404);
    const drafts = () => db().select().from(reviewDrafts).where(eq(reviewDrafts.reportId, old));
    await purge(Date.now() + 29 * 24 * minutes(60));
    expect(await drafts()).toHaveLength(1);
    await purge(Date.now() + 31 * 24 * minutes(60));
    expect(await drafts()).toEqual([]);
  });
});
