import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import * as addReview from '~/routes/dashboard/add-review';
import * as deletePage from '~/routes/dashboard/delete-report';
import * as listPage from '~/routes/dashboard/previous-report';
import * as image from '~/routes/files/image';
import * as raw from '~/routes/files/raw';
import * as thumbnail from '~/routes/files/thumbnail';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { runSql } from '../../support/raw';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, type PageAnswer } from '../../support/requests';
import { approve, deleteByApi, deleteOnPage, reportsOf } from '../../support/visits';

const nobody = '0'.repeat(26);

let patient: Somebody;
let otherPatient: Somebody;
let expert: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  [patient, otherPatient, expert] = [await a.patient(), await a.patient(), await an.expert()];
});

const listOnPage = (patientId: string, { cookie }: Somebody) =>
  getPage(listPage, { path: `/dashboard/previous-report/${patientId}`, params: { patientId }, cookie });
const seen = ({ status, location, toast, text }: PageAnswer) => ({ status, location, toast, text });

describe('the e-mail to the patient', () => {
  test('names the review and where to find it, and nothing about their health', async () => {
    const her = await a.patient();
    const review = 'Signs of anaemia, ferritin 6';
    const { _id } = await aReviewedReportOf(her, expert, review);
    const emails = await clinic.emails(her.email);
    expect(emails).toHaveLength(1);
    const [letter] = emails;
    expect(letter?.subject).toBe('Your report has been reviewed');
    expect(letter?.text).toContain(`http://clinic.test/dashboard/report/${_id}`);
    for (const health of [review, 'anaemia', 'Blood Test', expert.firstName, expert.lastName, '9876543210']) {
      expect(`${letter?.subject} ${letter?.text}`).not.toContain(health);
    }
  });
});

describe('a patient and their reports', () => {
  test('sees them newest first, alike on pages and through the API, and others do not find them', async () => {
    const her = await a.patient();
    const first = await aReportOf(her, { description: 'the first' });
    const second = await aReviewedReportOf(her, expert, 'All is well');
    const api = (await reportsOf(her.id, her)).json;
    expect(api.message).toBe('Report Fetched Successfully');
    const rows = api.data as { _id: string; reportUrl: string }[];
    expect(rows.map(({ _id }) => _id)).toEqual([second._id, first._id]);
    expect(api.meta).toEqual({ page: 1, limit: 100, total: 2 });
    const page = (await listOnPage(her.id, her)).data as { data: typeof rows };
    const withoutLinks = (list: typeof rows) =>
      list.map((row) => ({ ...row, reportUrl: null, thumbnailUrl: null }));
    expect(withoutLinks(page.data)).toEqual(withoutLinks(rows));
    expect(page.data.map(({ reportUrl }) => reportUrl)).toEqual(rows.map(({ _id }) => `/files/raw/${_id}`));
    expect((await reportsOf(her.id, patient)).status).toBe(404);
  });

  test.each([
    ['other programs', deleteByApi],
    ['page', deleteOnPage],
  ] as const)('deletes a pending report, its row and its files (%s)', async (_door, remove) => {
    const before = await clinic.storedFiles();
    const { _id } = await aReportOf(patient);
    expect((await clinic.storedFiles()).length).toBe(before.length + 2);
    const answer = await remove(patient, _id);
    if ('toast' in answer) {
      expect(answer.location).toBe(`/dashboard/previous-report/${patient.id}`);
      expect(answer.toast).toEqual({ type: 'success', message: 'Report deleted Successfully' });
    } else {
      expect(answer.json).toEqual({ success: true, message: 'Report deleted Successfully' });
    }
    expect(await clinic.storedFiles()).toEqual(before);
    expect(await db().select().from(reports).where(eq(reports.id, _id))).toEqual([]);
  });

  test('names the report to delete in the body, in the path or in the query', async () => {
    const deleteReport = apiRoute('report/delete-report');
    const { token } = patient;
    const ways = [
      (reportId: string) => ({ body: { reportId } }),
      (reportId: string) => ({ params: { reportId } }),
      (reportId: string) => ({ path: `/api/v1/report/delete-report?reportId=${reportId}` }),
    ];
    for (const way of ways) {
      const { _id } = await aReportOf(patient, { file: 'rash.png' });
      const { status } = await callApi(deleteReport, { method: 'DELETE', token, ...way(_id) });
      expect(status).toBe(200);
      expect((await reportsOf(patient.id, patient)).text).not.toContain(_id);
    }
  });

  test('deletes a reviewed report from every list with its files, and leaves an audit entry without health data', async () => {
    const before = await clinic.storedFiles();
    const { _id } = await aReviewedReportOf(patient, expert, 'canary of the review');
    expect((await deleteByApi(patient, _id)).status).toBe(200);
    expect(await clinic.storedFiles()).toEqual(before);
    for (const who of [patient, expert, await an.admin()]) {
      const list = await reportsOf(patient.id, who);
      expect(list.text).not.toContain(_id);
      expect((await openFile(raw, { token: who.token, params: { reportId: _id } })).status).toBe(404);
    }
    const lines = await db().select().from(audit).where(eq(audit.objectId, _id)).orderBy(audit.id);
    expect(lines.map(({ action }) => action)).toEqual([
      'report.uploaded',
      'report.reviewed',
      'report.deleted',
    ]);
    expect(lines.map(({ actorId }) => actorId)).toEqual([patient.id, expert.id, patient.id]);
    expect(Object.keys(lines[0] ?? {}).sort()).toEqual(['action', 'actorId', 'at', 'hash', 'id', 'objectId']);
  });

  test('has an audit entry for each opening of a report by a doctor', async () => {
    const { _id } = await aReportOf(patient);
    await (await openFile(raw, { token: expert.token, params: { reportId: _id } })).arrayBuffer();
    await reportsOf(patient.id, expert);
    const opened = await db().select().from(audit).where(eq(audit.objectId, _id)).orderBy(audit.id);
    expect(opened.at(-1)).toMatchObject({ action: 'report.opened', actorId: expert.id });
    const listed = await db().select().from(audit).where(eq(audit.objectId, patient.id)).orderBy(audit.id);
    expect(listed.at(-1)).toMatchObject({ action: 'report.listed', actorId: expert.id });
  });

  test('cannot change or remove an audit entry, like everyone else', async () => {
    const before = await db().select().from(audit).orderBy(audit.id);
    expect(before.length).toBeGreaterThan(0);
    for (const tampering of ["update audit set actor_id = 'somebody'", 'delete from audit']) {
      await expect(runSql(tampering)).rejects.toThrow(/append-only/);
    }
    expect(await db().select().from(audit).orderBy(audit.id)).toEqual(before);
  });
});

describe('another patient’s report and a missing one get the same answer', () => {
  let foreignId: string;
  beforeAll(async () => {
    foreignId = (await aReportOf(patient))._id;
  });

  test.each([
    ['file', raw],
    ['picture', image],
    ['small picture', thumbnail],
  ])('opening its %s', async (_what, module) => {
    const answers = await Promise.all(
      [foreignId, nobody].map(async (reportId) => {
        const answer = await openFile(module, { token: otherPatient.token, params: { reportId } });
        return [answer.status, await answer.text(), [...answer.headers]];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(404);
  });

  test('deleting it, by API and on the page', async () => {
    const [foreign, missing] = [
      await deleteByApi(otherPatient, foreignId),
      await deleteByApi(otherPatient, nobody),
    ];
    expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text]);
    expect(foreign.json).toEqual({
      success: false,
      message: 'Report not found',
      code: 'not_found',
    });
    const [onPage, noneOnPage] = [
      await deleteOnPage(otherPatient, foreignId),
      await deleteOnPage(otherPatient, nobody),
    ];
    expect(seen(onPage)).toEqual(seen(noneOnPage));
    expect(onPage.toast).toEqual({ type: 'error', message: 'Report not found' });
    expect((await reportsOf(patient.id, patient)).text, 'the report is still there').toContain(foreignId);
  });

  test('the page that asks before deleting', async () => {
    const ask = (reportId: string, { cookie } = otherPatient) =>
      getPage(deletePage, { params: { reportId }, cookie });
    expect(seen(await ask(foreignId))).toEqual(seen(await ask(nobody)));
    expect((await ask(foreignId)).status).toBe(404);
    expect((await ask(foreignId, patient)).status).toBe(200);
  });

  test('the list of a patient, by API and on the page', async () => {
    const [foreign, missing] = [
      await reportsOf(patient.id, otherPatient),
      await reportsOf(nobody, otherPatient),
    ];
    expect([foreign.status, foreign.text, missing.status]).toEqual([404, missing.text, 404]);
    expect(seen(await listOnPage(patient.id, otherPatient))).toEqual(
      seen(await listOnPage(nobody, otherPatient)),
    );
    expect((await listOnPage(patient.id, otherPatient)).status).toBe(404);
  });

  test('the list of a patient whom an expert does not treat', async () => {
    const healthy = await a.patient();
    const [one, none] = [await reportsOf(healthy.id, expert), await reportsOf(nobody, expert)];
    expect([one.status, one.text, none.status]).toEqual([404, none.text, 404]);
  });

  test('a missing report to review', async () => {
    const { cookie } = expert;
    expect((await getPage(addReview, { params: { reportId: nobody }, cookie })).status).toBe(404);
    expect((await getPage(addReview, { params: { reportId: foreignId }, cookie })).status).toBe(200);
  });

  test('approving a user who is not an expert', async () => {
    const admin = await an.admin();
    const [one, none] = [await approve(admin, patient.id), await approve(admin, nobody)];
    expect([one.status, one.text, none.status]).toEqual([404, none.text, 404]);
  });
});
