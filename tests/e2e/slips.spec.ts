import { allLanguages } from '../../app/i18n/languages.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { measuredIn } from '../support/short-form.ts';
import { expect, type Page, test } from './support/fixtures.ts';
import { printOneSheet, readCode, smallestType } from './support/paper.ts';
import { aClerkWithReport, aPatient, call, startSession, theAdmin } from './support/people.ts';

const sender = 'Shree Ganesh Community Health Centre';

test.use({ settings: { HELPLINE: '+91 11 4000 0000', SENDER_NAME: sender } });

/** Opens an account in a language, whose slip is then on the page. */
async function openAccount(page: Page, language: string) {
  await page.goto('/dashboard/front-desk/new');
  await page.locator('input[name="firstName"]').fill(`Venkatalakshmi ${language}`);
  await page.locator('input[name="birthYear"]').fill('1962');
  await page.locator('select[name="sex"]').selectOption('female');
  await page.locator('#open select[name="language"]').selectOption(language);
  await page.getByRole('button', { name: en['openAccount.submit'] }).click();
  await expect(page.locator('.slip')).toHaveAttribute('lang', language);
}

/** Expects that both papers are one sheet, in type that old people read. */
async function expectLegiblePapers(page: Page, name: string) {
  for (const paper of ['a6', 'roll']) {
    await page.locator(`#slip-${paper}`).check();
    await page.emulateMedia({ media: 'print' });
    await printOneSheet(page, '.slip', `${name} on ${paper}`);
    const { own, english } = await smallestType(page.locator('.slip'));
    expect(own, name).toBeGreaterThanOrEqual(11);
    expect(english, name).toBeGreaterThanOrEqual(9);
    await page.emulateMedia({ media: 'screen' });
  }
}

test('a slip of an account is one legible sheet in each language, and says who issued it', async ({
  page,
  server,
}) => {
  const clerk = await aPatient(server);
  const { token } = await theAdmin(server);
  await call(server, 'POST', 'account/front-desk', { name: clerk.email }, token);
  await startSession(page, clerk);
  for (const language of measuredIn(allLanguages)) {
    await openAccount(page, language);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await expect(page.locator('.slip')).toContainText(sender);
    await expect(page.locator('.slip')).toContainText(`${clerk.firstName} ${clerk.lastName}`);
    const { pathname, search, hash } = await readCode(page.locator('.slip img'));
    const [clinicNumber] = await page.locator('.slip-figures').allTextContents();
    expect(`${pathname}${search}${hash}`).toBe(`/login?lang=${language}#${clinicNumber}`);
    await expectLegiblePapers(page, language);
  }
});

test('the slip of a report is one legible sheet, and the next account begins with the last language', async ({
  page,
  server,
}) => {
  // The longest sentences are those in Tamil.
  const { clerk, told, userId } = await aClerkWithReport(server, 'ta');
  await startSession(page, clerk);
  await page.goto('/dashboard/front-desk/new');
  await expect(page.locator('#open select[name="language"]')).toHaveValue('ta');
  await page.goto(`/dashboard/front-desk/reports/${userId}`);
  await page.locator('input[name="fullName"]').fill(told.fullName);
  await page.locator('input[name="birthYear"]').fill(String(told.birthYear));
  await page.locator('input[name="contactNumber"]').fill(told.contactNumber);
  await page.getByRole('button', { name: en['reportSlip.check'] }).click();
  await page.getByRole('button', { name: en['reportSlip.submit'] }).click();
  await expect(page.locator('.slip')).toHaveAttribute('lang', 'ta');
  await expectLegiblePapers(page, 'the slip of a report');
});
