import { strict as assert } from 'node:assert';
import * as messagesPage from '~/routes/dashboard/admin/messages';
import { deleteAccountOf, freshPassword, savePassword } from '../../support/accounts';
import { saveDraftFor } from '../../support/claims';
import { fixture, password } from '../../support/clinic';
import { callFactor, codeOf, logInWithCode, switchOnByApi } from '../../support/factors';
import { announce, sendPiece } from '../../support/pieces';
import { answerTo, askAbout } from '../../support/questions';
import {
  amendReviewOf,
  aReportOf,
  correctReportOf,
  giveConsentFor,
  uploadFields,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { enterCode, signUpByPage, signupFields } from '../../support/signups';
import { deleteByApi, inspect, logInByApi, reportsOf } from '../../support/visits';
import { askForKey } from '../../support/waiting-keys';
import { hourMs, minuteMs, pass } from './clock';
import { done, logIn, logInOnPage } from './people';
import { callOf, personOf, type Told, type ToldReport } from './told';

type Act = (told: Told) => Promise<unknown>;

/** What happens once, by the day it happens on. */
const events: Record<number, Act> = {
  1: speakTamil,
  2: switchOnSecondFactor,
  3: writeToClinic,
  4: closeMessage,
  6: (told) => {
    const mine = newest(told, 'Kanaka');
    mine.reportType = 'Eye Exam';
    const fields = { reportType: 'Eye Exam', description: 'The left eye, not the right one' };
    return done('The correction', correctReportOf(personOf(told, 'Kanaka'), mine._id, fields));
  },
  8: async (told) => {
    await askAndAnswer(told);
    await sendForChild(told);
  },
  9: (told) => withdraw(told, newest(told, 'Ravi')),
  11: sendTwoPages,
  12: async (told) => {
    const mine = newest(told, 'Asha');
    await withdraw(told, mine);
    pass(hourMs);
    await done('The consent', giveConsentFor(personOf(told, 'Asha'), mine._id));
    mine.status = 'Pending';
  },
  14: deleteReport,
  17: (told) => withdraw(told, newest(told, 'Ravi')),
  18: deleteAccount,
  21: judgeExperts,
  22: changePassword,
  24: translateReview,
  25: (told) => callOf('profile/export-data', personOf(told, 'Ravi'), { password }),
  26: useRecoveryCode,
  27: correctReview,
  28: writeToClinic,
  30: lookAfterClinic,
};

/** What happens on this day of the clinic alone. */
export async function eventsOf(told: Told, day: number) {
  await events[day]?.(told);
}

function newest({ reports }: Told, patient: string): ToldReport {
  const found = reports.filter((one) => one.patient === patient && one.status === 'Pending').at(-1);
  assert.ok(found, `${patient} has no report that waits`);
  return found;
}

/** A report of somebody who is on the list of a parent. */
async function sendForChild(told: Told) {
  const asha = personOf(told, 'Asha');
  const child = { name: 'Kiran', birthYear: 2015, sex: 'female', relation: 'child' };
  await callOf('profile/people', asha, child);
  const { json } = await callOf('profile/people', asha);
  const [kiran] = json.data as { _id: string }[];
  const sent = { personId: kiran?._id, guardianName: 'Asha', reportType: 'Eye Exam', file: 'rash.png' };
  const { _id } = await aReportOf(asha, sent as Parameters<typeof aReportOf>[1]);
  told.reports.push({ _id, patient: 'Asha', reportType: 'Eye Exam', file: 'rash.png', status: 'Pending' });
}

/** Two photos that are one report; the first is small, which is noted. */
async function sendTwoPages(told: Told) {
  const { token, firstName: patient } = personOf(told, 'Kanaka');
  const sent = { reportType: 'Blood Test', description: 'Both sides' };
  const body = uploadFields(await fixture('rash.png'), sent);
  body.append('report', await fixture('scan.webp'));
  const upload = callApi(apiRoute('report/upload-report'), { method: 'POST', token, body });
  const { json } = await done('The pages', upload);
  const { _id, pages, pageNotes } = json.data as { _id: string; pages: number; pageNotes: unknown[] };
  assert.ok(pages === 2 && pageNotes.length > 0);
  told.reports.push({ _id, patient, ...sent, file: 'rash.png and scan.webp in one.pdf', status: 'Pending' });
}

async function speakTamil(told: Told) {
  const { token } = personOf(told, 'Asha');
  const language = apiRoute('profile/update-language');
  await done('The language', callApi(language, { method: 'PUT', token, body: { language: 'ta' } }));
  const tara = personOf(told, 'Tara');
  const reads = apiRoute('profile/update-languages-read');
  const body = { en: true, ta: true };
  await done('The languages', callApi(reads, { method: 'PUT', token: tara.token, body }));
}

/** A doctor cannot read a report; its patient sends another photo, and words. */
async function askAndAnswer(told: Told) {
  const mine = newest(told, 'Kanaka');
  await done('The question', askAbout(personOf(told, 'Gopal'), mine._id, { kind: 'unreadable' }));
  const answer = { text: 'By the window, in the morning', files: ['rash.png'] };
  await done('The answer', answerTo(personOf(told, 'Kanaka'), mine._id, answer));
}

async function switchOnSecondFactor(told: Told) {
  const meera = personOf(told, 'Meera');
  const { secret, codes, answer } = await switchOnByApi(meera);
  await done('The second factor', Promise.resolve(answer));
  told.people.Meera = { ...meera, totpSecret: secret };
  told.recoveryCodes = codes;
}

async function writeToClinic() {
  const ways: [name: string, body: Record<string, string>][] = [
    ['message/send-contact', { name: 'Uma', email: 'uma@village.test', message: 'When are you open?' }],
    [
      'message/send-query',
      { name: 'Uma', answerTo: 'uma@village.test', question: 'Do you read old X-rays?' },
    ],
    ['message/ask-for-call-back', { name: 'Uma', phoneNumber: '+919876543210', about: 'My mother' }],
  ];
  for (const [name, body] of ways) await done(name, callApi(apiRoute(name), { method: 'POST', body }));
}

async function closeMessage(told: Told) {
  const admin = personOf(told, 'admin');
  const { json } = await callOf('message/get-messages', admin);
  const [first] = json.data as { _id: string }[];
  await callOf('message/close-message', admin, { messageId: first?._id });
}

async function withdraw(told: Told, report: ToldReport) {
  await done('The withdrawal', withdrawConsentFor(personOf(told, report.patient), report._id));
  report.status = 'Withdrawn';
}

async function deleteReport(told: Told) {
  const mine = told.reports.find(({ patient, status }) => patient === 'Farid' && status === 'Reviewed');
  assert.ok(mine, 'Farid has a review');
  await done('The deletion', deleteByApi(personOf(told, 'Farid'), mine._id));
  told.reports.splice(told.reports.indexOf(mine), 1);
}

async function deleteAccount(told: Told) {
  const lata = personOf(told, 'Lata');
  await aReportOf(lata, { file: 'rash.png' });
  await done('The account’s deletion', deleteAccountOf(lata));
  delete told.people.Lata;
}

async function judgeExperts(told: Told) {
  const admin = personOf(told, 'admin');
  const change = (to: Parameters<typeof inspect>[1], name: string) =>
    done(`${to} ${name}`, inspect(admin, to, personOf(told, name).id));
  await change('suspend', 'Sunil');
  await change('reject', 'Nila');
  await change('suspend', 'Gopal');
  await change('restore', 'Gopal');
  // A suspension ended what was open.
  told.people.Gopal = await logIn(personOf(told, 'Gopal'));
  const credentials = { registrationNumber: 'MMC/2012/99', council: 'Maharashtra', qualification: 'MD' };
  const update = apiRoute('profile/update-credentials');
  const { token } = personOf(told, 'Gopal');
  await done('The credentials', callApi(update, { method: 'PUT', token, body: credentials }));
}

async function changePassword(told: Told) {
  const kanaka = personOf(told, 'Kanaka');
  await done('The password', savePassword(kanaka));
  told.people.Kanaka = await logIn({ ...kanaka, password: freshPassword });
}

async function translateReview(told: Told) {
  const tara = personOf(told, 'Tara');
  const { json } = await callOf('report/get-reviews-to-translate', tara);
  const waiting = new Set((json.data as { _id: string }[]).map(({ _id }) => _id));
  const one = told.reports.find(({ _id, description }) => waiting.has(_id) && description);
  assert.ok(one, 'a review waits for its translation');
  one.translation = 'பயப்பட ஒன்றுமில்லை. அதிகம் தண்ணீர் குடியுங்கள்.';
  const translate = apiRoute('report/add-translation');
  const call = { method: 'POST', token: tara.token, params: { reportId: one._id } };
  await done('The translation', callApi(translate, { ...call, body: { review: one.translation } }));
}

async function correctReview(told: Told) {
  const one = told.reports.find(({ review, translation }) => review && !translation);
  assert.ok(one?.review && one.expert, 'there is a review that nobody has translated');
  one.review = `${one.review} Come again in May.`;
  const fields = { text: one.review, reason: 'The month was missing' };
  await done('The change', amendReviewOf(personOf(told, one.expert), one._id, fields));
}

async function useRecoveryCode(told: Told) {
  const meera = personOf(told, 'Meera');
  const [otp = '', ...others] = told.recoveryCodes;
  await done('The recovery code', logInWithCode(meera.email, otp, meera.password));
  told.recoveryCodes = others;
}

async function lookAfterClinic(told: Told) {
  const admin = personOf(told, 'admin');
  for (const name of ['system/get-system', 'system/get-audit-log', 'expert/get-approved-expert'])
    await callOf(name, admin);
  await callOf('system/note-restore-tried', admin, {});
  const cookie = (await logInOnPage(admin.email, admin.password)).cookies;
  await done('The messages', getPage(messagesPage, { path: '/dashboard/messages', cookie }));
}

/** What is still open when the clinic is looked at: nothing of it is settled or sent. */
export async function lastHour(told: Told) {
  const ravi = personOf(told, 'Ravi');
  const key = { 'Idempotency-Key': 'the last one' };
  const body = uploadFields(await fixture('rash.png'), { reportType: 'MRI', consent: undefined });
  const upload = apiRoute('report/upload-report');
  const call = { method: 'POST', token: ravi.token, body, headers: key };
  const { json } = await done('The upload', callApi(upload, call));
  const { _id } = json.data as { _id: string };
  const last = { patient: 'Ravi', reportType: 'MRI', file: 'rash.png', status: 'Pending' } as const;
  told.reports.push({ ...last, _id });
  const typed = signupFields({ email: 'nobody-yet@village.test', password, confirmPassword: password });
  const { cookies } = await done('The sign-up', signUpByPage(typed));
  assert.notEqual((await enterCode(cookies, '000000')).status, 302);
  const reset = { method: 'POST', body: { email: ravi.email } };
  await done('The reset', callApi(apiRoute('auth/reset-password-token'), reset));
  for (const email of [personOf(told, 'Farid').email, 'nobody@village.test'])
    assert.equal((await logInByApi(email, 'not the password')).status, 401);
  const file = await fixture('two-pages.pdf');
  const { id: slotId } = await announce(ravi, file.size, { name: file.name });
  const half = new Uint8Array(await file.arrayBuffer()).slice(0, 400);
  assert.equal((await sendPiece(ravi, slotId, { offset: 0, body: half })).offset, 400);
  const { cookies: cookie } = await logInOnPage(ravi.email, ravi.password);
  await done('The key', askForKey({ id: ravi.id, cookie }));
  await done('The draft', saveDraftFor(personOf(told, 'Arun'), _id, 'To be gone on with'));
  const meera = personOf(told, 'Meera');
  await done('The first step', logInOnPage(meera.email, meera.password));
  const renewed = { password: meera.password, otp: codeOf(meera.totpSecret ?? '') };
  const { json: again } = await done('New codes', callFactor(meera, 'renew-recovery-codes', renewed));
  told.recoveryCodes = again.codes as string[];
  pass(minuteMs);
  await done('The own list', reportsOf(ravi.id, ravi));
}
