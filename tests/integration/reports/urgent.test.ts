import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import * as byCasePage from '~/routes/dashboard/front-desk/mark-urgent-by-case';
import * as markPage from '~/routes/dashboard/mark-urgent';
import * as listPage from '~/routes/dashboard/pending-report';
import * as uploadPage from '~/routes/dashboard/upload-report';
import { anUndoableReview, claimFor, nextFor } from '../../support/claims';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { slipFrom } from '../../support/desk';
import { aReportOf, sendReview, uploadFields, withdrawConsentFor } from '../../support/reports';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import { sendFor } from '../../support/sending';

clinicForFile();

const small = { file: 'rash.png' };
const markCall = apiRoute('report/mark-urgent');
const byCaseCall = apiRoute('report/mark-urgent-by-case');
const pendingCall = apiRoute('report/get-pending-reports');
const reportCall = apiRoute('report/get-report');

const mark = ({ token }: Pick<Somebody, 'token'>, reportId: string) =>
  callApi(markCall, { method: 'POST', token, params: { reportId } });
const markByCase = ({ token }: Somebody, caseNumber: string) =>
  callApi(byCaseCall, { method: 'POST', token, body: { caseNumber } });
const rowOf = async (id: string) => (await db().select().from(reports).where(eq(reports.id, id)))[0];
const listOf = async ({ token }: Somebody, query: Record<string, string> = {}) => {
  const path = `/api/v1/report/get-pending-reports?${new URLSearchParams(query)}`;
  const { json } = await callApi(pendingCall, { token, path });
  return json as unknown as { data: Record<string, unknown>[]; meta: { total: number } };
};

type Block = {
  urgent: { reports: { _id: string }[]; more: number };
  data: { _id: string; urgent: boolean }[];
};
const pageOf = async ({ cookie }: Somebody, query = '') =>
  (await getPage(listPage, { path: `/dashboard/pending-report${query}`, cookie }))
    .data as unknown as Block & {
    meta: { total: number };
  };

let moment = Date.now();
const nextMoment = () => {
  moment += 1;
  return new Date(moment);
};

/** Copies a waiting report for a patient, without its file. */
async function copies(id: string, patientId: string, count: number, urgentAt: Date | null) {
  const row = await rowOf(id);
  if (!row) throw new Error('There is no such report');
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const copyId = newId();
    const keys = { submissionKey: null, contentKey: null, thumbnailName: null };
    await execute(
      db()
        .insert(reports)
        .values({
          ...row,
          ...keys,
          id: copyId,
          fileName: copyId,
          patientId,
          urgentAt,
          createdAt: nextMoment(),
        }),
    );
    ids.push(copyId);
  }
  return ids;
}

// No test sees the urgent reports of another.
beforeEach(async () => {
  await execute(db().update(reports).set({ urgentAt: null }));
});

describe('a waiting report', () => {
  test('is made urgent by its patient, its helper, the front desk and admins, and by nobody else', async () => {
    const [patient, helper, clerk, admin] = [
      await a.patient(),
      await a.helper(),
      await a.clerk(),
      await an.admin(),
    ];
    const { userId } = await slipFrom(helper);
    const sent = (await sendFor(helper, { userId, birthYear: '1962' })).json.data as { reportId: string };
    const { _id } = await aReportOf(patient, small);
    for (const other of [await a.patient(), await a.helper(), await an.expert(), clerk])
      expect((await mark(other, _id)).status).toBe(404);
    for (const other of [patient, helper, await an.expert()])
      expect((await markByCase(other, _id.slice(0, 8))).status).toBe(403);
    expect((await rowOf(_id))?.urgentAt).toBeNull();

    const marked = await mark(patient, _id);
    expect(marked.json).toMatchObject({ data: { reportId: _id, firstName: patient.firstName } });
    const since = (await rowOf(_id))?.urgentAt;
    expect(since).toBeInstanceOf(Date);
    // A second time changes nothing; who is not the patient has read a name.
    expect((await mark(patient, _id)).status).toBe(200);
    expect((await mark(admin, _id)).status).toBe(200);
    expect((await rowOf(_id))?.urgentAt).toEqual(since);
    const lines = await db().select().from(audit).where(eq(audit.objectId, _id)).orderBy(audit.id);
    const marks = lines.filter(({ action }) => action === 'report.markedUrgent');
    expect(marks.map(({ actorId }) => actorId)).toEqual([patient.id, admin.id]);

    expect((await mark(helper, sent.reportId)).status).toBe(200);
    const mine = (await callApi(apiRoute('report/sent'), { token: helper.token })).json.data;
    expect(mine).toMatchObject([{ reportId: sent.reportId, urgent: true }]);

    const third = await aReportOf(patient, small);
    const told = await markByCase(clerk, `${third._id.slice(0, 4)} ${third._id.slice(4, 8).toUpperCase()}`);
    expect(told.json).toMatchObject({ data: { reportId: third._id, firstName: patient.firstName } });
    expect((await markByCase(clerk, 'ZZZZ-ZZZZ')).json).toMatchObject({ code: 'invalid_input' });
  });

  test('is made urgent on the pages, and the report is shown again after it', async () => {
    const patient = await a.patient();
    const { _id: reportId } = await aReportOf(patient, small);
    const path = `/dashboard/mark-urgent/${reportId}`;
    const { data } = await getPage(markPage, { path, params: { reportId }, cookie: patient.cookie });
    expect(data).toMatchObject({ reportId, name: patient.firstName });
    const pressed = await postPage(markPage, {
      path,
      params: { reportId },
      cookie: patient.cookie,
      fields: {},
    });
    expect(pressed.location).toBe(`/dashboard/report/${reportId}`);
    expect((await rowOf(reportId))?.urgentAt).not.toBeNull();
    const clerk = await a.clerk();
    const wrong = await postPage(byCasePage, {
      path: '/dashboard/front-desk/urgent',
      cookie: clerk.cookie,
      fields: { caseNumber: 'ZZZZ-ZZZZ' },
    });
    expect(wrong.fieldErrors).toEqual({
      caseNumber: 'No report has this case number. Please ask for it again.',
    });
  });

  test('is not made urgent once it is answered or withdrawn, which no answer hides', async () => {
    const [patient, expert] = [await a.patient(), await an.expert()];
    const answered = await aReportOf(patient, small);
    await mark(patient, answered._id);
    await sendReview({ reportId: answered._id, token: expert.token, review: 'All is well' });
    const read = async () =>
      (await callApi(reportCall, { token: patient.token, params: { reportId: answered._id } })).json.data;
    expect(await read()).toMatchObject({ urgent: false, urgentFor: null });
    expect(await mark(patient, answered._id)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    const withdrawn = await aReportOf(patient, small);
    await withdrawConsentFor(patient, withdrawn._id);
    expect((await mark(patient, withdrawn._id)).status).toBe(409);
    expect((await rowOf(withdrawn._id))?.urgentAt).toBeNull();
  });

  test('is urgent again as before once its review is undone or taken back by any server', async () => {
    const expert = await an.expert();
    const id = await anUndoableReview(expert);
    const patientId = (await rowOf(id))?.patientId ?? '';
    expect((await listOf(expert, { urgent: 'yes' })).meta.total).toBe(0);
    // The patient does not know of the review yet.
    await execute(
      db()
        .update(reports)
        .set({ urgentAt: new Date(0) })
        .where(eq(reports.id, id)),
    );
    // As an older server writes it, which knows no urgent reports.
    await execute(
      db().update(reports).set({ status: 'Pending', review: null, expertId: null }).where(eq(reports.id, id)),
    );
    const { data } = await listOf(expert, { urgent: 'yes' });
    expect(data).toMatchObject([{ _id: id, urgent: true, patient: { _id: patientId } }]);
    expect(Number(data[0]?.urgentFor)).toBeGreaterThan(1_000_000);
  });
});

describe('an upload', () => {
  test('is urgent if its patient ticks it', async () => {
    const patient = await a.patient();
    const send = (fields: Record<string, string>) =>
      postPage(uploadPage, {
        path: '/dashboard/upload-report',
        cookie: patient.cookie,
        fields: uploadFields(new File(['%PDF'], 'none.pdf'), fields),
      });
    // A mistake elsewhere loses no tick.
    expect((await send({ urgent: 'on', phoneNumber: '' })).typed).toMatchObject({ urgent: 'on' });
    const { _id } = await aReportOf(patient, { ...small, urgent: 'on' });
    expect((await rowOf(_id))?.urgentAt).toEqual(expect.any(Date));
  });

  test('sent again with the tick is another report, so that the mark is not lost', async () => {
    const patient = await a.patient();
    const first = await aReportOf(patient, { ...small, submissionKey: 'one form' });
    const again = await aReportOf(patient, { ...small, submissionKey: 'one form' });
    const urgent = await aReportOf(patient, { ...small, submissionKey: 'one form', urgent: 'on' });
    expect(again._id).toBe(first._id);
    expect(urgent._id).not.toBe(first._id);
    expect((await rowOf(urgent._id))?.urgentAt).not.toBeNull();
  });
});

describe('the list of waiting reports', () => {
  test('has 20 of 25 urgent reports above it, and is as long and in the order as without them', async () => {
    const [expert, admin, masked] = [await an.expert(), await an.admin(), await an.unapprovedExpert()];
    const { _id } = await aReportOf(await a.patient(), small);
    const ids: string[] = [];
    for (let at = 0; at < 9; at += 1)
      ids.push(...(await copies(_id, (await a.patient()).id, at < 8 ? 3 : 1, null)));
    const before = await pageOf(expert);
    const calledBefore = await listOf(expert);
    await execute(db().update(reports).set({ urgentAt: new Date() }).where(inArray(reports.id, ids)));

    const page = await pageOf(expert);
    expect(page.urgent.reports.map((report) => report._id)).toEqual(ids.slice(0, 20));
    expect(page.urgent.more).toBe(5);
    expect(page.data.map((report) => report._id)).toEqual(before.data.map((report) => report._id));
    expect(page.meta).toEqual(before.meta);
    const called = await listOf(expert);
    expect(called.meta).toEqual(calledBefore.meta);
    expect(called.data.map((report) => report._id)).toEqual(calledBefore.data.map((report) => report._id));
    expect((await listOf(expert, { urgent: 'yes', limit: '100' })).data.map((report) => report._id)).toEqual(
      ids,
    );
    expect((await pageOf(admin)).urgent.more).toBe(5);
    // The list of urgent ones has no block above it.
    expect((await pageOf(expert, '?urgent=yes')).urgent).toEqual({ reports: [], more: 0 });
    expect((await pageOf(masked)).urgent).toEqual({ reports: [], more: 0 });
    const { data } = await listOf(masked, { urgent: 'yes' });
    expect(data[0]).toMatchObject({ urgent: true, urgentFor: 0, patient: { _id: null } });
  });

  test('gives an account three places above it', async () => {
    const [expert, one, other] = [await an.expert(), await a.patient(), await a.patient()];
    const { _id } = await aReportOf(one, small);
    const many = await copies(_id, one.id, 5, new Date());
    const [single = ''] = await copies(_id, other.id, 1, new Date());
    const { urgent } = await pageOf(expert);
    expect(urgent.reports.map((report) => report._id)).toEqual([...many.slice(0, 3), single]);
    expect(urgent.more).toBe(2);
  });
});

test('an urgent report is claimed above the limit, and comes next before all others', async () => {
  const [expert, patient] = [await an.expert(), await a.patient()];
  const { _id } = await aReportOf(patient, { ...small, reportType: 'Eye Exam' });
  await copies(_id, patient.id, 3, null);
  const [urgent = ''] = await copies(_id, patient.id, 1, new Date());
  const filter = { reportType: 'Eye Exam' };
  const first = await nextFor(expert, filter);
  expect(first.json).toMatchObject({ data: { _id: urgent, urgent: true } });
  for (let at = 0; at < 2; at += 1) expect((await nextFor(expert, filter)).status).toBe(200);
  expect((await nextFor(expert, filter)).json).toMatchObject({ code: 'claims_full' });
  const [second = ''] = await copies(_id, patient.id, 1, new Date());
  expect((await claimFor(expert, second)).status).toBe(200);
  expect((await nextFor(expert, filter)).json).toMatchObject({ code: 'claims_full' });
});
