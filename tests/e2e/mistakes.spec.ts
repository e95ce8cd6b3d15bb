import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { sentences as en } from '../../app/i18n/translate.ts';
import { openPhone } from '../support/journey-fields.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillLogIn, fillSignUp, fillUpload, firstDigit } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import {
  aDoctor,
  aPatient,
  aPerson,
  aReport,
  fixturePath,
  reportsOf,
  startSession,
} from './support/people.ts';

const tooLarge = en['upload.tooLarge'].replace('{megabytes}', '1');

const emptySignup = [
  [en['signup.firstNameLabel'], en['signup.firstName']],
  [en['signup.lastNameLabel'], en['signup.lastName']],
  [en['signup.emailLabel'], en['signup.email']],
  [en['signup.contactNumberLabel'], en['signup.contactNumber']],
  [en['signup.passwordLabel'], en['signup.password']],
  [en['signup.confirmPasswordLabel'], en['signup.confirmPassword']],
] as const;
const emptyLogin = [
  [en['login.emailLabel'], en['login.email']],
  [en['login.passwordLabel'], en['login.password']],
] as const;
const emptyUpload = [
  [en['upload.reportLabel'], 'Report file is required'],
  [en['upload.reportTypeLabel'], 'Report Type is required'],
  [en['upload.phoneNumberLabel'], 'Phone number is required'],
  [en['upload.consentLabel'], 'You must agree before submitting.'],
] as const;
const emptyReview = [[en['review.label'], 'Review is required']] as const;

/** Labels with additional content: a hint, or text for screen readers. */
const withMore: string[] = [en['signup.contactNumberLabel'], en['upload.consentLabel']];

const control = (page: Page, label: string) =>
  page
    .locator('main')
    .getByLabel(label, { exact: !withMore.includes(label) })
    .and(page.locator('input, select, textarea'));

const press = (page: Page, button: string) =>
  page.getByRole('main').getByRole('button', { name: button }).click();

/** Expects a field to be marked as invalid and described by the sentence. */
async function expectMistake(field: Locator, sentence: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(
    new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
  );
  const page = field.page();
  await expect(page.getByText(sentence, { exact: true }).first()).toBeVisible();
}

async function expectMistakes(page: Page, mistakes: readonly (readonly [string, string])[]) {
  for (const [label, sentence] of mistakes) await expectMistake(control(page, label), sentence);
  const [first] = mistakes[0] ?? [''];
  await expect(control(page, first), 'the first mistake has the focus').toBeFocused();
}

async function holdSignup(page: Page) {
  const {
    accountType,
    firstName,
    lastName,
    email,
    phone: contactNumber,
    password,
  } = aPerson('Patient', 'Asha');
  const names = { accountType, firstName, lastName, email, contactNumber };
  await page.request.post('/signup', {
    form: { ...names, countryCode: '+91', password, confirmPassword: password },
  });
}

const svg = 'svg-named.png';

for (const script of ways('with script', 'without script')) {
  const hasScript = script === 'with script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test.beforeEach(({ tolerate }) => {
      // A rejected form has one of these statuses, and the browser logs each to its console.
      tolerate(/status of (400|413|415)/);
    });

    test(`${script} an empty sign-up form names the mistake beside each field`, async ({ page }) => {
      await page.goto('/signup');
      await press(page, en['signup.submit']);
      await expectMistakes(page, emptySignup);
    });

    test(`${script} an empty log-in form names the mistake beside each field`, whole, async ({ page }) => {
      await page.goto('/login');
      await press(page, en['login.submit']);
      await expectMistakes(page, emptyLogin);
    });

    test(`${script} an empty code form requires the code`, async ({ page }) => {
      await holdSignup(page);
      await page.goto('/verify-email');
      await press(page, en['otp.submit']);
      await expectMistakes(page, [[hasScript ? firstDigit : en['otp.label'], en['otp.required']]]);
    });

    test(`${script} an empty upload form names the mistake beside each field`, async ({ page, server }) => {
      await startSession(page, await aPatient(server));
      await page.goto('/dashboard/upload-report');
      // The field, behind a line of text, already contains the account's number.
      await openPhone(page);
      await page.getByLabel(en['upload.phoneNumberLabel'], { exact: true }).clear();
      await press(page, en['upload.submit']);
      await expectMistakes(page, emptyUpload);
    });

    test(`${script} an empty review form requires the review`, whole, async ({ page, server }) => {
      const report = await aReport(server, await aPatient(server));
      await startSession(page, await aDoctor(server));
      await page.goto(`/dashboard/add-review/${report._id}`);
      await press(page, en['review.submit']);
      await expectMistakes(page, emptyReview);
    });

    test(
      `${script} two different passwords are rejected and the other input stays`,
      whole,
      async ({ page }) => {
        const person = aPerson('Expert', 'Meera');
        await page.goto('/signup');
        await fillSignUp(page, person);
        await page.getByLabel(en['signup.countryCodeLabel']).selectOption('+44');
        await page.getByLabel(en['signup.contactNumberLabel']).fill('7911123456');
        await page.getByLabel(en['signup.confirmPasswordLabel']).fill('another river');
        await press(page, en['signup.submit']);
        await expectMessage(page, 'Password do not matched');
        await expectMistake(page.getByLabel(en['signup.confirmPasswordLabel']), 'Password do not matched');
        await expect(page).toHaveURL('/signup');
        await expect(page.getByRole('radio', { name: 'Expert' })).toBeChecked();
        await expect(page.getByLabel(en['signup.firstNameLabel'])).toHaveValue(person.firstName);
        await expect(page.getByLabel(en['signup.lastNameLabel'])).toHaveValue(person.lastName);
        await expect(page.getByLabel(en['signup.emailLabel'])).toHaveValue(person.email);
        await expect(page.getByLabel(en['signup.countryCodeLabel'])).toHaveValue('+44');
        await expect(page.getByLabel(en['signup.contactNumberLabel'])).toHaveValue('7911123456');
        const answer = await page.content();
        expect(answer, 'no password in the page').not.toContain(person.password);
        expect(answer, 'no password in the page').not.toContain('another river');
        const passwordLeft = hasScript ? person.password : '';
        await expect(page.getByLabel(en['signup.passwordLabel'], { exact: true })).toHaveValue(passwordLeft);
      },
    );

    test(`${script} a wrong password keeps the e-mail address`, whole, async ({ page }) => {
      await page.goto('/login');
      await fillLogIn(page, { email: 'nobody@clinic.test', password: 'not this one' });
      await press(page, en['login.submit']);
      await expectMessage(page, 'Login Failed');
      await expect(page.getByText(en['login.wrong'])).toBeVisible();
      await expect(page.getByLabel(en['login.emailLabel'])).toHaveValue('nobody@clinic.test');
      expect(await page.content()).not.toContain('not this one');
    });

    test(`${script} a rejected file is named, and only the file has to be chosen again`, async ({
      page,
      server,
    }) => {
      const patient = await aPatient(server);
      await startSession(page, patient);
      await page.goto('/dashboard/upload-report');
      const description = 'Spots on the arm\nsince Monday';
      await fillUpload(page, { reportType: 'Allergy Test', file: svg, phone: patient.phone, description });
      await press(page, en['upload.submit']);
      const name = hasScript ? `${svg}: ` : '';
      await expectMistake(control(page, en['upload.reportLabel']), `${name}${en['upload.wrongType']}`);
      await expect(page.getByLabel(en['upload.reportTypeLabel'])).toHaveValue('Allergy Test');
      await expect(page.getByLabel(en['upload.phoneNumberLabel'])).toHaveValue(patient.phone);
      await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue(description);
      await expect(page.getByLabel(en['upload.consentLabel'])).toBeChecked();
      if (!hasScript) {
        // Playwright's own text search ignores <noscript>, but the browser displays it.
        // biome-ignore lint/performance/useDomNodeTextContent: only innerText says what is shown
        expect(await page.getByRole('main').innerText()).toContain(en['upload.fileAgain']);
      }

      await page.getByLabel(en['upload.reportLabel']).setInputFiles(fixturePath('rash.png'));
      await press(page, en['upload.submit']);
      await expectMessage(page, 'Report Submitted Succesfully');
      expect(await reportsOf(server, patient)).toHaveLength(1);
    });

    test.describe(() => {
      test.use({ settings: { MAX_UPLOAD_MB: '1' } });

      test(`${script} a file that is too large is rejected with a sentence and leaves nothing behind`, async ({
        page,
        server,
        tolerate,
      }) => {
        tolerate(/status of 413/);
        const patient = await aPatient(server);
        await startSession(page, patient);
        await page.goto('/dashboard/upload-report');
        await fillUpload(page, { reportType: 'MRI', phone: patient.phone, description: 'My back' });
        const folder = await mkdtemp(join(tmpdir(), 'large-'));
        const large = join(folder, 'large.pdf');
        await writeFile(large, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000, 'x')]));
        await page.getByLabel(en['upload.reportLabel']).setInputFiles(large);

        const posts: string[] = [];
        page.on('request', (request) => {
          // The page may be storing what was typed, sealed with a key that it requests.
          const isKey = request.url().includes('/files/waiting-key');
          if (request.method() === 'POST' && !isKey) posts.push(request.url());
        });
        const answered = hasScript
          ? null
          : page.waitForResponse((response) => response.request().method() === 'POST');
        await press(page, en['upload.submit']);
        await expectMistake(control(page, en['upload.reportLabel']), tooLarge);
        if (hasScript) expect(posts, 'nothing was sent').toEqual([]);
        else expect((await answered)?.status()).toBe(413);
        const left = await readdir(server.uploadsDir, { recursive: true, withFileTypes: true }).catch(
          () => [],
        );
        expect(left.filter((entry) => entry.isFile() && !entry.name.startsWith('.lock.db'))).toEqual([]);
        expect(await reportsOf(server, patient)).toEqual([]);
        await rm(folder, { recursive: true });
      });
    });
  });
}

test('with script the chosen file stays when the server rejects another field', async ({
  page,
  server,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const patient = await aPatient(server);
  await startSession(page, patient);
  await page.goto('/dashboard/upload-report');
  await fillUpload(page, { reportType: 'X-Ray', file: 'xray.jpg', phone: '123' });
  await press(page, en['upload.submit']);
  await expectMistake(page.getByLabel(en['upload.phoneNumberLabel']), en['phone.notInCountry']);
  await page.getByLabel(en['upload.phoneNumberLabel']).fill(patient.phone);
  await press(page, en['upload.submit']);
  await expectMessage(page, 'Report Submitted Succesfully');
  expect(await reportsOf(server, patient)).toHaveLength(1);
});

test('with script a mistake disappears as soon as it is corrected', async ({ page }) => {
  await page.goto('/login');
  await press(page, en['login.submit']);
  await expectMistakes(page, emptyLogin);
  await page.getByLabel(en['login.emailLabel']).fill('asha@clinic.test');
  await expect(page.getByText(en['login.email'])).toBeHidden();
  await expect(page.getByText(en['login.password'])).toBeVisible();
});
