import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { loader as changePassword } from '~/routes/public/change-password';
import { an, password } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { codeFor, newAddress, signUpByApi, signupFields } from '../../support/signups';
import { pendingFor } from '../../support/visits';

const login = apiRoute('auth/login');

const clinic = clinicForFile();

const signedUp = async (other: Record<string, string> = {}) => {
  const { email = newAddress(), ...fields } = other;
  const otp = await codeFor(clinic, email);
  return signUpByApi({ ...signupFields({ email, password, confirmPassword: password, ...fields }), otp });
};

const logIn = (email: string, other: Record<string, unknown> = {}) =>
  callApi(login, { method: 'POST', body: { email, password, ...other } });

test('a sign-up accepts phone and code in digits of another script', async () => {
  const email = newAddress();
  const otp = (await codeFor(clinic, email)).replace(/\d/g, (digit) =>
    String.fromCharCode(0x966 + Number(digit)),
  );
  const contactNumber = '९८७६५ ४३२१०';
  expect((await signUpByApi({ ...signupFields({ email, contactNumber }), otp })).status).toBe(200);
  const [row] = await db().select().from(users).where(eq(users.email, email));
  expect(row?.contactNumber).toBe('+919876543210');
});

test('an address with a host in another script is one account in every spelling', async () => {
  const plain = 'asha@xn--mnchen-3ya.example';
  expect((await signedUp({ email: plain })).status).toBe(200);
  expect((await logIn('Asha@MÜNCHEN.example')).status).toBe(200);
  expect((await logIn(plain)).status).toBe(200);
});

test('an address that may never receive its code is refused with a sentence', async () => {
  const { status, json } = await signUpByApi({
    ...signupFields({ email: 'रोगी@उदाहरण.भारत' }),
    otp: '123456',
  });
  expect([status, json.errors?.email]).toEqual([422, expect.stringMatching(/before the @/)]);
});

test('a log-in accepts null for a code that is not required', async () => {
  const email = newAddress();
  await signedUp({ email });
  for (const otp of [null, '', undefined]) expect((await logIn(email, { otp })).status).toBe(200);
});

test('a patient is found by the usual spellings of a name', async () => {
  const expert = await an.expert();
  for (const [names, spellings] of [
    [{ firstName: 'José', lastName: 'D’Souza' }, ["d'souza", 'Jose D´Souza', 'JOSÉ']],
    [{ firstName: 'शक्‍ति', lastName: 'सन्तोष' }, ['शक्ति', 'संतोष', 'शक्‍ति सन्तोष']],
    [{ firstName: 'Mohan\u00a0Lalji', lastName: '.' }, ['Mohan Lalji', 'mohan\u00a0lalji', 'Mohan  Lalji .']],
  ] as const) {
    const email = newAddress();
    await signedUp({ email, ...names });
    const { json } = await logIn(email);
    const patient = { token: json.token } as Parameters<typeof aReportOf>[0];
    const { _id } = await aReportOf(patient);
    for (const spelling of spellings) {
      const answer = await pendingFor(expert, `?q=${encodeURIComponent(spelling)}`);
      expect([spelling, (answer.json.data as { _id: string }[]).map((row) => row._id)]).toEqual([
        spelling,
        [_id],
      ]);
    }
  }
});

test('password managers find the page that changes a password', () => {
  const answer = changePassword();
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/dashboard/settings#password']);
});
