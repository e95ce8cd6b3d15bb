import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { toCaseNumber } from '~/domain/report/report-constants';
import type { PublicOpening } from '~/domain/report-view/access-log.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as accessPage from '~/routes/dashboard/admin/report-access';
import * as raw from '~/routes/files/raw';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aKey } from '../../support/keys';
import { aReportOf, sendReview } from '../../support/reports';
import { apiRoute, callApi, getPage, openFile, postPage } from '../../support/requests';
import { aShareOf, openShareBy } from '../../support/shares';

let admin: Somebody;
clinicForFile();
beforeAll(async () => {
  admin = await an.admin();
});

type Found = { reportId: string; caseNumber: string; openings: PublicOpening[] };
const path = '/dashboard/report-access';
const ask = (caseNumber: string, who = admin) =>
  callApi(apiRoute('system/report-access'), { method: 'POST', token: who.token, body: { caseNumber } });

test('an admin sees of a case number exactly what the patient of the report sees', async () => {
  const [patient, expert] = [await a.patient(), await an.expert({ firstName: 'Kavya' })];
  const { _id } = await aReportOf(patient);
  const opened = await openFile(raw, { token: expert.token, params: { reportId: _id } });
  await opened.arrayBuffer();
  const key = await aKey(admin, ['reports.read']);
  await callApi(apiRoute('report/get-report'), { token: key.token, params: { reportId: _id } });
  await sendReview({ reportId: _id, token: expert.token, review: 'All is well', nextStep: 'seeDoctor' });
  await openShareBy(await aShareOf(patient, [_id]));

  const own = await callApi(apiRoute('report/get-openings'), {
    token: patient.token,
    params: { reportId: _id },
  });
  const expected = own.json.data as PublicOpening[];
  expect(expected.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['report.opened', 'report.reviewed', 'share.opened']),
  );
  expect(expected.some(({ isKey }) => isKey)).toBe(true);
  const caseNumber = toCaseNumber(_id);
  const { json } = await ask(caseNumber.toLowerCase().replace('-', ' '));
  const found = (json.data as Found[]).find(({ reportId }) => reportId === _id);
  expect(found).toEqual({ reportId: _id, caseNumber, openings: expected });

  const page = await postPage(accessPage, { path, cookie: admin.cookie, fields: { caseNumber } });
  const { shown } = page.data as { shown: { data: Found[] } };
  expect(shown.data.find(({ reportId }) => reportId === _id)?.openings).toEqual(expected);
  const lines = await db()
    .select()
    .from(audit)
    .where(and(eq(audit.action, 'audit.read'), eq(audit.objectId, _id)))
    .orderBy(audit.id);
  expect(lines.map(({ actorId }) => actorId)).toEqual([admin.id, admin.id]);
});

test('a number that no report has finds nothing, and the search is recorded', async () => {
  const before = await db().$count(audit, eq(audit.action, 'audit.read'));
  for (const typed of ['0000-0000', 'not a number']) expect((await ask(typed)).json.data).toEqual([]);
  expect(await db().$count(audit, eq(audit.action, 'audit.read'))).toBe(before + 2);
  expect((await ask(' ')).status).toBe(422);
});

test('nobody but an admin may ask', async () => {
  for (const who of [await a.patient(), await an.expert(), await an.unapprovedExpert()]) {
    expect((await ask('0000-0000', who)).status).toBe(403);
    expect((await getPage(accessPage, { path, cookie: who.cookie })).location).toBe('/dashboard/home');
  }
});
