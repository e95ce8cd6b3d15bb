import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db } from '~/platform/db/db.server';
import { reportTypes } from '~/platform/enums';
import * as loginPage from '~/routes/guest/login';
import { a, an, type Clinic, fixture, openClinic, password, type Somebody } from '../../support/clinic';
import { runSql } from '../../support/raw';
import { aReportOf, uploadFields } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { codeFor, newAddress, signupFields } from '../../support/signups';
import { pendingFor } from '../../support/visits';

const login = apiRoute('auth/login');
const signup = apiRoute('auth/signup');
const addReview = apiRoute('report/add-review');
const upload = apiRoute('report/upload-report');

let clinic: Clinic;
let patient: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  patient = await a.patient();
});
afterAll(() => clinic.close());

describe('unknown fields have no effect', () => {
  test.each([
    ['beside the others', { approved: true, accountType: 'Expert', role: 'Admin', _id: '1', id: '1' }],
    [
      'as a prototype',
      { accountType: 'Expert', ['__proto__']: { approved: true }, constructor: { approved: true } },
    ],
  ])('at sign-up: %s', async (_how, extraFields) => {
    const email = newAddress();
    const otp = await codeFor(clinic, email);
    const text = JSON.stringify({ ...signupFields({ email }), otp, ...extraFields }).replace(
      '"constructor"',
      '"__proto__":{"approved":true,"accountType":"Admin"},"constructor"',
    );
    expect((await callApi(signup, { method: 'POST', body: text })).status).toBe(200);
    const [row] = await db().select().from(users).where(eq(users.email, email));
    expect(row).toMatchObject({ accountType: 'Expert', approved: false });
    expect(row?.id).toHaveLength(26);
    expect(({} as { approved?: boolean }).approved).toBeUndefined();
  });

  test('at an upload: another patient, a review, a status', async () => {
    const otherPatient = await a.patient();
    const form = uploadFields(await fixture('rash.png'));
    const extraFields = {
      patientId: otherPatient.id,
      status: 'Reviewed',
      review: 'fine',
      _id: '1',
      id: '1',
      expertId: '1',
    };
    for (const [name, value] of Object.entries(extraFields)) form.set(name, value);
    const { json } = await callApi(upload, { method: 'POST', token: patient.token, body: form });
    const { _id } = json.data as { _id: string };
    const [row] = await db().select().from(reports).where(eq(reports.id, _id));
    expect(row).toMatchObject({ patientId: patient.id, status: 'Pending', review: null, expertId: null });
  });

  test('at a review: the report in the path wins over one in the body', async () => {
    const [expert, inPath, inBody] = [await an.expert(), await aReportOf(patient), await aReportOf(patient)];
    const body = { review: 'Rest', reportId: inBody._id, patientId: '1' };
    await callApi(addReview, { method: 'POST', token: expert.token, params: { reportId: inPath._id }, body });
    const rows = await db().select({ id: reports.id, status: reports.status }).from(reports);
    expect(rows).toContainEqual({ id: inPath._id, status: 'Reviewed' });
    expect(rows).toContainEqual({ id: inBody._id, status: 'Pending' });
  });
});

describe('a list', () => {
  test('comes whole up to 100 rows, or in pages of twenty or the requested size', async () => {
    const [expert, her] = [await an.expert(), await a.patient({ firstName: 'Onlyone' })];
    for (const reportType of ['ECG', 'MRI', 'ECG']) await aReportOf(her, { file: 'rash.png', reportType });
    const of = async (query: string) => (await pendingFor(expert, query)).json;
    const all = await of('');
    expect(all.meta).toMatchObject({ page: 1, limit: 100 });
    expect((await of('?q=Onlyone')).meta).toEqual({ page: 1, limit: 100, total: 3 });
    expect((await of('?q=Onlyone&page=1')).meta).toEqual({ page: 1, limit: 20, total: 3 });
    expect((await of('?q=onlyone&reportType=ECG')).meta).toMatchObject({ total: 2 });
    const second = await of('?q=Onlyone&limit=2&page=2');
    expect([second.meta, (second.data as unknown[]).length]).toEqual([{ page: 2, limit: 2, total: 3 }, 1]);
    expect((await of('?q=%25')).data).toEqual([]);
    expect((await of('?q=Onlyone&page=9')).data).toEqual([]);
  });

  test.each([
    ['page=0', 'page', 'The page must be a whole number from 1 to 1000000'],
    ['page=x', 'page', 'The page must be a whole number from 1 to 1000000'],
    ['page=1.5', 'page', 'The page must be a whole number from 1 to 1000000'],
    ['limit=101', 'limit', 'The limit must be a whole number from 1 to 100'],
    ['limit=-1', 'limit', 'The limit must be a whole number from 1 to 100'],
    ['reportType=Horoscope', 'reportType', `Please choose one of: ${reportTypes.join(', ')}`],
  ])('reports the fault of %s', async (query, field, sentence) => {
    const { status, json } = await pendingFor(await an.expert(), `?${query}`);
    expect([status, json.errors]).toEqual([422, { [field]: sentence }]);
  });
});

describe('an internal error', () => {
  const clean = (text: string) => {
    for (const inside of ['SQL', 'sqlite', 'no such table', 'reports_gone', '    at ', '.ts', 'Error:']) {
      expect(text).not.toContain(inside);
    }
  };

  test('gives the API the message of the call and a number, and no details', async () => {
    const expert = await an.expert();
    await runSql(`alter table reports rename to reports_gone`);
    const { status, json, text } = await pendingFor(expert);
    const failedUpload = await callApi(upload, {
      method: 'POST',
      token: patient.token,
      body: uploadFields(await fixture('rash.png')),
    });
    await runSql(`alter table reports_gone rename to reports`);
    expect([status, json.success, json.message]).toEqual([500, false, 'Could Not Fetch PEnding report']);
    expect(json.incident).toMatch(/^[0-9a-z]{10}$/);
    expect([failedUpload.status, failedUpload.json.message]).toEqual([500, 'Could not Uplaod Report']);
    clean(text + failedUpload.text);
    expect((await pendingFor(expert)).status).toBe(200);
  });

  test('makes a log-in fail in its own words without a database, on pages and through the API', async () => {
    const folder = await openClinic();
    const { email } = await a.patient();
    await closeDatabase();
    const api = await callApi(login, { method: 'POST', body: { email, password } });
    expect([api.status, api.json.message]).toEqual([500, 'Login Failed']);
    expect(api.json.incident).toMatch(/^[0-9a-z]{10}$/);
    const page = await postPage(loginPage, { path: '/login', fields: { email, password } });
    expect([page.status, page.message]).toEqual([500, 'Login Failed']);
    expect(page.fieldErrors['']).toMatch(/send us this code: [0-9a-z]{10}$/);
    clean(api.text + page.text);
    await folder.close();
  });
});
