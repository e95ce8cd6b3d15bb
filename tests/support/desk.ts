import { eq } from 'drizzle-orm';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { an, type Somebody } from './clinic';
import { aReportOf, sendReview } from './reports';
import { apiRoute, callApi } from './requests';
import { sendFor } from './sending';
import { newAddress } from './signups';
import { logInByApi } from './visits';

const openCall = apiRoute('account/open');
const slipCall = apiRoute('account/slip');

/** The details of a patient without e-mail, as the front desk types them. */
const toldFields = (overrides: Record<string, unknown> = {}) => ({
  firstName: 'Lakshmi',
  lastName: 'Devi',
  birthYear: 1962,
  sex: 'female',
  contactNumber: '9812345678',
  language: 'te',
  // Most tests open many accounts under one name.
  same: 'yes',
  ...overrides,
});

type Staff = Pick<Somebody, 'token'>;
type Slip = {
  user: { _id: string; email: string };
  clinicNumber: string;
  password: string | null;
  slipUrl: string;
};

/** Opens an account without e-mail. */
export const openFor = async (
  { token }: Staff,
  overrides: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => callApi(openCall, { method: 'POST', token, body: toldFields(overrides), headers });

/** Opens an account without e-mail and returns what stands on its slip. */
export async function slipFrom(staff: Staff, overrides: Record<string, unknown> = {}) {
  const { json } = await openFor(staff, overrides);
  const { user, clinicNumber, password, slipUrl } = json.data as Slip;
  return { userId: user._id, email: user.email, clinicNumber, password: password ?? '', slipUrl };
}

/** Builds right answers at the front desk; `overrides` replaces them. */
export const identityOf = (userId: string, overrides: Record<string, unknown> = {}) => ({
  userId,
  fullName: 'Lakshmi Devi',
  birthYear: 1962,
  contactNumber: '98123 45678',
  reason: 'lost',
  // Counts for admins alone, who always need a second proof.
  vouchFor: 'card',
  ...overrides,
});

/** Issues a new slip. */
export const issueSlipBy = ({ token }: Staff, body: Record<string, unknown>) =>
  callApi(slipCall, { method: 'POST', token, body });

/** Opens an account that has just got an e-mail address, perhaps from a stranger. */
export async function aSlipWithAddress(staff: Staff) {
  const slip = await slipFrom(staff);
  const added = { email: newAddress(), emailAddedAt: new Date() };
  await execute(db().update(users).set(added).where(eq(users.id, slip.userId)));
  return { ...slip, ...added };
}

const askRemovalCall = apiRoute('account/ask-removal');

/** Asks that the address of an account comes off; `overrides` replaces the right answers. */
export function askRemovalBy({ token }: Staff, userId: string, overrides: Record<string, unknown> = {}) {
  const { reason: _reason, ...told } = identityOf(userId, overrides);
  return callApi(askRemovalCall, { method: 'POST', token, body: told });
}

const chooseCall = apiRoute('auth/choose-password');

/** Logs in with a slip and chooses a password. */
export async function firstLogIn(
  slip: { clinicNumber: string; password: string },
  newPassword = 'two tall trees stand',
  headers?: Record<string, string>,
) {
  const logIn = await logInByApi(slip.clinicNumber, slip.password, headers);
  const fields = { newPassword, confirmNewPassword: newPassword };
  const chosen = await callApi(chooseCall, { method: 'POST', token: String(logIn.json.token), body: fields });
  return { logIn, chosen, token: String(chosen.json.token) };
}

/** Opens an account without e-mail whose owner has sent a report. */
export async function aSenderWithoutEmail(staff: Staff, overrides: Record<string, unknown> = {}) {
  const slip = await slipFrom(staff, overrides);
  const { token } = await firstLogIn(slip);
  const owner: Somebody = {
    id: slip.userId,
    token,
    firstName: 'Lakshmi',
    lastName: 'Devi',
    email: '',
    cookie: '',
  };
  const { _id: reportId } = await aReportOf(owner, { file: 'rash.png', description: 'Zebra stripes' });
  return { owner, reportId, slip };
}

type Review = { review?: string; nextStep?: string };

/** Opens an account without e-mail whose owner has an answer to read. */
export async function anUntoldAnswer(
  staff: Staff,
  overrides: Record<string, unknown> = {},
  { review = 'Drink more water', nextStep }: Review = {},
) {
  const sent = await aSenderWithoutEmail(staff, overrides);
  const { token } = await an.expert();
  await sendReview({ reportId: sent.reportId, token, review, nextStep });
  return sent;
}

/** Opens an account as a helper, sends a report for its owner and answers it. */
export async function anAnswerSentBy(
  helper: Staff,
  fields: Record<string, string> = {},
  { review = 'Drink more water', nextStep }: Review = {},
) {
  const slip = await slipFrom(helper);
  const { json } = await sendFor(helper, { userId: slip.userId, birthYear: '1962', ...fields });
  const { reportId } = json.data as { reportId: string };
  const { token } = await an.expert();
  await sendReview({ reportId, token, review, nextStep });
  return { slip, reportId };
}

const issueReportCall = apiRoute('slip/issue');

/** Issues a slip of a report; `overrides` replaces the right answers of its patient. */
export const issueReportSlipBy = (
  { token }: Staff,
  { userId, reportId, ...overrides }: { userId: string; reportId: string; [field: string]: unknown },
) =>
  callApi(issueReportCall, {
    method: 'POST',
    token,
    body: { ...identityOf(userId, overrides), reportId },
  });

/** Opens an account, sends a report from it and issues its slip. */
export async function aReportSlip(
  staff: Staff,
  description = 'Tired for weeks',
  fields: { dangerSigns?: string } = {},
) {
  const account = await slipFrom(staff);
  const { token } = await firstLogIn(account);
  const owner = { id: account.userId, token, firstName: 'Lakshmi', lastName: 'Devi', email: '', cookie: '' };
  const { _id: reportId } = await aReportOf(owner, { description, ...fields });
  const { json } = await issueReportSlipBy(staff, { userId: account.userId, reportId });
  const { slipUrl } = json.data as { slipUrl: string };
  return { account, owner, reportId, slip: slipUrl.split('/').at(-1) ?? '' };
}

const openSlipCall = apiRoute('slip/open');

/** Opens the slip of a report, as one network if `network` is given. */
export const openReportSlip = (token: string, birthYear: number, network?: string) =>
  callApi(openSlipCall, {
    method: 'POST',
    body: { token, birthYear },
    headers: network ? { 'X-Forwarded-For': network } : {},
  });
