import { strict as assert } from 'node:assert';
import { purge } from '~/domain/clinic/purge.server';
import { takeLease } from '~/platform/db/cluster/leases.server';
import { reportTypes } from '~/platform/enums';
import * as listPage from '~/routes/dashboard/previous-report';
import * as uploadPage from '~/routes/dashboard/upload-report';
import * as image from '~/routes/files/image';
import * as raw from '~/routes/files/raw';
import { savePicture, saveProfile } from '../../support/accounts';
import { fixture } from '../../support/clinic';
import { aReportOf, sendReview, uploadFields } from '../../support/reports';
import { getPage, openFile, postPage } from '../../support/requests';
import { pendingFor, reportsOf } from '../../support/visits';
import { type ClinicRecord, callOf, personOf, type ReportRecord } from './clinic-record';
import { hourMs, minuteMs, morningOf, pass } from './clock';
import { logIn, type Person, rejectingAddresses, requireSuccess, sendEmails, signUp } from './people';
import { eventsOf, lastHour } from './single-days';

const days = 40;
/** Mostly the smallest file: the fixture is cloned with the project. */
const fileOf = (day: number) =>
  ({ 2: 'rash.png', 5: 'scan.webp', 8: 'blood-test.pdf' })[day % 10] ?? 'two-pages.pdf';
const patients = ['Asha', 'Ravi', 'Kanaka', 'Farid'];
const doctors = ['Meera', 'Arun', 'Sunil', 'Gopal', 'Tara'];
/** The experts by their final status; `single-days.ts` has the reasons. */
export const experts = {
  pending: ['Dev'],
  approved: doctors.filter((name) => name !== 'Sunil'),
  suspended: ['Sunil'],
  rejected: ['Nila'],
};
/** Day of the second log-in: a token lasts thirty days. */
const secondLogIn = 21;

/** Lives through forty days of a small clinic that begins with its admin alone. */
export async function liveFortyDays(admin: Omit<Person, 'id' | 'token' | 'cookie'>): Promise<ClinicRecord> {
  const ledger: ClinicRecord = { people: {}, reports: [], recoveryCodes: [] };
  ledger.people.admin = await logIn(admin);
  for (const firstName of patients)
    ledger.people[firstName] = await signUp({ firstName, lastName: 'Rao', accountType: 'Patient' });
  ledger.people.Lata = await signUp({ firstName: 'Lata', lastName: 'Bose', accountType: 'Patient' });
  for (const firstName of [...doctors, ...experts.pending, ...experts.rejected])
    ledger.people[firstName] = await signUp({ firstName, lastName: 'Nair', accountType: 'Expert' });
  await callOf('expert/get-pending-expert', personOf(ledger, 'admin'));
  for (const name of doctors)
    await callOf('expert/approve-expert', personOf(ledger, 'admin'), { expertId: ledger.people[name]?.id });
  for (const name of ['Asha', 'Meera']) await settleIn(personOf(ledger, name));
  for (let day = 0; day < days; day += 1) await liveDay(ledger, day);
  await lastHour(ledger);
  return ledger;
}

async function settleIn(person: Person) {
  await requireSuccess('The profile', saveProfile(person, { ...profile, firstName: person.firstName }));
  await requireSuccess('The picture', savePicture(person, 'rash.png'));
}
const profile = {
  lastName: 'Rao',
  dateOfBirth: '1980-05-31',
  gender: 'Female',
  contactNumber: '9812345678',
  about: 'I teach at the village school.',
};

async function liveDay(ledger: ClinicRecord, day: number) {
  morningOf(day);
  await takeLease('purge', hourMs);
  await purge();
  if (day === secondLogIn) await logInAnew(ledger);
  // From here on, the patients' mail server accepts nothing.
  if (day === 34) for (const name of patients) rejectingAddresses.add(personOf(ledger, name).email);
  await upload(ledger, day);
  pass(hourMs);
  await eventsOf(ledger, day);
  pass(3 * hourMs);
  if (day % 5 !== 0) await reviewOldest(ledger, day);
  pass(hourMs);
  const name = patients[(day + 1) % patients.length] ?? '';
  await requireSuccess('The own list', reportsOf(personOf(ledger, name).id, personOf(ledger, name)));
  await sendEmails();
}

async function logInAnew(record: ClinicRecord) {
  for (const [name, person] of Object.entries(record.people)) record.people[name] = await logIn(person);
}

async function upload(ledger: ClinicRecord, day: number) {
  const patient = personOf(ledger, patients[day % patients.length] ?? '');
  const file = fileOf(day);
  const reportType = reportTypes[(day * 5) % reportTypes.length] ?? 'ECG';
  const description = day % 3 === 0 ? undefined : `For ${day} days, worse in the morning.`;
  const _id =
    day % 7 === 6
      ? await uploadOnPage(patient, file, { reportType, description })
      : (await aReportOf(patient, { file, reportType, description }))._id;
  pass(minuteMs);
  ledger.reports.push({ _id, patient: patient.firstName, reportType, file, description, status: 'Pending' });
}

async function uploadOnPage(patient: Person, file: string, changes: Parameters<typeof uploadFields>[1]) {
  const { cookie } = await logIn(patient);
  const fields = uploadFields(await fixture(file), changes);
  const path = '/dashboard/upload-report';
  await requireSuccess('The upload page', postPage(uploadPage, { path, cookie, fields }));
  const list = `/dashboard/previous-report/${patient.id}`;
  const params = { patientId: patient.id };
  await requireSuccess('The list page', getPage(listPage, { path: list, params, cookie }));
  const { json } = await reportsOf(patient.id, patient);
  return (json.data as { _id: string }[])[0]?._id ?? '';
}

async function reviewOldest(ledger: ClinicRecord, day: number) {
  const report = ledger.reports.find(({ status }) => status === 'Pending');
  const here = day < secondLogIn ? doctors : experts.approved;
  const doctor = personOf(ledger, here[day % here.length] ?? '');
  if (!report) return;
  await requireSuccess('The pending list', pendingFor(doctor));
  await openReport(doctor, report);
  pass(20 * minuteMs);
  const review = `Day ${day}: nothing to fear. Drink more water and come again in ${(day % 4) + 1} weeks.`;
  await requireSuccess('The review', sendReview({ reportId: report._id, token: doctor.token, review }));
  Object.assign(report, { status: 'Reviewed', expert: doctor.firstName, review });
}

/** Opens a report's file, as its page does. */
export async function openReport({ token }: Pick<Person, 'token'>, { _id, file }: ReportRecord) {
  const module = file.endsWith('.pdf') ? raw : image;
  const answer = await openFile(module, { token, params: { reportId: _id } });
  assert.equal(answer.status, 200, `The file of ${_id}`);
  return Buffer.from(await answer.arrayBuffer());
}
