import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEmails } from '../../tests/e2e/support/emails.ts';

/** Somebody who signs up. */
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

/** What a generated client does in the journey; what it is refused it throws. */
export type Client = {
  sendCode(email: string): Promise<void>;
  signUp(person: SignUp): Promise<void>;
  logIn(who: { email: string; password: string }): Promise<{ id: string; token: string }>;
  approve(token: string, expertId: string): Promise<void>;
  /** Gives the report's id. */
  upload(token: string, report: File): Promise<string>;
  pending(token: string): Promise<string[]>;
  review(token: string, reportId: string, review: string): Promise<void>;
  reviews(token: string, patientId: string): Promise<{ reportId: string; review: string | null }[]>;
  /** The message of a log-in with a wrong password. */
  refused(email: string): Promise<string>;
};

const settings = {
  mail: process.env.API_MAIL_DIR ?? '',
  email: process.env.API_ADMIN_EMAIL ?? '',
  password: process.env.API_ADMIN_PASSWORD ?? '',
};
const password = 'a quiet river runs';

/**
 * From the sign-up to the review: a patient signs up with the code from the e-mail, logs in and
 * uploads a PDF; a doctor whom an admin approves reviews it; the patient reads it.
 */
export async function walk(name: string, client: Client) {
  const patient = await join(client, { accountType: 'Patient', firstName: 'Asha' });
  const doctor = await join(client, { accountType: 'Expert', firstName: 'Meera' });
  const admin = await client.logIn({ email: settings.email, password: settings.password });
  await client.approve(admin.token, doctor.id);

  const bytes = await readFile(new URL('../../tests/fixtures/blood-test.pdf', import.meta.url));
  const file = new File([Uint8Array.from(bytes)], 'blood-test.pdf', { type: 'application/pdf' });
  const reportId = await client.upload(patient.token, file);
  const waiting = await client.pending(doctor.token);
  if (!waiting.includes(reportId)) throw new Error('The report does not wait');
  await client.review(doctor.token, reportId, 'Your iron is a little low.');

  const [newest] = await client.reviews(patient.token, patient.id);
  if (newest?.reportId !== reportId || newest.review !== 'Your iron is a little low.')
    throw new Error(`The patient reads ${JSON.stringify(newest)}`);
  const said = await client.refused(patient.email);
  if (said !== 'Login Failed') throw new Error(`A wrong password is answered with ${said}`);
  process.stdout.write(`${name}: from the sign-up to the review\n`);
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
