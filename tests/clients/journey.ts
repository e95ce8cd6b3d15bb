import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Upload } from 'tus-js-client';
import { readEmails } from '../../tests/e2e/support/emails.ts';

/** The fields of a sign-up. */
export type SignUp = {
  accountType: 'Patient' | 'Expert';
  firstName: string;
  lastName: string;
  email: string;
  contactNumber: string;
  password: string;
  confirmPassword: string;
  otp: string;
};

/** The part of an upload's answer that the journey reads. */
export type Uploaded = { _id: string; reportUrl: string | null; pages: number | null };

/** The fields of a report besides its files, shared by all its forms. */
export const reportFields = {
  reportType: 'Blood Test',
  phoneNumber: '9876543210',
  birthYear: 1984,
  relation: 'self',
  consent: true,
} as const;

/** The calls a generated client makes in the journey. It throws when a call is refused. */
export type Client = {
  sendCode(email: string): Promise<void>;
  signUp(person: SignUp): Promise<void>;
  logIn(who: { email: string; password: string }): Promise<{ id: string; token: string }>;
  approve(token: string, expertId: string): Promise<void>;
  upload(token: string, report: File): Promise<Uploaded>;
  /** Uploads several pictures as the pages of one report. */
  uploadSeveral(token: string, report: File[]): Promise<Uploaded>;
  /** Submits files that were sent in pieces before. */
  uploadSent(token: string, uploads: string[]): Promise<Uploaded>;
  pending(token: string): Promise<string[]>;
  review(token: string, reportId: string, review: string): Promise<void>;
  reviews(token: string, patientId: string): Promise<{ reportId: string; review: string | null }[]>;
  remove(token: string, reportId: string): Promise<void>;
  /** Returns the message of a log-in with a wrong password. */
  failLogIn(email: string): Promise<string>;
};

/** Settings of the server, which the suite started. */
export const settings = {
  base: process.env.API_BASE ?? '',
  mail: process.env.API_MAIL_DIR ?? '',
  email: process.env.API_ADMIN_EMAIL ?? '',
  password: process.env.API_ADMIN_PASSWORD ?? '',
};
const password = 'a quiet river runs';

/**
 * Walks from the sign-up to the deletion. A patient signs up with the code from the e-mail, logs in
 * and uploads a PDF, several photos, and photos that are sent in pieces. A doctor approved by an
 * admin reviews the PDF. The patient reads the review and deletes the report.
 */
export async function walkJourney(name: string, client: Client) {
  const { patient, doctor } = await openAccounts(client);

  const pdf = await fixture('blood-test.pdf');
  const photos = await Promise.all(['rash.png', 'xray.jpg'].map(fixture));
  const single = await client.upload(patient.token, fileOf(pdf));
  const several = await client.uploadSeveral(patient.token, photos.map(fileOf));
  const slots: string[] = [];
  for (const photo of [...photos].reverse()) slots.push(await sendInPieces(patient.token, photo));
  const inPieces = await client.uploadSent(patient.token, slots);
  const pages = [single, several, inPieces].map((report) => report.pages);
  if (pages.join() !== '1,2,2') throw new Error(`The reports have ${pages} pages`);
  if (!(await download(single.reportUrl)).equals(pdf.bytes))
    throw new Error('The downloaded file differs from the uploaded one');
  for (const { reportUrl } of [several, inPieces])
    if (!(await download(reportUrl)).toString('latin1').startsWith('%PDF-'))
      throw new Error('The photos did not become a PDF');

  const waiting = await client.pending(doctor.token);
  const isWaiting = [single, several, inPieces].every(({ _id }) => waiting.includes(_id));
  if (!isWaiting) throw new Error('Not every report is pending');
  await client.review(doctor.token, single._id, 'Your iron is a little low.');

  const reviews = await client.reviews(patient.token, patient.id);
  const reviewed = reviews.filter(({ review }) => review !== null);
  if (reviews.length !== 3 || reviewed.length !== 1)
    throw new Error(`The patient reads ${JSON.stringify(reviews)}`);
  if (reviewed[0]?.reportId !== single._id || reviewed[0].review !== 'Your iron is a little low.')
    throw new Error(`The patient reads ${JSON.stringify(reviewed)}`);
  const message = await client.failLogIn(patient.email);
  if (message !== 'Login Failed') throw new Error(`A wrong password gets the message ${message}`);

  await client.remove(patient.token, single._id);
  const remaining = await client.reviews(patient.token, patient.id);
  if (remaining.length !== 2 || remaining.some(({ reportId }) => reportId === single._id))
    throw new Error(`After the deletion the patient reads ${JSON.stringify(remaining)}`);
  process.stdout.write(`${name}: from the sign-up to the deletion\n`);
}

/** Signs a patient and a doctor up, and lets an admin approve the doctor. */
export async function openAccounts(client: Client) {
  const patient = await join(client, { accountType: 'Patient', firstName: 'Asha' });
  const doctor = await join(client, { accountType: 'Expert', firstName: 'Meera' });
  const admin = await client.logIn({ email: settings.email, password: settings.password });
  await client.approve(admin.token, doctor.id);
  return { patient, doctor, admin };
}

type Fixture = { name: string; bytes: Buffer };

/** Reads a file of tests/fixtures. */
export async function fixture(name: string): Promise<Fixture> {
  return { name, bytes: await readFile(new URL(`../../tests/fixtures/${name}`, import.meta.url)) };
}

/** Makes the file of a form from a fixture. */
export const fileOf = ({ name, bytes }: Fixture) => new File([Uint8Array.from(bytes)], name);

/**
 * Sends a file in three or four pieces with the tus project's own client.
 *
 * @returns Its ID, for `uploads`.
 */
function sendInPieces(token: string, { name, bytes }: Fixture): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${settings.base}/report/uploads`,
      headers: { Authorization: `Bearer ${token}` },
      metadata: { filename: name },
      chunkSize: Math.floor(bytes.length / 3),
      onError: reject,
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
    });
    upload.start();
  });
}

/** Downloads a signed link without a token. */
async function download(url: string | null): Promise<Buffer> {
  if (url === null) throw new Error('The report has no link');
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`The link answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

async function join(client: Client, { accountType, firstName }: Pick<SignUp, 'accountType' | 'firstName'>) {
  const email = `${firstName.toLowerCase()}.${Date.now()}@clinic.test`;
  await client.sendCode(email);
  const otp = await codeFor(email);
  const person = { accountType, firstName, lastName: 'Nair', email, contactNumber: '9876543210', otp };
  await client.signUp({ ...person, password, confirmPassword: password });
  return { email, ...(await client.logIn({ email, password })) };
}

async function codeFor(email: string): Promise<string> {
  for (let wait = 0; wait < 100; wait += 1) {
    const letter = (await readEmails(settings.mail, email)).at(-1);
    const code = /\b\d{6}\b/.exec(letter?.text ?? '')?.[0];
    if (code) return code;
    await sleep(100);
  }
  throw new Error(`No e-mail with a code came to ${email}`);
}
