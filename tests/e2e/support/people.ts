import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { admin, type Server } from './server.ts';

export interface Person {
  accountType: 'Patient' | 'Expert' | 'Admin';
  firstName: string;
  lastName: string;
  email: string;
  /** Ten digits, as users in India type them. */
  phone: string;
  password: string;
}

/** A person with an account, and a token for the API. */
export interface Member extends Person {
  id: string;
  token: string;
}

export interface Report {
  _id: string;
  reportUrl: string;
  thumbnailUrl: string | null;
  status: string;
  description: string | null;
  review: string | null;
}

/**
 * Makes up a person who is unique in the run: no text contains the name, address or phone number by
 * accident.
 */
export function aPerson(accountType: Person['accountType'], firstName: string): Person {
  const mark = randomBytes(5).toString('hex');
  return {
    accountType,
    firstName,
    lastName: `Nair-${mark}`,
    email: `${firstName.toLowerCase()}.${mark}@clinic.test`,
    phone: `98${randomInt(10_000_000, 100_000_000)}`,
    password: 'a quiet river runs',
  };
}

export const fixturePath = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

export const fixtureBytes = (name: string) => readFileSync(fixturePath(name));

/**
 * Polling intervals in milliseconds. An e-mail leaves a tenth of a second after the answer, so
 * tests look again soon.
 */
export const codeEmailIntervals = [100, 25];

/** Waits for the code in the newest e-mail to an address. */
export async function codeFor(server: Server, email: string): Promise<string> {
  let code: string | undefined;
  await expect
    .poll(
      async () => {
        const newest = (await server.emails(email)).at(-1);
        code = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0];
        return code;
      },
      { message: `a letter with a code to ${email}`, intervals: codeEmailIntervals },
    )
    .toBeDefined();
  return code ?? '';
}

/** Opens an account through the API, for tests about something else. */
export async function createMember(server: Server, person: Person): Promise<Member> {
  const { firstName, lastName, email, accountType, phone, password } = person;
  await call(server, 'POST', 'auth/send-otp', { email, checkUserPresent: true });
  const otp = await codeFor(server, email);
  const contactNumber = phone;
  const details = { accountType, firstName, lastName, contactNumber, email, password };
  await call(server, 'POST', 'auth/signup', { ...details, confirmPassword: password, otp });
  const account = await logInMember(server, person);
  // So that the upload page does not ask the patient about themselves again.
  const oneself = { name: `${firstName} ${lastName}`, birthYear: 1984, sex: 'female', relation: 'self' };
  if (accountType === 'Patient') await call(server, 'POST', 'profile/people', oneself, account.token);
  return account;
}

export async function logInMember(server: Server, person: Person): Promise<Member> {
  const { email, password } = person;
  const { token, user } = await call(server, 'POST', 'auth/login', { email, password });
  return { ...person, id: user._id, token };
}

export const aPatient = (server: Server) => createMember(server, aPerson('Patient', 'Asha'));

export const theAdmin = (server: Server) =>
  logInMember(server, { ...aPerson('Admin', 'Clinic'), email: admin.email, password: admin.password });

const admins = new WeakMap<Server, Promise<Member>>();

/** Returns the admin who approves the doctors, logged in once per server. */
function approver(server: Server): Promise<Member> {
  const one = admins.get(server) ?? theAdmin(server);
  admins.set(server, one);
  return one;
}

/** Creates an approved doctor. */
export async function aDoctor(server: Server, firstName = 'Meera'): Promise<Member> {
  const doctor = await createMember(server, aPerson('Expert', firstName));
  const { token } = await approver(server);
  await call(server, 'POST', 'expert/approve-expert', { expertId: doctor.id }, token);
  return doctor;
}

/** Adds a child to the people of an account. */
export const addPerson = (server: Server, { token }: Member, name: string, birthYear: number) =>
  call(server, 'POST', 'profile/people', { name, birthYear, sex: 'male', relation: 'child' }, token);

/** Sends a report through the API. */
export async function aReport(
  server: Server,
  patient: Member,
  file = 'blood-test.pdf',
  extraFields: Record<string, string> = {},
): Promise<Report> {
  const form = new FormData();
  form.set('reportType', 'Blood Test');
  form.set('phoneNumber', patient.phone);
  form.set('description', 'Tired for three weeks');
  for (const [name, value] of Object.entries(extraFields)) form.set(name, value);
  form.set('report', new File([new Uint8Array(fixtureBytes(file))], file));
  return (await call(server, 'POST', 'report/upload-report', form, patient.token)).data;
}

export async function reportsOf(server: Server, patient: Member): Promise<Report[]> {
  const path = `report/get-report-by-patientId/${patient.id}`;
  return (await call(server, 'GET', path, undefined, patient.token)).data;
}

export async function addReview(
  server: Server,
  doctor: Pick<Member, 'token'>,
  reportId: string,
  review: string,
) {
  await call(server, 'POST', `report/add-review/${reportId}`, { review }, doctor.token);
}

export async function call(server: Server, method: string, path: string, body?: object, token?: string) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(!isForm && body && { 'Content-Type': 'application/json' }),
    },
    body: isForm ? body : body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Gives the browser a session without opening the log-in page, its redirect or its message. */
export async function startSession(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  // The log-in form is drawn for a guest.
  const form = { formToken: 'nobody', email, password };
  const answer = await page.request.post('/login', { form, maxRedirects: 0 });
  expect([answer.status(), answer.headers().location], 'the redirect after the log-in').toEqual([
    302,
    '/dashboard/home',
  ]);
  await page.context().clearCookies({ name: 'toast' });
}

/**
 * Chooses a language like the switch in the header before a log-in: the next account to log in
 * adopts it.
 */
export async function setLanguageCookie(page: Page, language: string, { url }: Pick<Server, 'url'>) {
  await page.context().addCookies([{ name: 'language', value: language, url }]);
}

/** Logs in with a chosen language, which the account keeps from then on. */
export async function logInWithLanguage(
  server: Server,
  person: Pick<Person, 'email' | 'password'>,
  language: string,
) {
  const { email, password } = person;
  const answer = await fetch(`${server.url}/login`, {
    method: 'POST',
    body: new URLSearchParams({ email, password }),
    headers: { Cookie: `language=${language}` },
    redirect: 'manual',
  });
  expect(answer.status, 'the log-in').toBe(302);
}

/**
 * Creates a review in English for a patient who reads Hindi.
 *
 * @returns the patient and the report.
 */
export async function aReviewToTranslate(server: Server, doctor: Pick<Member, 'token'>, review: string) {
  const patient = await aPatient(server);
  await logInWithLanguage(server, patient, 'hi');
  const report = await aReport(server, patient);
  await addReview(server, doctor, report._id, review);
  return { patient, report };
}

/** Creates a clerk of the front desk, and an account without e-mail that has sent a report. */
export async function aClerkWithReport(server: Server, language = 'en') {
  const clerk = await aPatient(server);
  const { token } = await approver(server);
  await call(server, 'POST', 'account/front-desk', { name: clerk.email }, token);
  return { clerk, ...(await aReportWithoutEmail(server, clerk, language)) };
}

/** Opens an account without e-mail and sends a report from it. `told` are the answers of its owner. */
export async function aReportWithoutEmail(server: Server, { token }: Pick<Member, 'token'>, language = 'en') {
  const told = { fullName: 'Lakshmi Devi', birthYear: 1962, contactNumber: '9812345678' };
  const details = { firstName: 'Lakshmi', lastName: 'Devi', sex: 'female', language, same: 'yes' };
  const { fullName: _fullName, ...numbers } = told;
  const { data } = await call(server, 'POST', 'account/open', { ...details, ...numbers }, token);
  const once = { email: data.clinicNumber, password: data.password };
  const logIn = await call(server, 'POST', 'auth/login', once);
  const password = 'two tall trees stand';
  const body = { newPassword: password, confirmNewPassword: password };
  const chosen = await call(server, 'POST', 'auth/choose-password', body, logIn.token);
  const owner = { ...aPerson('Patient', 'Lakshmi'), id: data.user._id, token: chosen.token } as Member;
  const { _id: reportId } = await aReport(server, owner);
  return { told, userId: owner.id, clinicNumber: String(data.clinicNumber), password, reportId };
}
