import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as settingsPage from '~/routes/dashboard/account/settings';
import * as signupPage from '~/routes/guest/signup';
import { credentialFields, postSettings, rowOf, saveCredentials } from '../../support/accounts';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { apiRoute, callApi, getPage } from '../../support/requests';
import {
  codeFor,
  enterCode,
  newAddress,
  signUpByApi,
  signUpByPage,
  signupFields,
} from '../../support/signups';
import { approve, reportsOf } from '../../support/visits';

const getApprovedExpert = apiRoute('expert/get-approved-expert');
const getPendingExpert = apiRoute('expert/get-pending-expert');

const shape =
  'A registration number may contain only letters, digits, spaces and characters such as / - . : ( )';
const empty = { registrationNumber: null, council: null, qualification: null };

type Listed = { _id: string; credentials: unknown; standing: { credentialsChangedAt: string | null } | null };

let admin: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  admin = await an.admin();
});

const byEmail = async (email: string) => {
  const [row] = await db().select().from(users).where(eq(users.email, email));
  return row;
};
const linesOf = async (id: string) =>
  db()
    .select()
    .from(audit)
    .where(and(eq(audit.objectId, id), eq(audit.action, 'credentials.changed')))
    .orderBy(audit.id);
const asListed = async (module: typeof getApprovedExpert, who: Somebody, id: string) => {
  const { json } = await callApi(module, { token: who.token, path: '/x?limit=100' });
  return (json.data as Listed[]).find(({ _id }) => _id === id);
};

describe('a doctor’s credentials at sign-up', () => {
  test('are stored trimmed, on pages and through the API', async () => {
    const typed = credentialFields({ registrationNumber: '  MMC/2011/04217 ' });
    const byApi = newAddress();
    const otp = await codeFor(clinic, byApi);
    const fields = { ...signupFields({ email: byApi, accountType: 'Expert' }), ...typed };
    expect((await signUpByApi({ ...fields, otp })).status).toBe(200);
    const byPage = newAddress();
    const { cookies } = await signUpByPage({ ...fields, email: byPage });
    const again = await getPage(signupPage, { path: '/signup?again', cookie: cookies });
    expect(again.data).toMatchObject({ defaults: credentialFields() });
    await enterCode(cookies, await clinic.code(byPage));
    for (const email of [byApi, byPage]) expect(await byEmail(email)).toMatchObject(credentialFields());
  });

  test('are optional', async () => {
    const email = newAddress();
    const { cookies } = await signUpByPage({
      ...signupFields({ email, accountType: 'Expert' }),
      registrationNumber: '',
      council: ' ',
    });
    await enterCode(cookies, await clinic.code(email));
    expect(await byEmail(email)).toMatchObject(empty);
  });

  test.each([
    ['signs that no council writes', 'MMC<b>1</b>', shape],
    ['no letter and no digit', '/ - .', shape],
    ['more than 40 characters', '1'.repeat(41), 'This text is too long. It can have at most 40 characters.'],
  ])('are refused with %s, beside the field', async (_what, registrationNumber, words) => {
    const fields = { ...signupFields({ email: newAddress(), accountType: 'Expert' }), registrationNumber };
    const page = await signUpByPage(fields);
    expect([page.status, page.fieldErrors]).toEqual([400, { registrationNumber: words }]);
    const api = await signUpByApi({ ...fields, otp: '123456' });
    expect([api.status, api.json.errors]).toEqual([422, { registrationNumber: words }]);
    const saved = await saveCredentials(await an.expert(), { registrationNumber });
    expect([saved.status, saved.json.errors]).toEqual([422, { registrationNumber: words }]);
  });

  test('are ignored for patients, who no longer see the fields', async () => {
    const email = newAddress();
    const typed = { ...credentialFields(), registrationNumber: 'not # right' };
    const page = await signUpByPage({ ...signupFields({ email }), ...typed });
    expect(page.location).toBe('/verify-email');
    await enterCode(page.cookies, await clinic.code(email));
    expect(await byEmail(email)).toMatchObject({ accountType: 'Patient', ...empty });
  });
});

describe('an expert’s credentials in the settings', () => {
  test('can be changed on pages and through the API; only the number is required', async () => {
    const expert = await an.unapprovedExpert();
    const missing = await postSettings(expert, 'credentials', { registrationNumber: ' ' });
    const words = 'Please enter your registration number';
    expect([missing.status, missing.fieldErrors]).toEqual([400, { registrationNumber: words }]);
    const page = await postSettings(expert, 'credentials', credentialFields());
    expect([page.location, page.toast?.message]).toEqual([
      '/dashboard/settings/credentials',
      'Registration saved',
    ]);
    const { data } = await getPage(settingsPage, { path: '/dashboard/settings', cookie: expert.cookie });
    expect(data).toMatchObject({ data: { credentials: credentialFields() } });
    const api = await saveCredentials(expert, {
      registrationNumber: 'KMC 61204',
      council: '',
      qualification: '',
    });
    const credentials = { ...empty, registrationNumber: 'KMC 61204' };
    expect([api.status, api.json.data]).toEqual([200, expect.objectContaining({ credentials })]);
    expect(await rowOf(expert.id)).toMatchObject(credentials);
  });

  test('are shown to admins before the approval, and to colleagues after it', async () => {
    const expert = await an.unapprovedExpert();
    await saveCredentials(expert);
    expect(await asListed(getPendingExpert, admin, expert.id)).toMatchObject({
      credentials: credentialFields(),
    });
    await approve(admin, expert.id);
    const colleague = await asListed(getApprovedExpert, await an.expert(), expert.id);
    expect(colleague).toMatchObject({ credentials: credentialFields(), standing: null });
  });

  test('do not end the approval when changed, and admins see when', async () => {
    const expert = await an.unapprovedExpert();
    await saveCredentials(expert);
    await approve(admin, expert.id);
    expect(await asListed(getApprovedExpert, admin, expert.id)).toMatchObject({
      standing: { is: 'approved', credentialsChangedAt: null },
    });
    await saveCredentials(expert);
    expect(await linesOf(expert.id), 'saving equal values is no change').toHaveLength(1);
    const { approvedAt } = (await rowOf(expert.id)) ?? {};
    while (Date.now() <= (approvedAt?.getTime() ?? 0)) await new Promise(setImmediate);
    await saveCredentials(expert, credentialFields({ registrationNumber: 'KMC 61204' }));
    const [, line] = await linesOf(expert.id);
    expect(line?.actorId).toBe(expert.id);
    expect(await asListed(getApprovedExpert, admin, expert.id)).toMatchObject({
      standing: { is: 'approved', credentialsChangedAt: line?.at.toISOString() },
    });
    expect(await rowOf(expert.id)).toMatchObject({ approved: true });
  });
});

describe('the signature of a review', () => {
  test('has the doctor’s name and the registration number at that time', async () => {
    const [patient, doctor] = [await a.patient(), await an.expert()];
    await saveCredentials(doctor);
    const { _id, expert } = await aReviewedReportOf(patient, doctor);
    const signed = { _id: doctor.id, firstName: 'Meera', lastName: doctor.lastName };
    expect(expert).toMatchObject({ ...signed, registrationNumber: 'MMC/2011/04217' });
    await saveCredentials(doctor, { registrationNumber: 'KMC 61204' });
    const { json } = await reportsOf(patient.id, patient);
    expect(json.data).toMatchObject([{ _id, expert: { registrationNumber: 'MMC/2011/04217' } }]);
  });

  test('has only the name if the doctor gave no number, and is absent while the report waits', async () => {
    const patient = await a.patient();
    expect((await aReportOf(patient, { file: 'rash.png' })).expert).toBeNull();
    const { expert } = await aReviewedReportOf(patient, await an.expert());
    expect(expert).toMatchObject({ firstName: 'Meera', registrationNumber: null });
  });
});
