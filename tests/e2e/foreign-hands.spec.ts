import type { Locator } from '@playwright/test';
import { sentences as en } from '../../app/i18n/translate.ts';
import { openPhone } from '../support/journey-fields.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillUpload } from './journey.ts';
import { expect as baseExpect, type Page, test } from './support/fixtures.ts';
import {
  aDoctor,
  aPatient,
  aPerson,
  aReport,
  codeFor,
  fixturePath,
  reportsOf,
  startSession,
} from './support/people.ts';

/** An upload is decoded before it is answered, which takes long on a busy machine. */
const expect = baseExpect.configure({ timeout: 30_000 });

/** Wraps every text like a translator. Runs in the page. */
function wrapEveryText() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node);
  for (const text of texts) {
    if (!text.textContent?.trim() || text.parentElement?.closest('script, style, noscript, option, textarea'))
      continue;
    const font = document.createElement('font');
    text.parentNode?.replaceChild(font, text);
    font.append(text);
  }
}

/**
 * Changes the page like password managers, spelling checkers and shopping helpers. Runs in the
 * page.
 */
function actAsExtension() {
  document.body.prepend(document.createElement('div'));
  document.head.append(document.createElement('style'));
  for (const input of document.querySelectorAll('main input, main textarea')) {
    input.setAttribute('data-lpignore', 'true');
    input.setAttribute('data-helper', 'here');
    input.after(document.createElement('span'));
  }
}

/**
 * The refusal of the fake extension's style: the test adds it as part of the page, whereas a real
 * extension's style is exempt from the policy.
 */
const itsStyle = /Applying inline style violates/;

type Hand = readonly [who: string, act: () => void];

const hands: readonly [Hand, Hand] = [
  ['a translator', wrapEveryText],
  ['an extension', actAsExtension],
];

/**
 * Opens a page and holds its script back.
 *
 * @returns a function that releases the script.
 */
async function openAsleep(page: Page, path: string) {
  let letCome = () => {};
  const isWanted = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route('**/words/**', async (route) => {
    await isWanted;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('footer, .desk-foot').waitFor();
  return async () => {
    await page.evaluate(() => {
      document.querySelector('main')?.setAttribute('data-first', '');
    });
    letCome();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__reactProps')),
    );
    await expect(page.locator('[data-first]'), 'the server’s HTML was replaced').toHaveCount(0);
  };
}

/** Puts the caret between the first and the second letter. */
async function putCaretIn(field: Locator) {
  await field.focus();
  await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1));
}

async function expectCaretIn(field: Locator) {
  await expect(field).toBeFocused();
  expect(
    await field.evaluate(({ selectionStart, selectionEnd }: HTMLInputElement) => [
      selectionStart,
      selectionEnd,
    ]),
  ).toEqual([1, 1]);
}

for (const [who, act] of ways(...hands)) {
  test.describe(() => {
    // React itself reports that the page differs from the server's HTML.
    test.beforeEach(({ tolerate }) => {
      tolerate(/Minified React error #(?:418|423|425)/);
      tolerate(itsStyle);
    });

    test(
      `${who} in the page before its script does not disturb the log-in`,
      whole,
      async ({ page, server }) => {
        const patient = await aPatient(server);
        const wake = await openAsleep(page, '/login');
        await page.evaluate(act);
        await page.getByLabel(en['login.emailLabel']).fill(patient.email);
        const password = page.getByLabel(en['login.passwordLabel'], { exact: true });
        await password.fill(patient.password);
        await putCaretIn(password);
        await wake();
        await expect(page.getByLabel(en['login.emailLabel'])).toHaveValue(patient.email);
        await expect(password).toHaveValue(patient.password);
        await expectCaretIn(password);
        await page.getByRole('button', { name: en['login.submit'] }).click();
        await expect(page).toHaveURL('/dashboard/home');
      },
    );

    test(`${who} in the page before its script does not disturb the sign-up`, whole, async ({ page }) => {
      const person = aPerson('Expert', 'Meera');
      const wake = await openAsleep(page, '/signup');
      await page.evaluate(act);
      await page.getByRole('radio', { name: en['signup.expert'] }).check({ force: true });
      const firstName = page.getByLabel(en['signup.firstNameLabel']);
      await firstName.fill(person.firstName);
      await page.getByLabel(en['signup.lastNameLabel']).fill(person.lastName);
      await page.getByLabel(en['login.emailLabel']).fill(person.email);
      await page.locator('select[name="countryCode"]').selectOption('+44');
      await putCaretIn(firstName);
      await wake();
      await expect(page.getByRole('radio', { name: en['signup.expert'] })).toBeChecked();
      await expect(firstName).toHaveValue(person.firstName);
      await expect(page.getByLabel(en['signup.lastNameLabel'])).toHaveValue(person.lastName);
      await expect(page.getByLabel(en['login.emailLabel'])).toHaveValue(person.email);
      await expect(page.locator('select[name="countryCode"]')).toHaveValue('+44');
      await expectCaretIn(firstName);
    });

    test(
      `${who} in the page before its script does not disturb the code`,
      whole,
      async ({ page, server }) => {
        const {
          accountType,
          firstName,
          lastName,
          email,
          phone: contactNumber,
          password,
        } = aPerson('Patient', 'Asha');
        const form = { accountType, firstName, lastName, email, contactNumber, password };
        await page.request.post('/signup', {
          form: { ...form, countryCode: '+91', confirmPassword: password },
        });
        const code = await codeFor(server, email);
        const wake = await openAsleep(page, '/verify-email');
        await page.evaluate(act);
        await page.getByLabel(en['otp.label']).fill(code);
        await wake();
        await page.getByRole('button', { name: en['otp.submit'] }).click();
        await expectMessage(page, 'Signup Successful, Please Login');
      },
    );

    test(`${who} in the page before its script does not disturb an upload`, async ({ page, server }) => {
      const patient = await aPatient(server);
      await startSession(page, patient);
      const wake = await openAsleep(page, '/dashboard/upload-report');
      await page.evaluate(act);
      const description = 'Tired since the harvest';
      await fillUpload(page, { reportType: 'X-Ray', file: 'xray.jpg', phone: patient.phone, description });
      const box = page.getByLabel(en['upload.descriptionLabel']);
      await putCaretIn(box);
      await wake();
      await expect(page.getByLabel(en['upload.reportTypeLabel'])).toHaveValue('X-Ray');
      await expect(page.getByLabel(en['upload.phoneNumberLabel'])).toHaveValue(patient.phone);
      await expect(page.getByLabel(en['upload.consentLabel'])).toBeChecked();
      await expect(box).toHaveValue(description);
      await expectCaretIn(box);
      await page.getByRole('button', { name: en['upload.submit'] }).click();
      await expect(page).toHaveURL('/report-submitted');
      expect(await reportsOf(server, patient)).toMatchObject([{ reportType: 'X-Ray', description }]);
    });

    test(`${who} in the page before its script does not disturb a review`, async ({ page, server }) => {
      const patient = await aPatient(server);
      const { _id } = await aReport(server, patient);
      await startSession(page, await aDoctor(server));
      const path = `/dashboard/add-review/${_id}`;
      const wake = await openAsleep(page, path);
      await page.evaluate(act);
      const box = page.locator('textarea[name="review"]');
      await box.fill('Take the tablets');
      await page.locator('#review select[name="language"]').selectOption('hi');
      await putCaretIn(box);
      await wake();
      await expect(box).toHaveValue('Take the tablets');
      await expect(page.locator('#review select[name="language"]')).toHaveValue('hi');
      await expectCaretIn(box);
      await page.reload();
      await expect(box, 'saved as a draft too').toHaveValue('Take the tablets');
    });
  });
}

for (const [who, act] of ways(...hands)) {
  test(`${who} in a hydrated page does not disturb an upload`, async ({ page, server, tolerate }) => {
    tolerate(itsStyle);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await page.goto('/dashboard/upload-report');
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__reactProps')),
    );
    await fillUpload(page, { reportType: 'X-Ray', file: 'xray.jpg', description: 'Tired' });
    await openPhone(page);
    await page.locator('input[name="phoneNumber"]').clear();
    await page.evaluate(act);
    await page.getByRole('button', { name: en['upload.submit'] }).click();
    await expect(page.getByText('Phone number is required')).toBeVisible();
    await page.evaluate(act);
    await page.locator('input[name="phoneNumber"]').fill(patient.phone);
    await expect(page.getByText('Phone number is required')).toBeHidden();
    await page.getByLabel(en['upload.reportLabel']).setInputFiles(fixturePath('rash.png'));
    await page.getByRole('button', { name: en['upload.submit'] }).click();
    await expect(page).toHaveURL('/report-submitted');
    expect(await reportsOf(server, patient)).toMatchObject([{ reportType: 'X-Ray', description: 'Tired' }]);
  });
}
