import { Secret, TOTP } from 'otpauth';
import * as secondFactorPage from '~/routes/dashboard/account/second-factor';
import * as secondStepPage from '~/routes/guest/second-step';
import { password, type Somebody } from './clinic';
import { apiRoute, callApi, type Fields, getPage, postPage } from './requests';
import { logInByPage } from './visits';

const login = apiRoute('auth/login');

type Page = Pick<Somebody, 'cookie'>;
type Factor = {
  isDemanded: boolean;
  since: string | null;
  recoveryCodesLeft: number;
  setUp: { secret: string; link: string; picture: string } | null;
};

/**
 * Computes the code that an authenticator app shows.
 *
 * @param secret the app's secret, in base32.
 * @param inMs milliseconds from now.
 */
export const codeOf = (secret: string, inMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + inMs,
  });

/** Sends one of the forms of the two-step login page. */
export function postFactor({ cookie }: Page, part: string, fields: Fields = {}) {
  const path = `/dashboard/second-factor/${part}`;
  return postPage(secondFactorPage, { path, params: { part }, cookie, fields });
}

/** Reads the state of an account's second factor from its page. */
export async function factorOf({ cookie }: Page) {
  const { data } = await getPage(secondFactorPage, { path: '/dashboard/second-factor', cookie });
  return (data as { data: Factor }).data;
}

/**
 * Switches an account's second factor on.
 *
 * @returns its secret, and the recovery codes.
 */
export async function switchOn(who: Page) {
  await postFactor(who, 'begin', { password });
  const secret = (await factorOf(who)).setUp?.secret ?? '';
  const answer = await postFactor(who, 'confirm', { otp: codeOf(secret) });
  return { secret, codes: codesIn(answer.data), answer };
}

/** Makes one of the API's calls for the second factor, such as `begin-second-factor`. */
export function callFactor({ token }: Pick<Somebody, 'token'>, name: string, body: Fields = {}) {
  const sent = name.startsWith('get-') ? { method: 'GET' } : { method: 'POST', body };
  return callApi(apiRoute(`auth/${name}`), { token, ...sent });
}

/**
 * Begins the set-up of an account's second factor through the API.
 *
 * @returns its secret.
 */
export async function beginByApi(who: Pick<Somebody, 'token'>): Promise<string> {
  const { json } = await callFactor(who, 'begin-second-factor', { password });
  return (json.data as Factor).setUp?.secret ?? '';
}

/** Switches an account's second factor on through the API; its token stays valid. */
export async function switchOnByApi(who: Pick<Somebody, 'token'>) {
  const secret = await beginByApi(who);
  const confirmed = await callFactor(who, 'confirm-second-factor', { otp: codeOf(secret) });
  return { secret, codes: confirmed.json.codes as string[], answer: confirmed };
}

/** Reads the recovery codes from an answer. */
export const codesIn = (data: unknown) => (data as { shown?: { codes: string[] } }).shown?.codes ?? [];

export function logInWithCode(email: string, otp?: string, typed = password) {
  return callApi(login, { method: 'POST', body: { email, password: typed, otp } });
}

/**
 * Takes the first step of a log-in on the page.
 *
 * @returns the cookie that the second step needs.
 */
export async function firstStep(email: string, typed = password) {
  return (await logInByPage(email, typed)).cookies;
}

export function secondStep(cookie: string, otp: string, query = '') {
  return postPage(secondStepPage, { path: `/login/second-step${query}`, cookie, fields: { otp } });
}

export const openSecondStep = (cookie: string) =>
  getPage(secondStepPage, { path: '/login/second-step', cookie });
