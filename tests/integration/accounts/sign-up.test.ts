import { describe, expect, test } from 'vitest';
import * as loginPage from '~/routes/guest/login';
import * as resendCode from '~/routes/guest/resend-code';
import * as signupPage from '~/routes/guest/signup';
import * as verifyEmail from '~/routes/guest/verify-email';
import { clinicForFile } from '../../support/clinic-for-file';
import { apiRoute, callApi, getPage, postPage } from '../../support/requests';
import {
  askForCode,
  codeFor,
  countAccounts,
  countHeldSignups,
  enterCode,
  newAddress,
  signUpByApi,
  signUpByPage,
  signupFields,
} from '../../support/signups';

const login = apiRoute('auth/login');

const clinic = clinicForFile();

describe('signing up from beginning to end', () => {
  test('an API client requests a code, signs a patient up and logs in, with the exact words', async () => {
    const email = newAddress();
    const requested = await askForCode(email);
    expect([requested.status, requested.json]).toEqual([
      200,
      { success: true, message: 'OTP Sent Successfully' },
    ]);

    const signedUp = await signUpByApi({ ...signupFields({ email }), otp: await clinic.code(email) });
    expect([signedUp.status, signedUp.json]).toEqual([
      200,
      { success: true, message: 'Signup Successful, Please Login' },
    ]);

    const { password = '' } = signupFields();
    const loggedIn = await callApi(login, { method: 'POST', body: { email, password } });
    expect(loggedIn.json.message).toBe('Login Successful');
    expect(loggedIn.json.token).toMatch(/^[\w-]{43}$/);
    expect(loggedIn.json.user).toMatchObject({
      firstName: 'Asha',
      lastName: 'Rao',
      email,
      accountType: 'Patient',
      contactNumber: '+919876543210',
    });
  });

  test('a patient signs up on the pages, reads the code in the mailbox and logs in, with the exact words', async () => {
    const email = newAddress();
    const sentPage = await signUpByPage(signupFields({ email }));
    expect([sentPage.status, sentPage.location]).toEqual([302, '/verify-email']);
    expect(sentPage.toast).toEqual({ type: 'success', message: 'OTP Sent Successfully' });

    const opened = await enterCode(sentPage.cookies, await clinic.code(email));
    expect([opened.status, opened.location]).toEqual([302, '/login']);
    expect(opened.toast).toEqual({ type: 'success', message: 'Signup Successful, Please Login' });

    const ready = await getPage(loginPage, { path: '/login', cookie: opened.cookies });
    expect(ready.data, 'the page says so and has the address').toMatchObject({ opened: email });
    expect(opened.location).not.toContain(email);

    const { password = '' } = signupFields();
    const loggedIn = await postPage(loginPage, { path: '/login', fields: { email, password } });
    expect([loggedIn.status, loggedIn.location]).toEqual([302, '/dashboard/home']);
    expect(loggedIn.toast).toEqual({ type: 'success', message: 'Login Successful' });
  });

  test('the code page shows where the code went, and leads to the sign-up page without held data', async () => {
    const email = newAddress();
    const { cookies } = await signUpByPage(signupFields({ email }));
    const page = await getPage(verifyEmail, { path: '/verify-email', cookie: cookies });
    expect(page.data).toMatchObject({ email, minutes: 10 });

    const nothingHeld = await getPage(verifyEmail, { path: '/verify-email' });
    expect([nothingHeld.status, nothingHeld.location]).toEqual([302, '/signup']);
  });

  test('an address is the same in capitals and with spaces around it', async () => {
    const email = newAddress();
    const sent = await signUpByPage(signupFields({ email: `  ${email.toUpperCase()} ` }));
    expect((await enterCode(sent.cookies, await clinic.code(email))).location).toBe('/login');
  });

  test.each([
    ['patient', 'Patient'],
    ['PATIENT', 'Patient'],
    ['expert', 'Expert'],
    ['eXpErT', 'Expert'],
  ])(
    'the account type %s is read as %s, and an expert is not approved by signing up',
    async (typed, storedType) => {
      const email = newAddress();
      const otp = await codeFor(clinic, email);
      const answer = await signUpByApi({ ...signupFields({ email, accountType: typed }), otp });
      expect(answer.status).toBe(200);
      const { password = '' } = signupFields();
      const { json } = await callApi(login, { method: 'POST', body: { email, password } });
      expect(json.user).toMatchObject({ accountType: storedType, approved: false });
    },
  );
});

const mistakes: [what: string, field: string, value: string | undefined, sentence: string][] = [
  ['no account type', 'accountType', undefined, 'Please choose Patient or Expert'],
  ['the account type Admin', 'accountType', 'Admin', 'Please choose Patient or Expert'],
  ['the account type admin', 'accountType', 'admin', 'Please choose Patient or Expert'],
  ['no first name', 'firstName', undefined, 'Please enter your first name'],
  ['a first name of spaces', 'firstName', '   ', 'Please enter your first name'],
  [
    'a first name of 61 letters',
    'firstName',
    'a'.repeat(61),
    'This text is too long. It can have at most 60 characters.',
  ],
  ['no last name', 'lastName', undefined, 'Please enter your last name'],
  ['no e-mail address', 'email', undefined, 'Please enter your e-mail address'],
  ['half an e-mail address', 'email', 'asha@', 'Please enter a valid e-mail address'],
  ['two e-mail addresses', 'email', 'a@village.test, b@village.test', 'Please enter a valid e-mail address'],
  ['no phone number', 'contactNumber', undefined, 'Please enter your contact number'],
  [
    'a phone number of 9 digits',
    'contactNumber',
    '987654321',
    'The phone number must have exactly 10 digits',
  ],
  [
    'a phone number of 11 digits',
    'contactNumber',
    '98765432100',
    'The phone number must have exactly 10 digits',
  ],
  [
    'letters as a phone number',
    'contactNumber',
    '98765abcde',
    'The phone number must have exactly 10 digits',
  ],
  [
    'a number no Indian phone has',
    'contactNumber',
    '0000000000',
    'This is not a valid phone number for the country you chose',
  ],
  ['a country code of words', 'countryCode', 'India', 'Please choose a country code'],
  ['no password', 'password', undefined, 'Please enter a password'],
  ['a password of 7 characters', 'password', 'seven77', 'The password needs at least 8 characters'],
  [
    'a password of 129 characters',
    'password',
    'x'.repeat(129),
    'The password can have at most 128 characters',
  ],
  ['no second password', 'confirmPassword', undefined, 'Please enter the password again'],
  ['two different passwords', 'confirmPassword', 'a lamp in the door', 'Password do not matched'],
];

test.each(['98765 43210', '+91 98765 43210', '098765-43210'])(
  'accepts a phone number as phones fill it in: %s',
  async (contactNumber) => {
    expect((await signUpByPage(signupFields({ contactNumber }))).location).toBe('/verify-email');
    const email = newAddress();
    await askForCode(email);
    await signUpByApi({ ...signupFields({ email, contactNumber }), otp: await clinic.code(email) });
    const { password = '' } = signupFields();
    const { json } = await callApi(login, { method: 'POST', body: { email, password } });
    expect(json.user).toMatchObject({ contactNumber: '+919876543210' });
  },
);

describe('a mistake in the sign-up form is shown beside its field, and nothing is stored', () => {
  test.each(mistakes)('%s (API)', async (_what, field, value, sentence) => {
    const before = await countAccounts();
    const answer = await signUpByApi({ ...signupFields({ [field]: value }), otp: '123456' });
    expect([answer.status, answer.json.success]).toEqual([422, false]);
    expect(answer.json.errors).toEqual({ [field]: sentence });
    expect(answer.json.message).toBe(sentence);
    expect(await countAccounts()).toBe(before);
  });

  test.each(mistakes)('%s (page)', async (_what, field, value, sentence) => {
    const before = [await countHeldSignups(), (await clinic.emails()).length];
    const answer = await signUpByPage(signupFields({ [field]: value }));
    expect([answer.status, answer.fieldErrors]).toEqual([400, { [field]: sentence }]);
    expect([await countHeldSignups(), (await clinic.emails()).length]).toEqual(before);
  });

  test('shows all mistakes of a form at once', async () => {
    const api = await signUpByApi({});
    expect(Object.keys(api.json.errors ?? {}).sort()).toEqual(
      [...Object.keys(signupFields({ countryCode: undefined })), 'otp'].sort(),
    );
    const page = await signUpByPage({
      contactNumber: '1',
      confirmPassword: 'y',
      password: 'quite long enough',
    });
    expect(page.fieldErrors).toMatchObject({
      firstName: 'Please enter your first name',
      contactNumber: 'The phone number must have exactly 10 digits',
      confirmPassword: 'Password do not matched',
    });
  });

  test.each(['password', 'Password1', 'qwertyuiop'])(
    'the common password %s is refused on pages and through the API',
    async (common) => {
      const sentence = 'This is a very common password and easy to guess. Please choose another.';
      const fields = signupFields({ password: common, confirmPassword: common });
      const heldBefore = await countHeldSignups();
      const page = await signUpByPage(fields);
      expect([page.status, page.fieldErrors]).toEqual([400, { password: sentence }]);
      expect(await countHeldSignups()).toBe(heldBefore);
      const api = await signUpByApi({ ...fields, otp: '123456' });
      expect([api.status, api.json.errors]).toEqual([422, { password: sentence }]);
    },
  );

  test.each([
    ['no code', undefined, 'Please enter the code'],
    ['a code of five digits', '12345', 'The code has 6 digits'],
    ['a code of letters', 'abcdef', 'The code has 6 digits'],
  ])('%s is shown beside the code, on pages and through the API', async (_what, otp, sentence) => {
    const api = await signUpByApi({ ...signupFields(), ...(otp && { otp }) });
    expect([api.status, api.json.errors]).toEqual([422, { otp: sentence }]);
    const { cookies } = await signUpByPage(signupFields({ email: newAddress() }));
    const page = await enterCode(cookies, otp ?? '');
    expect([page.status, page.fieldErrors]).toEqual([400, { otp: sentence }]);
  });
});

describe('where a newcomer wanted to go', () => {
  const wanted = '/dashboard/upload-report';
  const query = `?next=${encodeURIComponent(wanted)}`;
  const dataOf = async (page: Parameters<typeof getPage>[0], path: string, cookie?: string) =>
    (await getPage(page, { path, cookie })).data as Record<string, unknown>;

  test('survives the sign-up, the code sent again, the code and the log-in', async () => {
    const email = newAddress();
    expect(await dataOf(loginPage, `/login${query}`)).toMatchObject({
      isForReport: true,
      signup: `/signup${query}`,
    });
    expect(await dataOf(signupPage, `/signup${query}`)).toMatchObject({ login: `/login${query}` });
    const held = await postPage(signupPage, { path: `/signup${query}`, fields: signupFields({ email }) });
    expect(held.location).toBe(`/verify-email${query}`);
    const codePage = await dataOf(verifyEmail, String(held.location), held.cookies);
    expect(codePage).toMatchObject({
      codePath: `/verify-email${query}`,
      resendPath: `/resend-code${query}`,
      login: `/login${query}`,
    });
    const again = await postPage(resendCode, { path: `/resend-code${query}`, cookie: held.cookies });
    expect(again.location).toBe(`/verify-email${query}`);
    const opened = await postPage(verifyEmail, {
      path: `/verify-email${query}`,
      cookie: held.cookies,
      fields: { otp: await clinic.code(email) },
    });
    expect(opened.location).toBe(`/login${query}`);
    const { password = '' } = signupFields();
    const fields = { email, password, next: wanted };
    const done = await postPage(loginPage, { path: '/login', fields });
    expect(done.location).toBe(wanted);
  });

  test('survives a lost or failed sign-up', async () => {
    expect((await getPage(verifyEmail, { path: `/verify-email${query}` })).location).toBe(`/signup${query}`);
    const lost = await postPage(verifyEmail, { path: `/verify-email${query}`, fields: { otp: '123456' } });
    expect(lost.location).toBe(`/signup${query}`);
  });

  test.each(['//evil.test', 'https://evil.test', '/\\evil.test'])(
    'is no address of others: %s',
    async (next) => {
      const foreign = `?next=${encodeURIComponent(next)}`;
      const fields = signupFields({ email: newAddress() });
      const held = await postPage(signupPage, { path: `/signup${foreign}`, fields });
      expect(held.location).toBe('/verify-email');
      const again = await postPage(resendCode, { path: `/resend-code${foreign}`, cookie: held.cookies });
      expect(again.location).toBe('/verify-email');
      expect(await dataOf(loginPage, `/login${foreign}`)).toMatchObject({
        signup: '/signup',
        isForReport: false,
      });
      expect(await dataOf(verifyEmail, `/verify-email${foreign}`, held.cookies)).toMatchObject({
        codePath: '/verify-email',
        login: '/login',
      });
    },
  );
});
