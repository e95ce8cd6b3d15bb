import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { purge } from '~/domain/clinic/purge.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports, reviewDrafts } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as listPage from '~/routes/dashboard/pending-report';
import { deleteAccountOf } from '../../support/accounts';
import { aClaimedReport, claimFor, draftOf, nextFor, releaseFor, saveDraftFor } from '../../support/claims';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { answerTo, aReportAskedBy } from '../../support/questions';
import { aReportOf, type Report, sendReview, withdrawConsentFor } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { isShort } from '../../support/short-form';

clinicForFile();
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
  test('gives each of many doctors who ask for the next report at once a different one', async () => {
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
      message: 'No matching report is waiting.',
      code: 'not_found',
    });
  });

  test('goes to one of two doctors, and the other sees whose it is and for how long', async () => {
    const [first, second] = [await an.expert({ firstName: 'Meera' }), await an.expert()];
    const reportId = await aReport();
    const answers = await Promise.all([claimFor(first, reportId), claimFor(second, reportId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? first : second;
    const loser = winner === first ? second : first;
    const refused = await claimFor(loser, reportId);
    expect(refused.json).toMatchObject({ code: 'claim_taken' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(1790);
    expect(wait).toBeLessThanOrEqual(1800);
    // A second call returns the same claim and writes no second audit entry.
    expect((await claimFor(winner, reportId)).status).toBe(200);
    const lines = await db().select().from(audit).where(eq(audit.objectId, reportId));
    expect(lines.filter(({ action }) => action === 'report.claimed')).toHaveLength(1);
  });

  test('lapses after 30 minutes without activity, and saving a draft restarts them', async () => {
    const [first, second] = [await an.expert(), await an.expert()];
    const reportId = await aClaimedReport(first);
    later(minutes(29));
    expect((await saveDraftFor(first, reportId, 'Half of it')).status).toBe(200);
    later(minutes(29));
    expect((await claimFor(second, reportId)).status).toBe(409);
    later(minutes(2));
    expect((await claimFor(second, reportId)).status).toBe(200);
  });

  test('still counts if it lapsed while the review was written, unless another doctor claimed the report', async () => {
    const [first, second] = [await an.expert(), await an.expert()];
    const [keptReport, lostReport] = [await aClaimedReport(first), await aClaimedReport(first)];
    later(minutes(31));
    expect(
      (await sendReview({ reportId: keptReport, token: first.token, review: 'Late, and first' })).status,
    ).toBe(200);
    expect((await claimFor(second, lostReport)).status).toBe(200);
    const late = await sendReview({ reportId: lostReport, token: first.token, review: 'Too late' });
    expect([late.status, late.json.code]).toEqual([409, 'claim_taken']);
    expect((await draftOf(first, lostReport)).json.data).toMatchObject({ review: 'Too late' });
  });

  test('ends with a suspension, which frees the report at once', async () => {
    const [first, second] = [await an.expert(), await an.expert()];
    const reportId = await aClaimedReport(first);
    expect((await suspend(await an.admin(), first)).status).toBe(200);
    expect(await claimedBy(reportId)).toBeNull();
    expect((await claimFor(second, reportId)).status).toBe(200);
  });

  test('ends on a release, or when an admin frees it, and nobody else can end it', async () => {
    const [holder, colleague, admin] = [await an.expert(), await an.expert(), await an.admin()];
    const reportId = await aClaimedReport(holder);
    expect((await releaseFor(colleague, reportId)).status).toBe(404);
    expect((await releaseFor(holder, reportId)).status).toBe(200);
    expect(await claimedBy(reportId)).toBeNull();
    await claimFor(holder, reportId);
    const free = (who: Somebody) =>
      callApi(apiRoute('report/free-claim'), { method: 'POST', token: who.token, params: { reportId } });
    expect((await free(colleague)).status).toBe(403);
    expect((await free(admin)).status).toBe(200);
    expect((await free(admin)).status).toBe(404);
    expect(await claimedBy(reportId)).toBeNull();
  });

  test('is not renewed by a draft saved after the release', async () => {
    const doctor = await an.expert();
    const reportId = await aClaimedReport(doctor);
    await releaseFor(doctor, reportId);
    expect((await saveDraftFor(doctor, reportId, 'A late word')).status).toBe(200);
    expect(await claimedBy(reportId)).toBeNull();
    expect((await draftOf(doctor, reportId)).json.data).toMatchObject({ review: 'A late word' });
  });

  test('on the next report skips released ones until no other fits', async () => {
    const doctor = await an.expert();
    const [longest, otherPatient] = [await a.patient(), await a.patient({ firstName: 'Zubaida' })];
    const fitting = { ...small, reportType: 'Eye Exam' };
    const [first, second] = [await aReportOf(longest, fitting), await aReportOf(otherPatient, fitting)];
    const next = async (q?: string) => {
      const { json } = await nextFor(doctor, { reportType: 'Eye Exam', ...(q && { q }) });
      return (json.data as Report | undefined)?._id;
    };
    expect(await next('zubaida')).toBe(second._id);
    await releaseFor(doctor, second._id);
    expect(await next()).toBe(first._id);
    await releaseFor(doctor, first._id);
    // Both were released, so the report that has waited longest comes first.
    expect(await next()).toBe(first._id);
    expect(await next()).toBe(second._id);
    expect(await next()).toBeUndefined();
  });

  test('ends with the account of its holder', async () => {
    const doctor = await an.expert();
    const reportId = await aClaimedReport(doctor);
    expect((await deleteAccountOf(doctor, { password })).status).toBe(200);
    expect(await claimedBy(reportId)).toBeNull();
    expect((await claimFor(await an.expert(), reportId)).status).toBe(200);
  });

  test('does not exist while the patient is asked, and an answer keeps it for a day beside three others', async () => {
    const doctor = await an.expert();
    const patient = await a.patient();
    const { _id } = await aReportAskedBy(doctor, patient);
    const waits = await claimFor(await an.expert(), _id);
    expect([waits.status, waits.json.message]).toEqual([409, 'This report is waiting for the patient.']);
    await answerTo(patient, _id, { text: 'Since Monday' });
    for (let held = 0; held < 3; held += 1) await aClaimedReport(doctor);
    const until = async () => {
      const [row] = await db().select().from(reports).where(eq(reports.id, _id));
      return Number(row?.claimedUntil);
    };
    const day = await until();
    // Opening the report does not shorten the day.
    expect((await claimFor(doctor, _id)).status).toBe(200);
    expect(await until()).toBe(day);
  });

  test('is refused for a doctor’s own report, and for a fourth report', async () => {
    const doctor = await an.expert();
    const ownReport = await aReportOf(doctor, small);
    expect((await claimFor(doctor, ownReport._id)).status).toBe(403);
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

  test('shows its holder to doctors and admins, but not to the patient or an unapproved expert', async () => {
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

describe('the reports a doctor has open', () => {
  type ListPage = { data: Report[]; desk: Report[]; meta: { total: number } };
  const listOf = async ({ cookie }: Somebody, query = '') =>
    (await getPage(listPage, { path: `/dashboard/pending-report${query}`, cookie })).data as ListPage;

  test('stand above the list of that doctor and not in it, with every filter', async () => {
    const [doctor, colleague] = [await an.expert(), await an.expert()];
    const patient = await a.patient({ firstName: 'Zarina' });
    const ofType = { ...small, reportType: 'Allergy Test' };
    const [claimed, drafted, free] = [
      await aReportOf(patient, ofType),
      await aReportOf(patient, ofType),
      await aReportOf(patient, ofType),
    ];
    const before = (await listOf(doctor)).meta.total;
    await claimFor(doctor, claimed._id);
    await saveDraftFor(doctor, drafted._id, 'Half of it');
    const asked = await aReportAskedBy(doctor, patient);
    await saveDraftFor(doctor, asked._id, 'Half of it');
    for (const query of ['', '?reportType=Allergy+Test', '?q=zarina', '?waitsFor=patient', '?limit=1']) {
      const { data, desk, meta } = await listOf(doctor, query);
      expect(desk.map(({ _id }) => _id)).toEqual([claimed._id, drafted._id, asked._id]);
      const ids = data.map(({ _id }) => _id);
      for (const { _id } of desk) expect(ids, query).not.toContain(_id);
      if (query.includes('Allergy')) expect([ids, meta.total]).toEqual([[free._id], 1]);
      if (query === '') expect(meta.total).toBe(before - 2);
    }
    const others = await listOf(colleague, '?reportType=Allergy+Test');
    expect([others.data.map(({ _id }) => _id), others.meta.total, others.desk]).toEqual([
      [claimed._id, drafted._id, free._id],
      3,
      [],
    ]);
    const ofApi = await callApi(apiRoute('report/get-pending-reports'), {
      path: '/api/v1/report/get-pending-reports?reportType=Allergy+Test',
      token: doctor.token,
    });
    expect(ofApi.json.meta).toMatchObject({ total: 3 });
  });
});

describe('a draft', () => {
  test('is kept if the doctor has reviewed the report elsewhere, and appears beside that review', async () => {
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
    // The API is refused too, and does not replace the draft of the page.
    const second = await sendReview({ reportId, token: doctor.token, review: 'By a program' });
    expect([second.status, second.json.message]).toEqual([409, toast?.message]);
    expect((await draftOf(doctor, reportId)).json.data).toMatchObject({ review: 'The words just typed' });
    expect((await saveDraftFor(doctor, reportId, 'A late word')).status).toBe(409);
    expect((await saveDraftFor(doctor, reportId, '')).status).toBe(200);
    expect((await pageOf(reportId, doctor)).location).toBe('/dashboard/pending-report');
  });

  test('is kept for the slower doctor, and appears beside the first doctor’s review', async () => {
    const [first, second] = [await an.expert(), await an.expert()];
    const reportId = await aClaimedReport(second);
    await releaseFor(second, reportId);
    await claimFor(first, reportId);
    const answer = await postPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}?reportType=Blood+Test`,
      params: { reportId },
      cookie: second.cookie,
      fields: { review: 'The words of the second', language: 'en', correctedAt: '' },
    });
    expect([answer.status, answer.location]).toEqual([
      302,
      `/dashboard/add-review/${reportId}?reportType=Blood+Test`,
    ]);
    const while_ = await pageOf(reportId, second);
    expect(while_.text).toContain('The words of the second');
    expect(while_.text).toContain('"taken"');
    await sendReview({ reportId, token: first.token, review: 'The words of the first' });
    const after = await pageOf(reportId, second);
    for (const words of ['The words of the first', 'The words of the second', '"beaten"'])
      expect(after.text).toContain(words);
    // Once the draft is discarded, the page is that of any reviewed report.
    const thrown = await postPage(listPage, {
      path: '/dashboard/pending-report/draft',
      params: { part: 'draft' },
      cookie: second.cookie,
      fields: { reportId, review: '' },
    });
    expect([thrown.location, thrown.text]).toEqual(['/dashboard/pending-report', '']);
    expect((await pageOf(reportId, second)).location).toBe('/dashboard/pending-report');
  });

  test('is saved in the background without a page or a message', async () => {
    const doctor = await an.expert();
    const reportId = await aClaimedReport(doctor);
    const keep = (fields: Record<string, string>, cookie = doctor.cookie) =>
      postPage(listPage, {
        path: '/dashboard/pending-report/draft',
        params: { part: 'draft' },
        cookie,
        fields: { reportId, review: 'Half of it', ...fields },
      });
    const quiet = await keep({ inBackground: 'yes' });
    expect([quiet.status, quiet.toast]).toEqual([204, undefined]);
    const button = await keep({});
    expect([button.status, button.toast?.message]).toEqual([302, 'Draft saved']);
    // A doctor whose session has ended is not told that the draft was saved.
    expect((await keep({ inBackground: 'yes' }, '')).status).not.toBe(204);
    await sendReview({ reportId, token: doctor.token, review: 'All of it' });
    expect((await keep({ inBackground: 'yes' })).status).not.toBe(204);
    expect((await draftOf(doctor, reportId)).status).toBe(404);
  });

  test('belongs to its author alone, and is deleted with the review, the consent or the report, or after 30 days', async () => {
    const [author, colleague] = [await an.expert(), await an.expert()];
    const patient = await a.patient();
    const ids: string[] = [];
    for (const description of ['One', 'Two', 'Three', 'Four'])
      ids.push((await aReportOf(patient, { ...small, description }))._id);
    const [reviewed, withdrawn, deleted, old] = ids as [string, string, string, string];
    for (const reportId of ids) await saveDraftFor(author, reportId, 'Not for others');
    expect((await draftOf(colleague, reviewed)).status).toBe(404);
    await sendReview({ reportId: reviewed, token: author.token, review: 'Done' });
    expect((await withdrawConsentFor(patient, withdrawn)).status).toBe(200);
    await callApi(apiRoute('report/delete-report'), {
      method: 'DELETE',
      token: patient.token,
      params: { reportId: deleted },
    });
    const left = await db().select().from(reviewDrafts).where(eq(reviewDrafts.expertId, author.id));
    expect(left.map(({ reportId }) => reportId)).toEqual([old]);
    expect((await saveDraftFor(author, withdrawn, 'Again')).status).toBe(404);
    const drafts = () => db().select().from(reviewDrafts).where(eq(reviewDrafts.reportId, old));
    await purge(Date.now() + 29 * 24 * minutes(60));
    expect(await drafts()).toHaveLength(1);
    await purge(Date.now() + 31 * 24 * minutes(60));
    expect(await drafts()).toEqual([]);
  });
});
