import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import * as settingsPage from '~/routes/dashboard/account/settings';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as translatePage from '~/routes/dashboard/translate';
import * as verifyEmail from '~/routes/guest/verify-email';
import * as callBackPage from '~/routes/public/call-back';
import * as contactPage from '~/routes/public/contact-us';
import * as queryPage from '~/routes/public/query';
import { postSettings } from '../../support/accounts';
import { a, an, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf, aReviewedReportOf } from '../../support/reports';
import { type Fields, getPage, type PageAnswer, postPage, type RouteModule } from '../../support/requests';
import { countAccounts, newAddress, signUpByPage, signupFields } from '../../support/signups';
import { reportsOf } from '../../support/visits';

const clinic = clinicForFile({ LIMIT_SCALE: '1000' });

let keys = 0;
/** Creates a key as the browser's script does. */
const aKey = () => {
  keys += 1;
  return { 'Idempotency-Key': keys.toString(16).padStart(32, '0') };
};

const outcomeOf = ({ status, location, toast }: PageAnswer) => ({ status, location, toast });

describe('a message repeated within minutes counts once', () => {
  const forms: [string, RouteModule, string, Fields][] = [
    [
      'contact',
      contactPage,
      '/contact-us',
      { name: 'Asha', email: 'asha@x.test', message: 'When are you open?' },
    ],
    ['query', queryPage, '/query', { name: 'Asha', answerTo: 'asha@x.test', question: 'Is it safe?' }],
    ['callback', callBackPage, '/call-back', { name: 'Asha', phoneNumber: '9876543210', about: 'My knee' }],
  ];
  test.each(forms)('%s', async (kind, page, path, fields) => {
    const ofKind = async () => (await db().select().from(messages)).filter((one) => one.kind === kind);
    const first = await postPage(page, { path, fields });
    const again = await postPage(page, { path, fields });
    expect(first.toast?.type).toBe('success');
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
    expect(await ofKind()).toHaveLength(1);
    await postPage(page, { path, fields: { ...fields, name: 'Ravi' } });
    expect(await ofKind(), 'another visitor with the same text').toHaveLength(2);
  });
});

describe('a doctor’s repeated text', () => {
  const sendReview = ({ cookie }: Somebody, reportId: string, review: string) =>
    postPage(addReviewPage, {
      path: `/dashboard/add-review/${reportId}`,
      params: { reportId },
      cookie,
      fields: { review, language: 'en' },
    });

  test('is one review, and the second answer confirms it like the first', async () => {
    const [patient, doctor, otherDoctor] = [await a.patient(), await an.expert(), await an.expert()];
    const { _id } = await aReportOf(patient);
    const first = await sendReview(doctor, _id, 'Rest');
    expect(first.toast).toEqual({ type: 'success', message: 'Review Added Successfully' });
    expect(outcomeOf(await sendReview(doctor, _id, 'Rest'))).toEqual(outcomeOf(first));
    const words = 'This report has already been reviewed. Your review was not added.';
    for (const answer of [
      await sendReview(doctor, _id, 'Rest more'),
      await sendReview(otherDoctor, _id, 'Rest'),
    ]) {
      expect(answer.toast).toEqual({ type: 'error', message: words });
    }
    const emails = await clinic.emails(patient.email);
    expect(emails.filter(({ subject }) => /review/i.test(subject))).toHaveLength(1);
    const { json } = await reportsOf(patient.id, patient);
    expect(json.data).toMatchObject([{ _id, review: 'Rest' }]);
  });

  test('is one translation', async () => {
    const [patient, doctor] = [await a.patient(), await an.expert()];
    await execute(db().update(users).set({ language: 'ta' }).where(eq(users.id, patient.id)));
    await postSettings(doctor, 'languages', { en: 'on', ta: 'on' });
    const { _id } = await aReviewedReportOf(patient, doctor, 'All is well');
    const send = (review: string) =>
      postPage(translatePage, {
        path: `/dashboard/translate/${_id}`,
        params: { reportId: _id },
        cookie: doctor.cookie,
        fields: { review },
      });
    const first = await send('எல்லாம் நலம்');
    expect(first.toast?.type).toBe('success');
    expect(outcomeOf(await send('எல்லாம் நலம்'))).toEqual(outcomeOf(first));
    expect((await send('நலம்')).toast?.type).toBe('error');
  });
});

describe('a form that the script repeats under its key', () => {
  const enter = (cookie: string, otp: string, headers: Record<string, string>) =>
    postPage(verifyEmail, { path: '/verify-email', cookie, fields: { otp }, headers });

  test('opens one account, and leads to the log-in page both times', async () => {
    const email = newAddress();
    const { cookies } = await signUpByPage(signupFields({ email }));
    const code = await clinic.code(email);
    const headers = aKey();
    const before = (await countAccounts()) ?? 0;
    const [first, again] = [await enter(cookies, code, headers), await enter(cookies, code, headers)];
    expect(first.location).toBe('/login');
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
    expect(await countAccounts()).toBe(before + 1);
    expect((await enter(cookies, code, aKey())).location, 'the code is used up').toBe('/signup');
  });

  test('waits for the first while it is being processed', async () => {
    const email = newAddress();
    const { cookies } = await signUpByPage(signupFields({ email }));
    const code = await clinic.code(email);
    const headers = aKey();
    const both = await Promise.all([enter(cookies, code, headers), enter(cookies, code, headers)]);
    expect(both.map(outcomeOf)).toEqual([outcomeOf(both[0]), outcomeOf(both[0])]);
    expect(both[0].location).toBe('/login');
  });

  const change = ({ cookie }: Somebody, headers: Record<string, string>, oldPassword = password) => {
    const newPassword = 'a lamp by the river';
    const fields = { oldPassword, newPassword, confirmNewPassword: newPassword };
    const params = { part: 'password' };
    return postPage(settingsPage, {
      path: '/dashboard/settings/password',
      params,
      cookie,
      fields,
      headers,
    });
  };
  const viewerOf = async (cookie: string) => {
    const { data } = await getPage(settingsPage, { path: '/dashboard/settings', cookie });
    return (data as { viewer: { id: string } }).viewer.id;
  };

  test('changes a password once, and keeps the browser logged in', async () => {
    const patient = await a.patient();
    const headers = aKey();
    const [first, again] = [await change(patient, headers), await change(patient, headers)];
    expect(first.toast?.type).toBe('success');
    expect(outcomeOf(again)).toEqual(outcomeOf(first));
    expect(await viewerOf(again.cookies)).toBe(patient.id);
  });

  test('never gets the answer of another user’s form', async () => {
    const [firstPatient, secondPatient] = [await a.patient(), await a.patient()];
    const headers = aKey();
    await change(firstPatient, headers);
    const answer = await change(secondPatient, headers);
    expect(answer.toast?.type).toBe('success');
    expect(await viewerOf(answer.cookies)).toBe(secondPatient.id);
  });

  test('is processed again if it was refused', async () => {
    const patient = await a.patient();
    const headers = aKey();
    expect((await change(patient, headers, 'not this one')).status).toBe(400);
    expect((await change(patient, headers)).toast?.type).toBe('success');
  });
});
