import assert from 'node:assert/strict';
import { writeDigests } from '~/domain/alerts/digests.server';
import { sendWaiting } from '~/domain/notifications/email-worker.server';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import type { Email } from '~/platform/senders/mail.server';
import * as loginPage from '~/routes/guest/login';
import { origin, password, type Somebody } from '../../support/clinic';
import { codeOf, logInWithCode } from '../../support/factors';
import { postPage } from '../../support/requests';
import { askForCode, enterCode, signUpByApi, signUpByPage, signupFields } from '../../support/signups';
import { logInByApi } from '../../support/visits';
import { minuteMs, pass } from './clock';

/** A person of the clinic, with their log-in data. */
export type Person = Somebody & { accountType: string; password: string; totpSecret?: string };

const browser = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0 Mobile';

const sentEmails: Email[] = [];
/** Addresses whose mail server accepts nothing. */
export const rejectingAddresses = new Set<string>();
const mail = {
  async deliver(letter: Email) {
    if (rejectingAddresses.has(letter.to.address))
      throw Object.assign(new Error('no'), { responseCode: 550 });
    sentEmails.push(letter);
  },
  close: () => undefined,
};

/** Sends the due e-mails, as the server does by itself. */
export async function sendEmails() {
  await writeDigests();
  await sendWaiting(
    mail,
    makeEmailComposer(() => ({ productName: 'SecondLook', publicUrl: origin })),
  );
}

/** Finds the newest e-mail to an address. */
async function newestEmail(to: string) {
  await sendEmails();
  return sentEmails.filter((letter) => letter.to.address === to).at(-1);
}

async function codeFor(to: string) {
  return /\b(\d{6})\b/.exec((await newestEmail(to))?.subject ?? '')?.[1] ?? '';
}

type Answer = { status: number };

/** Waits for a request and asserts that it succeeded. */
export async function requireSuccess<Result extends Answer>(
  what: string,
  act: Promise<Result>,
): Promise<Result> {
  const answer = await act;
  const answerText = 'text' in answer ? answer.text : '';
  assert.ok(answer.status < 400, `${what} was answered with ${answer.status} ${answerText}`);
  assert.ok(!('toast' in answer) || (answer.toast as { type?: string })?.type !== 'error', what);
  pass(minuteMs);
  return answer;
}

/** Logs a person in through the API, and on the page if no second factor is required. */
export async function logIn(person: Omit<Person, 'id' | 'token' | 'cookie'>): Promise<Person> {
  const { email, password: typed, totpSecret } = person;
  pass(minuteMs);
  const otp = totpSecret && codeOf(totpSecret);
  const body = otp
    ? logInWithCode(email, otp, typed)
    : logInByApi(email, typed, { 'User-Agent': 'curl/8.5.0' });
  const { json } = await requireSuccess(`The log-in of ${email}`, body);
  const cookie = otp
    ? ''
    : (await requireSuccess(`The log-in page for ${email}`, logInOnPage(email, typed))).cookies;
  const { token, user } = json as unknown as { token: string; user: { _id: string; accountType: string } };
  return { ...person, id: user._id, accountType: user.accountType, token, cookie };
}

export const logInOnPage = (email: string, typed: string) =>
  postPage(loginPage, {
    path: '/login',
    fields: { email, password: typed },
    headers: { 'User-Agent': browser },
  });

type Named = { firstName: string; lastName: string; accountType: 'Patient' | 'Expert' };

/** Opens an account: a patient's on the pages, an expert's through the API. */
export async function signUp({ firstName, lastName, accountType }: Named): Promise<Person> {
  const email = `${firstName.toLowerCase()}@village.test`;
  const typed = { firstName, lastName, accountType, email, password, confirmPassword: password };
  if (accountType === 'Patient') {
    const { cookies } = await requireSuccess(`The sign-up of ${email}`, signUpByPage(signupFields(typed)));
    await requireSuccess(`The code of ${email}`, enterCode(cookies, await codeFor(email)));
  } else {
    await requireSuccess(`The code for ${email}`, askForCode(email));
    const register = { registrationNumber: `MMC/2011/${firstName.length}04217`, council: 'Maharashtra' };
    const fields = { ...signupFields(typed), ...register, otp: await codeFor(email) };
    await requireSuccess(`The sign-up of ${email}`, signUpByApi(fields));
  }
  return logIn({ firstName, lastName, email, accountType, password });
}
