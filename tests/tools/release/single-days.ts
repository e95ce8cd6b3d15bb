import { strict as assert } from 'node:assert';
import { quietenAlerts } from '~/domain/alerts/quiet-times.server';
import { changeTarget } from '~/domain/alerts/targets.server';
import { recordCheck } from '~/domain/clinic/checked-sentences.server';
import { choosePart } from '~/domain/clinic/clinic-parts.server';
import { storeTypedWords } from '~/domain/clinic/typed-words.server';
import { findViewerById } from '~/domain/identity/sessions.server';
import { pageChannel } from '~/domain/kernel/channels';
import { queueEvents } from '~/domain/programs/webhook-events.server';
import { hashStepSentences } from '~/domain/report-view/present-next-steps.server';
import { clinicRules } from '~/platform/db/core/tables/accountability.server';
import { webhooks } from '~/platform/db/core/tables/webhooks.server';
import { db, execute } from '~/platform/db/db.server';
import * as messagesPage from '~/routes/dashboard/admin/messages';
import { contextOf } from '~/web/pipeline/context.server';
import { deleteAccountOf, freshPassword, savePassword } from '../../support/accounts';
import { saveDraftFor } from '../../support/claims';
import { fixture, origin, password } from '../../support/clinic';
import { aSlipWithAddress, askRemovalBy, firstLogIn, identityOf, slipFrom } from '../../support/desk';
import { callFactor, codeOf, logInWithCode, switchOnByApi } from '../../support/factors';
import { addPasskeyTo, logInOptions } from '../../support/passkeys';
import { announce, sendPiece } from '../../support/pieces';
import { answerTo, askAbout } from '../../support/questions';
import {
  amendReviewOf,
  aReportOf,
  correctReportOf,
  giveConsentFor,
  sendReview,
  uploadFields,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, getPage } from '../../support/requests';
import { sendFor } from '../../support/sending';
import { aShareOf, openShareBy } from '../../support/shares';
import { enterCode, signUpByPage, signupFields } from '../../support/signups';
import { createCodeFor } from '../../support/summaries';
import { deleteByApi, judgeByApi, logInByApi, reportsOf } from '../../support/visits';
import { askForKey } from '../../support/waiting-keys';
import { aWebhookOf } from '../../support/webhooks';
import { type ClinicRecord, callOf, personOf, type ReportRecord } from './clinic-record';
import { hourMs, minuteMs, pass } from './clock';
import { logIn, logInOnPage, requireSuccess } from './people';
import { reachByPhone } from './phones';

type Act = (record: ClinicRecord) => Promise<unknown>;

/** Events that happen once, by day. */
const events: Record<number, Act> = {
  1: speakTamil,
  2: switchOnSecondFactor,
  3: async (record) => {
    await writeToClinic();
    await complain(record);
    await readNotice(record);
  },
  4: async (record) => {
    await closeMessage(record);
    await aWebhookOf(personOf(record, 'admin'));
  },
  6: (ledger) => {
    const mine = newest(ledger, 'Kanaka');
    mine.reportType = 'Eye Exam';
    const fields = { reportType: 'Eye Exam', description: 'The left eye, not the right one' };
    return requireSuccess('The correction', correctReportOf(personOf(ledger, 'Kanaka'), mine._id, fields));
  },
  8: async (record) => {
    await askAndAnswer(record);
    await sendForChild(record);
  },
  9: (record) => withdraw(record, newest(record, 'Ravi')),
  11: sendTwoPages,
  12: async (ledger) => {
    const mine = newest(ledger, 'Asha');
    await withdraw(ledger, mine);
    pass(hourMs);
    await requireSuccess('The consent', giveConsentFor(personOf(ledger, 'Asha'), mine._id));
    mine.status = 'Pending';
  },
  14: deleteReport,
  17: (record) => withdraw(record, newest(record, 'Ravi')),
  18: deleteAccount,
  19: checkRegistrations,
  21: judgeExperts,
  15: queueMessages,
  22: changePassword,
  23: (record) =>
    callOf('phrase/save', personOf(record, 'Meera'), {
      reportType: 'Eye Exam',
      text: 'At {age} this is usual.',
    }),
  24: translateReview,
  25: (record) => callOf('profile/export-data', personOf(record, 'Ravi'), { password }),
  26: useRecoveryCode,
  27: correctReview,
  28: writeToClinic,
  29: planDuty,
  30: lookAfterClinic,
};

async function planDuty(record: ClinicRecord) {
  const meera = personOf(record, 'Meera');
  await callOf('expert/duty', meera, { day: '2099-01-01', from: '08:00', to: '20:00' });
  await callOf('expert/away', meera, { fromDay: '2099-02-01', toDay: '2099-02-07' });
  // Later than an admin may choose, so that later releases find every doctor at work.
  const rule = { rule: 'requireRegistration' as const, fromDay: '2099-01-01' };
  const setBy = personOf(record, 'admin').id;
  await execute(
    db()
      .insert(clinicRules)
      .values({ ...rule, setAt: new Date(), setBy }),
  );
}

/** Checks the registration of a doctor, which ends, and adds days to it. */
async function checkRegistrations(record: ClinicRecord) {
  const admin = personOf(record, 'admin');
  const expertId = personOf(record, 'Meera').id;
  const number = { registrationNumber: 'MMC/2011/04217', method: 'register', validUntil: '2099-03-31' };
  await callOf('expert/check-registration', admin, { expertId, ...number });
  await callOf('expert/extend-registration', admin, { expertId, reason: 'The renewal is on its way' });
}

/** Runs the events of this day. */
export async function eventsOf(record: ClinicRecord, day: number) {
  await events[day]?.(record);
}

function newest({ reports }: ClinicRecord, patient: string): ReportRecord {
  const found = reports.filter((one) => one.patient === patient && one.status === 'Pending').at(-1);
  assert.ok(found, `${patient} has no report that waits`);
  return found;
}

/** Sends a report for a child on a parent's list. */
async function sendForChild(ledger: ClinicRecord) {
  const asha = personOf(ledger, 'Asha');
  const child = { name: 'Kiran', birthYear: 2015, sex: 'female', relation: 'child' };
  await callOf('profile/people', asha, child);
  const { json } = await callOf('profile/people', asha);
  const [kiran] = json.data as { _id: string }[];
  const fields = { personId: kiran?._id, guardianName: 'Asha', reportType: 'Eye Exam', file: 'rash.png' };
  const { _id } = await aReportOf(asha, fields as Parameters<typeof aReportOf>[1]);
  ledger.reports.push({ _id, patient: 'Asha', reportType: 'Eye Exam', file: 'rash.png', status: 'Pending' });
}

/** Sends two photos as one report. The first is small, which the page notes record. */
async function sendTwoPages(ledger: ClinicRecord) {
  const { token, firstName: patient } = personOf(ledger, 'Kanaka');
  const fields = { reportType: 'Blood Test', description: 'Both sides' };
  const body = uploadFields(await fixture('rash.png'), fields);
  body.append('report', await fixture('scan.webp'));
  const upload = callApi(apiRoute('report/upload-report'), { method: 'POST', token, body });
  const { json } = await requireSuccess('The pages', upload);
  const { _id, pages, pageNotes } = json.data as { _id: string; pages: number; pageNotes: unknown[] };
  assert.ok(pages === 2 && pageNotes.length > 0);
  ledger.reports.push({
    _id,
    patient,
    ...fields,
    file: 'rash.png and scan.webp in one.pdf',
    status: 'Pending',
  });
}

async function speakTamil(ledger: ClinicRecord) {
  const { token } = personOf(ledger, 'Asha');
  const language = apiRoute('profile/update-language');
  await requireSuccess('The language', callApi(language, { method: 'PUT', token, body: { language: 'ta' } }));
  const tara = personOf(ledger, 'Tara');
  const reads = apiRoute('profile/update-languages-read');
  const body = { en: true, ta: true };
  await requireSuccess('The languages', callApi(reads, { method: 'PUT', token: tara.token, body }));
}

/** A doctor cannot read a report; its patient sends another photo and an explanation. */
async function askAndAnswer(ledger: ClinicRecord) {
  const mine = newest(ledger, 'Kanaka');
  await requireSuccess('The question', askAbout(personOf(ledger, 'Gopal'), mine._id, { kind: 'unreadable' }));
  const answer = { text: 'By the window, in the morning', files: ['rash.png'] };
  await requireSuccess('The answer', answerTo(personOf(ledger, 'Kanaka'), mine._id, answer));
}

async function switchOnSecondFactor(ledger: ClinicRecord) {
  const meera = personOf(ledger, 'Meera');
  const { secret, codes, answer } = await switchOnByApi(meera);
  await requireSuccess('The second factor', Promise.resolve(answer));
  ledger.people.Meera = { ...meera, totpSecret: secret };
  ledger.recoveryCodes = codes;
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
  for (const [name, body] of ways)
    await requireSuccess(name, callApi(apiRoute(name), { method: 'POST', body }));
}

/** A patient is shown what the clinic stores. */
async function readNotice(ledger: ClinicRecord) {
  const { token } = personOf(ledger, 'Kanaka');
  const route = apiRoute('notices/privacy');
  const { json } = await requireSuccess('notices/privacy', callApi(route, { token }));
  const { version } = json.data as { version: string };
  await requireSuccess('notices/privacy', callApi(route, { method: 'PUT', token, body: { version } }));
}

/** A patient complains about a doctor by name, and an admin answers. */
async function complain(ledger: ClinicRecord) {
  const admin = personOf(ledger, 'admin');
  const body = {
    topic: 'doctor',
    name: 'Kanaka',
    about: personOf(ledger, 'Meera').firstName,
    text: 'Nobody told me how long it takes',
  };
  await callOf('message/complain', personOf(ledger, 'Kanaka'), body);
  const { json } = await callOf('message/complaints', admin);
  const [first] = json.data as { _id: string }[];
  const complaintId = first?._id;
  await callOf('message/answer-complaint', admin, { complaintId, answer: 'We are sorry: two days' });
}

async function closeMessage(ledger: ClinicRecord) {
  const admin = personOf(ledger, 'admin');
  const { json } = await callOf('message/get-messages', admin);
  const [first] = json.data as { _id: string }[];
  await callOf('message/close-message', admin, { messageId: first?._id });
}

async function withdraw(record: ClinicRecord, report: ReportRecord) {
  await requireSuccess('The withdrawal', withdrawConsentFor(personOf(record, report.patient), report._id));
  report.status = 'Withdrawn';
}

async function deleteReport(ledger: ClinicRecord) {
  const mine = ledger.reports.find(({ patient, status }) => patient === 'Farid' && status === 'Reviewed');
  assert.ok(mine, 'Farid has a review');
  await requireSuccess('The deletion', deleteByApi(personOf(ledger, 'Farid'), mine._id));
  ledger.reports.splice(ledger.reports.indexOf(mine), 1);
}

async function deleteAccount(ledger: ClinicRecord) {
  const lata = personOf(ledger, 'Lata');
  await aReportOf(lata, { file: 'rash.png' });
  await requireSuccess('The account’s deletion', deleteAccountOf(lata));
  delete ledger.people.Lata;
}

async function judgeExperts(ledger: ClinicRecord) {
  const admin = personOf(ledger, 'admin');
  const change = (to: Parameters<typeof judgeByApi>[1], name: string) =>
    requireSuccess(`${to} ${name}`, judgeByApi(admin, to, personOf(ledger, name).id));
  await change('suspend', 'Sunil');
  await change('reject', 'Nila');
  await change('suspend', 'Gopal');
  const doubt = { expertId: personOf(ledger, 'Gopal').id, answersInDoubt: true };
  const decide = apiRoute('expert/decide-doubt');
  await requireSuccess('The doubt', callApi(decide, { method: 'POST', token: admin.token, body: doubt }));
  await change('restore', 'Gopal');
  // A suspension ended the expert's sessions.
  ledger.people.Gopal = await logIn(personOf(ledger, 'Gopal'));
  const credentials = { registrationNumber: 'MMC/2012/99', council: 'Maharashtra', qualification: 'MD' };
  const update = apiRoute('profile/update-credentials');
  const { token } = personOf(ledger, 'Gopal');
  await requireSuccess('The credentials', callApi(update, { method: 'PUT', token, body: credentials }));
}

async function changePassword(record: ClinicRecord) {
  const kanaka = personOf(record, 'Kanaka');
  await requireSuccess('The password', savePassword(kanaka));
  record.people.Kanaka = await logIn({ ...kanaka, password: freshPassword });
}

async function translateReview(ledger: ClinicRecord) {
  const tara = personOf(ledger, 'Tara');
  const { json } = await callOf('report/get-reviews-to-translate', tara);
  const waiting = new Set((json.data as { _id: string }[]).map(({ _id }) => _id));
  const report = ledger.reports.find(({ _id, description }) => waiting.has(_id) && description);
  assert.ok(report, 'a review waits for its translation');
  report.translation = 'பயப்பட ஒன்றுமில்லை. அதிகம் தண்ணீர் குடியுங்கள்.';
  const translate = apiRoute('report/add-translation');
  const call = { method: 'POST', token: tara.token, params: { reportId: report._id } };
  await requireSuccess(
    'The translation',
    callApi(translate, { ...call, body: { review: report.translation } }),
  );
}

async function correctReview(ledger: ClinicRecord) {
  const report = ledger.reports.find(({ review, translation }) => review && !translation);
  assert.ok(report?.review && report.expert, 'there is a review that nobody has translated');
  report.review = `${report.review} Come again in May.`;
  const fields = { text: report.review, reason: 'The month was missing' };
  await requireSuccess('The change', amendReviewOf(personOf(ledger, report.expert), report._id, fields));
  const patient = personOf(ledger, report.patient);
  await requireSuccess('The code', createCodeFor(patient, report._id));
  await requireSuccess('The link', openShareBy(await aShareOf(patient, [report._id])));
}

async function useRecoveryCode(ledger: ClinicRecord) {
  const meera = personOf(ledger, 'Meera');
  const [otp = '', ...remainingCodes] = ledger.recoveryCodes;
  await requireSuccess('The recovery code', logInWithCode(meera.email, otp, meera.password));
  ledger.recoveryCodes = remainingCodes;
}

/** Queues the messages of the webhook. Nothing is sent. */
async function queueMessages() {
  for (const webhook of await db().select().from(webhooks)) await queueEvents(webhook);
}

async function lookAfterClinic(ledger: ClinicRecord) {
  const admin = personOf(ledger, 'admin');
  for (const name of ['system/get-system', 'system/get-audit-log', 'expert/get-approved-expert'])
    await callOf(name, admin);
  await callOf('system/note-restore-tried', admin, {});
  const found = { foundAt: new Date(Date.now() - hourMs).toISOString(), what: 'A telephone was stolen' };
  await callOf('system/breaches', admin, { ...found, actor: personOf(ledger, 'Meera').id });
  const cookie = (await logInOnPage(admin.email, admin.password)).cookies;
  await requireSuccess('The messages', getPage(messagesPage, { path: '/dashboard/messages', cookie }));
}

const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/133.0 Mobile';

/**
 * Opens an account without e-mail, which sends a report, is told to go to a doctor, and by hand. A
 * helper sends another report for its owner.
 */
async function helpWithoutEmail(ledger: ClinicRecord) {
  const admin = personOf(ledger, 'admin');
  const arun = personOf(ledger, 'Arun');
  const slip = await slipFrom(admin, { mayWrite: true });
  const { token } = await firstLogIn(slip, password, { 'User-Agent': phoneBrowser });
  const lakshmi = {
    ...{ id: slip.userId, email: slip.clinicNumber, token, cookie: '', password },
    ...{ firstName: 'Lakshmi', lastName: 'Devi', accountType: 'Patient' },
  };
  ledger.people.Lakshmi = lakshmi;
  const fields = { reportType: 'Blood Test', file: 'rash.png' };
  const { _id } = await aReportOf(lakshmi, fields);
  const review = 'This has to be looked at by a doctor near you, and it cannot wait.';
  const answer = { reportId: _id, token: arun.token, review, nextStep: 'goToday' };
  await requireSuccess('The review', sendReview(answer));
  ledger.reports.push({ ...fields, _id, patient: 'Lakshmi', status: 'Reviewed', expert: 'Arun', review });
  pass(minuteMs);
  const telling = { reportId: _id, kind: 'answer', subject: '1', outcome: 'told' };
  await callOf('account/told', admin, telling);
  await callOf('slip/issue', admin, { ...identityOf(slip.userId), reportId: _id });
  const farid = personOf(ledger, 'Farid');
  await callOf('account/helpers', admin, { name: farid.email });
  const named = { clinicNumber: slip.clinicNumber, birthYear: '1962', reportType: 'ECG' };
  const { json } = await requireSuccess('The report for another', sendFor(farid, named, 'rash.png'));
  const { reportId } = json.data as { reportId: string };
  const sent = { patient: 'Lakshmi', reportType: 'ECG', file: 'rash.png', status: 'Pending' } as const;
  ledger.reports.push({ ...sent, _id: reportId });
}

/** Sends a patient to a kind of specialist that is on the list. */
async function sendToSpecialist(ledger: ClinicRecord) {
  const fields = { reportType: 'ECG', file: 'ecg.gif' };
  const { _id: reportId } = await aReportOf(personOf(ledger, 'Ravi'), fields);
  const review = 'A heart doctor should look at this in the next weeks.';
  const { token } = personOf(ledger, 'Arun');
  const answer = { reportId, token, review, nextStep: 'seeSpecialist', specialist: 'Cardiology' };
  await requireSuccess('The review', sendReview(answer));
  ledger.reports.push({
    ...fields,
    _id: reportId,
    patient: 'Ravi',
    status: 'Reviewed',
    expert: 'Arun',
    review,
  });
}

/** Adds a passkey, begins to log in with it, and records that the sentences in Tamil were checked. */
async function addPasskeyAndCheckSentences(ledger: ClinicRecord) {
  const ravi = personOf(ledger, 'Ravi');
  await addPasskeyTo(ravi);
  await logInOptions();
  const admin = personOf(ledger, 'admin');
  const viewer = await findViewerById(admin.id);
  assert.ok(viewer, 'the admin is there');
  const context = await contextOf(new Request(origin), pageChannel);
  const wordingHash = hashStepSentences(context, 'ta');
  await recordCheck.run({ viewer, input: { language: 'ta', wordingHash, by: 'Tara' }, context });
  await choosePart.run({ viewer, input: { part: 'programs', choice: 'on' }, context });
  await execute(storeTypedWords({ OFFICE_HOURS: 'Monday to Friday, 9 to 5' }, null));
}

/** Sends an urgent report, sets a target for its type, and quietens the messages for an hour. */
async function sendUrgent(ledger: ClinicRecord) {
  const fields = { reportType: 'ECG', file: 'ecg.gif' };
  const { _id } = await aReportOf(personOf(ledger, 'Ravi'), { ...fields, urgent: 'on' });
  ledger.reports.push({ ...fields, _id, patient: 'Ravi', status: 'Pending' });
  const viewer = await findViewerById(personOf(ledger, 'admin').id);
  assert.ok(viewer, 'the admin is there');
  const context = await contextOf(new Request(origin), pageChannel);
  await changeTarget.run({ viewer, input: { reportType: 'ECG', hours: 24 }, context });
  await quietenAlerts.run({ viewer, input: {}, context });
}

/** Creates what is still open when the clinic is inspected: nothing of it is settled or sent. */
export async function lastHour(ledger: ClinicRecord) {
  await helpWithoutEmail(ledger);
  await sendToSpecialist(ledger);
  await addPasskeyAndCheckSentences(ledger);
  await sendUrgent(ledger);
  await reachByPhone(ledger);
  const admin = personOf(ledger, 'admin');
  const { userId: disputedId } = await aSlipWithAddress(admin);
  await requireSuccess('The request about an address', askRemovalBy(admin, disputedId));
  const newKey = { name: 'City Hospital', scopes: ['reports.read'], password: admin.password };
  await callOf('system/keys', admin, newKey);
  const ravi = personOf(ledger, 'Ravi');
  const key = { 'Idempotency-Key': 'the last one' };
  const body = uploadFields(await fixture('rash.png'), { reportType: 'MRI', consent: undefined });
  const upload = apiRoute('report/upload-report');
  const call = { method: 'POST', token: ravi.token, body, headers: key };
  const { json } = await requireSuccess('The upload', callApi(upload, call));
  const { _id } = json.data as { _id: string };
  const description = 'The right knee, not the left one';
  await requireSuccess('The correction', correctReportOf(ravi, _id, { reportType: 'MRI', description }));
  const last = {
    patient: 'Ravi',
    reportType: 'MRI',
    description,
    file: 'rash.png',
    status: 'Pending',
  } as const;
  ledger.reports.push({ ...last, _id });
  // An expert has read the report after the correction.
  await callOf('report/get-pending-reports', personOf(ledger, 'Arun'));
  const typed = signupFields({ email: 'nobody-yet@village.test', password, confirmPassword: password });
  const { cookies } = await requireSuccess('The sign-up', signUpByPage(typed));
  assert.notEqual((await enterCode(cookies, '000000')).status, 302);
  const reset = { method: 'POST', body: { email: ravi.email } };
  await requireSuccess('The reset', callApi(apiRoute('auth/reset-password-token'), reset));
  for (const email of [personOf(ledger, 'Farid').email, 'nobody@village.test'])
    assert.equal((await logInByApi(email, 'not the password')).status, 401);
  const file = await fixture('two-pages.pdf');
  const { id: slotId } = await announce(ravi, file.size, { name: file.name });
  const half = new Uint8Array(await file.arrayBuffer()).slice(0, 400);
  assert.equal((await sendPiece(ravi, slotId, { offset: 0, body: half })).offset, 400);
  const { cookies: cookie } = await logInOnPage(ravi.email, ravi.password);
  await requireSuccess('The key', askForKey({ id: ravi.id, cookie }));
  await requireSuccess('The draft', saveDraftFor(personOf(ledger, 'Arun'), _id, 'To be gone on with'));
  const meera = personOf(ledger, 'Meera');
  await requireSuccess('The first step', logInOnPage(meera.email, meera.password));
  const renewed = { password: meera.password, otp: codeOf(meera.totpSecret ?? '') };
  const { json: again } = await requireSuccess(
    'New codes',
    callFactor(meera, 'renew-recovery-codes', renewed),
  );
  ledger.recoveryCodes = again.codes as string[];
  pass(minuteMs);
  await requireSuccess('The own list', reportsOf(ravi.id, ravi));
}
