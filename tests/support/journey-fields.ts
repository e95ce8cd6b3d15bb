import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { sentences as en } from '../../app/i18n/translate.ts';

/** A patient's upload: the fields of the form and a file of tests/fixtures. */
export interface Sending {
  reportType: string;
  file: string;
  phone: string;
  description: string;
}

const fixturePath = (file: string) => fileURLToPath(new URL(`../fixtures/${file}`, import.meta.url));

/** Fills in one field of the upload form; an absent value leaves the field unchanged. */
type Typing = (page: Page, sending: Partial<Sending>) => Promise<unknown>;

/** Fills in a field that only the sender of a first report sees. */
const ifVisible = async (field: Locator, type: (field: Locator) => Promise<unknown>) => {
  if (await field.isVisible()) await type(field);
};

/** Opens the fields of the phone number, which is a line of text where the account has one. */
export async function openPhone(page: Page) {
  const field = page.locator('form input[name="phoneNumber"]');
  await field.waitFor({ state: 'attached' });
  if (!(await field.isVisible())) await page.locator('.changeable > summary').last().click();
}

/** Fills in each field of the upload form, by the field's name and in the order of the page. */
export const fieldFillers: Record<string, Typing> = {
  reportType: async (page, { reportType }) =>
    reportType && page.getByLabel(en['upload.reportTypeLabel']).selectOption(reportType),
  phoneNumber: async (page, { phone }) => {
    if (!phone) return;
    await openPhone(page);
    await page.locator('form input[name="phoneNumber"]').fill(phone);
  },
  description: async (page, { description }) =>
    description && page.getByLabel(en['upload.descriptionLabel']).fill(description),
  report: async (page, { file }) =>
    file && page.getByLabel(en['upload.reportLabel']).setInputFiles(fixturePath(file)),
  consent: (page) => page.locator('input[name="consent"]').check(),
  ownBirthYear: (page) =>
    ifVisible(page.locator('input[name="ownBirthYear"]'), (field) => field.fill('1984')),
  ownSex: (page) => ifVisible(page.locator('select[name="ownSex"]'), (field) => field.selectOption('female')),
};

const ofSomebodyElse = 'tests/e2e/people.spec.ts types it: it is asked of somebody else';
const ofTheForm = 'the form has it hidden';

/** The fields that the journey leaves unchanged, and the reason. */
export const unfilledFields: Record<string, string> = {
  countryCode: 'the first choice is the right one',
  uploads: 'tests/e2e/broken-line.spec.ts: it names a file that came in pieces',
  urgent: 'tests/integration/reports/urgent.test.ts sends it: most reports are not urgent',
  dangerSigns: 'tests/e2e/danger-signs.spec.ts ticks them: a clinic confirms them first',
  submissionKey: ofTheForm,
  consentTo: ofTheForm,
  choosesPerson: ofTheForm,
  personId: ofSomebodyElse,
  personName: ofSomebodyElse,
  birthYear: ofSomebodyElse,
  sex: ofSomebodyElse,
  relation: ofSomebodyElse,
  guardianName: ofSomebodyElse,
  same: ofSomebodyElse,
};

/** Finds a field of a report in a card, in a row, or on a page. */
type Showing = (place: Page | Locator, sending: Sending) => Locator;

/** The places that show the fields of a report, by the API's names of the fields. */
export const fieldLocators: Record<'patient' | 'list' | 'desk', Record<string, Showing>> = {
  // The patient's own card of the report.
  patient: {
    reportType: (card, { reportType }) => card.getByRole('heading', { name: reportType }),
    description: (card, { description }) => card.getByText(description),
    consent: (card) => card.getByText(en['consent.yours'], { exact: true }),
  },
  // The doctor's list of pending reports.
  list: {
    phoneNumber: (row, { phone }) => row.getByText(`+91${phone}`),
  },
  // The page where the doctor writes the review.
  desk: {
    description: (page, { description }) => page.getByText(description),
  },
};
