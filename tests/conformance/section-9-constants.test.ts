import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect } from 'vitest';
import { noGender, signupDialCodes } from '~/domain/identity/account-constants';
import { defaultDialCode } from '~/domain/kernel/phone';
import { formatDay } from '~/i18n/t';
import { genders, reportTypes } from '~/platform/enums';
import { profileFields, saveProfile } from '../support/accounts';
import { a, an, type Somebody } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { by, section } from '../support/conformance';
import { aReportOf } from '../support/reports';
import { codeFor, newAddress, signUpByPage, signupFields } from '../support/signups';
import { visit, visitor } from '../support/url-map';
import { pendingFor } from '../support/visits';

let patient: Somebody;
const clinic = clinicForFile();
beforeAll(async () => {
  patient = await a.patient();
});

const spec = 'tests/e2e/conformance.spec.ts';
const toasts = 'tests/e2e/toasts.spec.ts';
const using = 'tests/e2e/using.spec.ts';

/** Checks whether each form accepts a phone number of `digits` digits. */
const isTaken = {
  signup: async (digits: number) => {
    const contactNumber = '9198765432101'.slice(0, digits);
    const { fieldErrors } = await signUpByPage(signupFields({ email: newAddress(), contactNumber }));
    return fieldErrors.contactNumber === undefined;
  },
  profile: async (contactNumber: string) => {
    const { json } = await saveProfile(patient, profileFields({ contactNumber }));
    return json.errors?.contactNumber === undefined;
  },
};

async function masked() {
  await aReportOf(patient, { file: 'rash.png' });
  const { json } = await pendingFor(await an.unapprovedExpert());
  const [row] = json.data as { phoneNumber: string; patient: { firstName: string } }[];
  return row;
}

/** Reads every source file of the pages' browser code. */
function sourcesOf(folder: string, without = ' '): string[] {
  const root = new URL(`../../app/${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !`/${name}`.endsWith(without))
    .map((name) => readFileSync(new URL(name, root), 'utf8'));
}

section(9, 'Business constants and limits', {
  Constants: [
    [
      'One-time code length 6',
      async () => expect(await codeFor(clinic, newAddress())).toMatch(/^\d{6}$/),
      by(spec, 'a visitor sees the screens of the requirements'),
    ],
    [
      'Phone 10 digits at signup',
      async () => {
        const found = [];
        for (const digits of [9, 10, 11]) found.push(await isTaken.signup(digits));
        expect(found).toEqual([false, true, false]);
      },
    ],
    [
      '10 to 12 in profile',
      async () => {
        const results = [];
        for (const number of ['987654321', '9876543210', '919876543210', '9198765432101']) {
          results.push(await isTaken.profile(number));
        }
        expect(results).toEqual([false, true, true, false]);
      },
    ],
    [
      'Default country code +91',
      async () => {
        expect(defaultDialCode).toBe('+91');
        expect((await visit('/signup', visitor)).data).toMatchObject({ defaults: { countryCode: '+91' } });
        expect((await visit('/dashboard/upload-report', patient)).data).toMatchObject({
          defaults: { countryCode: '+91' },
        });
      },
    ],
    [
      'five codes offered at signup (+91, +1, +44, +61, +81)',
      () => expect(signupDialCodes).toEqual(['+91', '+1', '+44', '+61', '+81']),
      by(spec, 'a visitor sees the screens of the requirements'),
    ],
    ['13 report types', () => expect(new Set(reportTypes).size).toBe(13)],
    ['6 gender options', () => expect(new Set([noGender, ...genders]).size).toBe(6)],
    ['Toasts: success 2000 ms', by(using, 'a success message disappears after two seconds')],
    [
      'Toasts: error 4000 ms',
      by(using, 'an error message disappears after four seconds, and its sentence stays in the form'),
    ],
    ['Toasts: loading until dismissed', by(spec, 'a form shows that it is being sent')],
    [
      'Toasts: at most 20 at once',
      by(toasts, 'with script two different passwords are reported before anything is sent'),
    ],
    ['Toasts: default position top-center', by(spec, 'a message appears centred at the top')],
    [
      'Submission date format dd MMM yyyy',
      () => expect(formatDay('en', '2026-03-05T10:00:00.000Z')).toBe('05 Mar 2026'),
      by(spec, 'each role sees its screens of the requirements'),
    ],
    [
      'Masks for unapproved experts: six asterisks for name',
      async () => expect((await masked())?.patient.firstName).toBe('*'.repeat(6)),
    ],
    ['ten for phone', async () => expect((await masked())?.phoneNumber).toBe('*'.repeat(10))],
    ['Contact hours Mon-Fri 9:00 AM-6:00 PM', by(spec, 'a visitor sees the screens of the requirements')],
    ['Footer year 2025', by(spec, 'a visitor sees the screens of the requirements')],
    [
      'Avatar fallback uses an initials image service: settled, the clinic draws them itself (docs/requirements.md#pages)',
      by(
        'tests/integration/accounts/display-picture.test.ts',
        'is shown by initials, drawn by the clinic itself',
      ),
    ],
    [
      'The HTTP client has no timeout',
      () => {
        // Only uploads in pieces give up a dead connection: they resume from the bytes that
        // arrived.
        const ofPieces = '/waiting/ask.ts';
        const sources = [...sourcesOf('ui', ofPieces), ...sourcesOf('routes')];
        expect(sources.length).toBeGreaterThan(50);
        const ends = /AbortSignal\.timeout|\.timeout = |setTimeout\([^,]*(?:abort|giveUp)/;
        expect(sources.filter((source) => ends.test(source))).toEqual([]);
      },
    ],
  ],
  'Not shown, settled by the requirements': [
    [
      'File size limit',
      by(
        'tests/integration/reports/upload-refusals.test.ts',
        'is refused too if it is many times larger, with or without an announced size',
      ),
      async () =>
        expect((await visit('/dashboard/upload-report', patient)).data).toMatchObject({ megabytes: 25 }),
    ],
    [
      'OTP expiry',
      by('tests/integration/accounts/sign-up-code.test.ts', 'a code is good for ten minutes and no longer'),
    ],
    [
      'page sizes',
      by(
        'tests/integration/pipeline/run-operation.test.ts',
        'comes whole up to 100 rows, or in pages of twenty or the requested size',
      ),
    ],
  ],
});
