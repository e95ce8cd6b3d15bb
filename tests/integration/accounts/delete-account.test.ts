import { count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { codes, heldSignups, sessions } from '~/platform/db/core/tables/accounts.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { consents } from '~/platform/db/core/tables/reports.server';
import { atomically, db } from '~/platform/db/db.server';
import { deleteAccountOf, postSettings, rowOf, savePicture } from '../../support/accounts';
import { a, an, type Clinic, fixture, openClinic, password, type Somebody } from '../../support/clinic';
import { aReportOf, aReviewedReportOf, countReports, uploadFields } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { askForCode, signUpByPage, signupFields } from '../../support/signups';
import { logInByApi, reportsOf, statusOfToken } from '../../support/visits';

const uploadApi = apiRoute('report/upload-report');

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const right = { confirmation: 'DELETE', password };
const actionsOn = async (objectId: string) =>
  (await db().select().from(audit).where(eq(audit.objectId, objectId)).orderBy(audit.id)).map(
    ({ action }) => action,
  );

describe('deleting an account', () => {
  test('deletes everything of the patient, and nothing of anyone else', async () => {
    const [otherPatient, doctor] = [await a.patient(), await an.expert()];
    await aReportOf(otherPatient);
    const before = { files: (await clinic.storedFiles()).sort(), reports: await countReports() };
    const her = await a.patient();
    const pending = await aReportOf(her, { description: 'Tired' });
    const reviewed = await aReviewedReportOf(her, doctor);
    await savePicture(her);
    await signUpByPage(signupFields({ email: her.email }));
    await askForCode(her.email);
    await atomically([
      enqueueEmail({
        template: 'reviewReady',
        to: { name: 'Asha', address: her.email },
        params: { patientId: her.id },
        language: 'en',
      }),
    ]);

    const { status, json } = await deleteAccountOf(her);
    expect([status, json]).toEqual([200, { success: true, message: 'Profile Deleted Successfully' }]);
    expect(await statusOfToken(her.token, her.id)).toBe(401);
    expect((await logInByApi(her.email)).status).toBe(401);
    expect(await rowOf(her.id)).toBeUndefined();
    expect((await clinic.storedFiles()).sort()).toEqual(before.files);
    expect(await countReports()).toBe(before.reports);
    const left = await Promise.all([
      db().select().from(consents).where(eq(consents.userId, her.id)),
      db().select().from(sessions).where(eq(sessions.userId, her.id)),
      db().select().from(codes).where(eq(codes.email, her.email)),
      db().select().from(heldSignups).where(eq(heldSignups.email, her.email)),
    ]);
    expect(left.map(({ length }) => length)).toEqual([0, 0, 0, 0]);
    const waiting = await db().select().from(outbox).where(eq(outbox.state, 'waiting'));
    expect(waiting.filter(({ recipient }) => recipient.includes(her.email))).toEqual([]);
    expect(await actionsOn(her.id)).toContain('account.deleted');
    expect(await actionsOn(pending._id)).toContain('report.deleted');
    expect(await actionsOn(reviewed._id)).toContain('report.deleted');
    expect((await reportsOf(otherPatient.id, otherPatient)).json.data).toHaveLength(1);
  });

  test('leaves an expert’s reviews with the patients, signed with the name at the time', async () => {
    const [her, doctor] = [await a.patient(), await an.expert({ firstName: 'Farida' })];
    await aReviewedReportOf(her, doctor, 'Rest, and drink water');
    expect((await deleteAccountOf(doctor)).status).toBe(200);
    const { json } = await reportsOf(her.id, her);
    expect(json.data).toMatchObject([
      { review: 'Rest, and drink water', expert: { firstName: 'Farida', lastName: doctor.lastName } },
    ]);
  });

  test('leads from the page to the home page, signed out', async () => {
    const her = await a.patient();
    const answer = await postSettings(her, 'delete', right);
    expect([answer.status, answer.location]).toEqual([302, '/']);
    expect(answer.toast).toEqual({ type: 'success', message: 'Profile Deleted Successfully' });
    expect(answer.setCookies.find((line) => line.startsWith('session='))).toMatch(/Max-Age=0/);
    expect(await rowOf(her.id)).toBeUndefined();
  });

  test('frees the address for a new sign-up', async () => {
    const her = await a.patient();
    await deleteAccountOf(her);
    await askForCode(her.email);
    expect(await clinic.code(her.email)).toMatch(/^\d{6}$/);
  });

  test('succeeds once, and answers 401 after that', async () => {
    const her = await a.patient();
    const answers = await Promise.all([1, 2, 3].map(() => deleteAccountOf(her)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await actionsOn(her.id)).filter((action) => action === 'account.deleted')).toHaveLength(1);
  });
});

describe('the page asks for the word and the password', () => {
  let her: Somebody;
  beforeAll(async () => {
    her = await a.patient();
  });
  const word = 'Please type the word shown above';
  test.each([
    [{}, { confirmation: word, password: 'Please enter your password' }],
    [{ ...right, confirmation: 'yes' }, { confirmation: word }],
    [{ ...right, confirmation: 'yes', pageWord: 'yes' }, { confirmation: word }],
    [{ ...right, confirmation: 'हटाना' }, { confirmation: word }],
    [{ confirmation: 'yes' }, { confirmation: word, password: 'Please enter your password' }],
    [{ ...right, password: 'a loud river' }, { password: 'This is not your current password' }],
  ])('%j', async (fields, errors) => {
    const page = await postSettings(her, 'delete', fields);
    expect([page.status, page.fieldErrors]).toEqual([400, errors]);
    expect(page.typed).not.toHaveProperty('password');
    expect(await rowOf(her.id)).toBeDefined();
  });

  test('the word may be typed in small letters', async () => {
    const patient = await a.patient();
    const page = await postSettings(patient, 'delete', { confirmation: ' delete', password });
    expect([page.status, page.location]).toEqual([302, '/']);
    expect(await rowOf(patient.id)).toBeUndefined();
  });

  test('the password from an API client has to be right too', async () => {
    expect((await deleteAccountOf(her, { password: 'a loud river' })).status).toBe(422);
    expect(await rowOf(her.id)).toBeDefined();
    expect((await deleteAccountOf(her, { password })).status).toBe(200);
  });
});

describe('an upload at the same moment', () => {
  test('leaves neither a row nor a file, whichever comes first', async () => {
    const files = (await clinic.storedFiles()).length;
    const reports = await countReports();
    for (let round = 0; round < 4; round += 1) {
      const her = await a.patient();
      const body = () => fixture('rash.png').then((file) => uploadFields(file));
      const sending = [await body(), await body(), await body()].map((form) =>
        callApi(uploadApi, { method: 'POST', token: her.token, body: form }),
      );
      // Each round deletes a little later: before, while and after the files are written.
      for (let wait = 0; wait < round; wait += 1) await Promise.race(sending);
      const deleted = await deleteAccountOf(her);
      const statuses = (await Promise.all(sending)).map(({ status }) => status);
      expect(deleted.status).toBe(200);
      for (const status of statuses) expect([200, 401]).toContain(status);
    }
    expect((await clinic.storedFiles()).length).toBe(files);
    expect(await countReports()).toBe(reports);
    const [orphans] = await db()
      .select({ total: count() })
      .from(consents)
      .where(sql`report_id not in (select id from reports)`);
    expect(orphans?.total).toBe(0);
  });
});

describe('the last admin', () => {
  test('cannot be deleted, and one remains if the last two delete their accounts at once', async () => {
    await clinic.close();
    clinic = await openClinic();
    const [first, second] = [await an.admin(), await an.admin()];
    const answers = await Promise.all([deleteAccountOf(first), deleteAccountOf(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json).toEqual({
      success: false,
      code: 'conflict',
      message: 'Your Account Could not Deleted,Please Try later',
    });
    const last = (await rowOf(first.id)) ? first : second;
    const page = await postSettings(last, 'delete', right);
    expect([page.status, page.message]).toEqual([409, 'Your Account Could not Deleted,Please Try later']);
    expect(page.fieldErrors).toEqual({ '': 'You are the last admin. Please add another admin first.' });
    expect(await statusOfToken(last.token, last.id)).toBe(200);
    const third = await an.admin();
    expect((await deleteAccountOf(last)).status).toBe(200);
    expect(await rowOf(third.id)).toBeDefined();
  });
});
