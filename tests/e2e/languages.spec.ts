import { emailTranslations, messagesByLanguage } from '../../app/i18n/catalogues.ts';
import { directionOf, type Language, languages } from '../../app/i18n/languages.ts';
import { fillPlaceholders } from '../../app/i18n/t.ts';
import { whole } from '../support/short-form.ts';
import { fillLogIn } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  aPerson,
  aReport,
  aReviewToTranslate,
  codeEmailIntervals,
  codeFor,
  fixturePath,
  logInWithLanguage,
  setLanguageCookie,
  startSession,
} from './support/people.ts';
import { unfoldFilters } from './support/press.ts';
import type { Server } from './support/server.ts';
import { simulateVoices } from './support/voices.ts';

/** Returns every sentence of a language, except those of e-mails. */
const wordsOf = (language: Language) => messagesByLanguage[language];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function expectLanguage(page: Page, language: Language) {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language));
}

/** Chooses a language with the switch in the header. */
async function choose(page: Page, language: Language) {
  const form = page.locator('form[action="/language"]');
  await page.locator('header details').filter({ has: form }).locator('summary').click();
  await press(page, languages[language].name);
  await expectLanguage(page, language);
}

for (const { language, hasScript, review } of [
  { language: 'ur', hasScript: true, review: 'آئرن تھوڑا کم ہے۔ تین مہینے گولیاں لیں۔' },
  { language: 'hi', hasScript: true, review: 'आयरन थोड़ा कम है। तीन महीने गोलियाँ लें।' },
  { language: 'hi', hasScript: false, review: 'आयरन थोड़ा कम है। तीन महीने गोलियाँ लें।' },
] as const) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(
      `in ${language}, ${hasScript ? 'with' : 'without'} script, a report reaches a doctor and the answer comes back`,
      whole,
      async ({ page, anotherPage, server }) => {
        const words = wordsOf(language);
        const emails = emailTranslations[language];
        const person = aPerson('Patient', 'Asha');
        const hears = async (at: Page, sentence: string) => {
          const messages = at.getByRole('region', { name: words['toast.region'] });
          // A message disappears by itself, and an expectation polls too rarely.
          await messages.getByText(sentence, { exact: true }).waitFor();
        };
        /** Waits for the newest e-mail, in the account's language. */
        const letter = async (subject: string) => {
          await expect
            .poll(async () => (await server.emails(person.email)).map((one) => one.subject), {
              intervals: codeEmailIntervals,
            })
            .toContain(subject);
          return (await server.emails(person.email)).at(-1);
        };

        await test.step('a patient chooses the language, signs up and logs in', async () => {
          await page.goto('/');
          await choose(page, language);
          await page.locator('header').getByRole('link', { name: words['nav.signUp'] }).click();
          await page.getByRole('radio', { name: words['signup.patient'] }).check();
          for (const [label, value] of [
            ['signup.firstNameLabel', person.firstName],
            ['signup.lastNameLabel', person.lastName],
            ['signup.emailLabel', person.email],
            ['signup.contactNumberLabel', person.phone],
            ['signup.passwordLabel', person.password],
            ['signup.confirmPasswordLabel', person.password],
          ] as const)
            await page.getByLabel(words[label], { exact: label === 'signup.passwordLabel' }).fill(value);
          await press(page, words['signup.submit']);
          await expect(page).toHaveURL('/verify-email');
          const code = await codeFor(server, person.email);
          const codeEmail = await letter(
            fillPlaceholders(language, emails['code.subject'], { code, productName: 'SecondLook' }),
          );
          expect(codeEmail?.text).toContain(emails.greeting);
          const box = fillPlaceholders(language, words['otp.digit'], { number: 1, of: 6 });
          await page.getByLabel(box).or(page.getByLabel(words['otp.label'])).fill(code);
          await press(page, words['otp.submit']);
          await expect(page).toHaveURL('/login');
          await page.getByLabel(words['login.emailLabel']).fill(person.email);
          await page.getByLabel(words['login.passwordLabel'], { exact: true }).fill(person.password);
          await press(page, words['login.submit']);
          await hears(page, words['login.done']);
          await expectLanguage(page, language);
        });

        const reportId = await test.step('the patient sends a report', async () => {
          await page.goto('/dashboard/upload-report');
          await page.locator('input[name="ownBirthYear"]').fill('1984');
          await page.locator('select[name="ownSex"]').selectOption('female');
          await page.getByLabel(words['upload.reportTypeLabel']).selectOption('Blood Test');
          await page.getByLabel(words['upload.reportLabel']).setInputFiles(fixturePath('blood-test.pdf'));
          await page.getByLabel(words['upload.consentLabel']).check();
          await press(page, words['upload.submit']);
          await hears(page, words['upload.done']);
          await page.getByRole('link', { name: words['submitted.next'] }).click();
          const card = page.getByRole('article');
          await expect(card.getByRole('heading', { level: 2 })).toHaveText(words['type.Blood Test']);
          await expect(card.getByText(words['report.Pending'], { exact: true })).toBeVisible();
          const link = card.getByRole('link', { name: words['report.viewPdf'] });
          return (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
        });

        await test.step('a doctor reviews it', async () => {
          const desk = await anotherPage();
          await setLanguageCookie(desk, language, server);
          await startSession(desk, await aDoctor(server));
          await desk.goto(`/dashboard/pending-report?language=${language}`);
          await desk.locator(`a[href^="/dashboard/add-review/${reportId}"]`).click();
          await desk.getByRole('textbox', { name: words['review.label'] }).fill(review);
          await expect(desk.getByLabel(words['review.languageLabel'])).toHaveValue(language);
          await press(desk, words['review.submit']);
          await hears(desk, words['review.done']);
        });

        await test.step('the patient reads the answer', async () => {
          const reviewEmail = await letter(emails['reviewReady.subject']);
          await page.goto(/https?:\/\/\S+/.exec(reviewEmail?.text ?? '')?.[0] ?? '/no-link');
          await expectLanguage(page, language);
          const card = page.getByRole('article');
          await expect(card.getByText(words['report.Reviewed'], { exact: true })).toBeVisible();
          await expect(card.getByText(review)).toHaveAttribute('lang', language);
          await expect(card.getByText(words['review.askSomeone'].slice(0, 12))).toHaveCount(0);
        });
      },
    );
  });
}

test('a language chosen before the log-in becomes the account’s, also on another device', async ({
  page,
  anotherPage,
  server,
}) => {
  const patient = await aPatient(server);
  await page.goto('/login');
  await choose(page, 'ta');
  await startSession(page, patient);
  await page.goto('/dashboard/home');
  await expectLanguage(page, 'ta');
  const phoneOfHers = await anotherPage();
  await phoneOfHers.goto('/login');
  await expectLanguage(phoneOfHers, 'en');
  await startSession(phoneOfHers, patient);
  await phoneOfHers.goto('/dashboard/home');
  await expectLanguage(phoneOfHers, 'ta');
  await choose(phoneOfHers, 'mr');
  expect(new URL(phoneOfHers.url()).pathname).toBe('/dashboard/home');
  const third = await anotherPage();
  await third.goto('/login');
  await fillLogIn(third, patient);
  await press(third, wordsOf('en')['login.submit']);
  await third.locator('.toast').getByText(wordsOf('mr')['login.done']).waitFor();
  await expectLanguage(third, 'mr');
});

test.describe(() => {
  test.use({ locale: 'te-IN' });
  test('visitors without a choice get the language of the browser', whole, async ({ page }) => {
    await page.goto('/');
    await expectLanguage(page, 'te');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(wordsOf('te')['home.title']);
  });
});

test('a doctor who reads both languages translates another doctor’s review', async ({
  page,
  anotherPage,
  server,
}) => {
  const words = wordsOf('hi');
  const doctor = await aDoctor(server);
  const { patient, report } = await aReviewToTranslate(server, doctor, 'Your iron is a little low.');
  await startSession(page, patient);
  const reports = `/dashboard/report/${report._id}`;
  await page.goto(reports);
  const hindi = new Intl.DisplayNames('hi', { type: 'language' });
  const values = { language: hindi.of('hi') ?? '', from: hindi.of('en') ?? '' };
  // The sentence depends on the doctors that other tests have left in this clinic.
  const readers = ['review.canTranslate', 'review.noReader', 'review.noTranslator'] as const;
  const sentences = readers.map((key) => fillPlaceholders('hi', words[key], values));
  const requested = page.locator('.notice').filter({
    hasText: new RegExp(sentences.map((sentence) => sentence.replaceAll('.', '\\.')).join('|')),
  });
  await expect(requested).toBeVisible();
  await expect(
    page.getByText(fillPlaceholders('hi', words['review.inLanguage'], { language: values.from })),
  ).toBeVisible();

  const desk = await anotherPage();
  await translate(desk, server, report._id, 'आपका आयरन थोड़ा कम है।');

  await expect
    .poll(async () => (await server.emails(patient.email)).map(({ subject }) => subject), {
      intervals: codeEmailIntervals,
    })
    .toContain(emailTranslations.hi['translationReady.subject']);
  await page.goto(reports);
  await expect(requested).toHaveCount(0);
  await expect(page.getByText('Your iron is a little low.')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('आपका आयरन थोड़ा कम है।')).toHaveAttribute('lang', 'hi');
  await expect(page.locator('article p').filter({ hasText: 'Tara' }).first()).toBeVisible();
});

/**
 * States in the settings that the doctor reads both languages, and translates the review into the
 * patient's language.
 */
async function translate(page: Page, server: Server, reportId: string, text: string) {
  const words = wordsOf('en');
  await startSession(page, await aDoctor(server, 'Tara'));
  await page.goto('/dashboard/settings/languages');
  for (const language of ['en', 'hi'] as const)
    await page.getByRole('checkbox', { name: languages[language].name }).check();
  await press(page, words['reads.submit']);
  await page.getByText(words['reads.done']).waitFor();
  await page.goto('/dashboard/translate');
  await page.locator(`a[href="/dashboard/translate/${reportId}"]`).click();
  await page.getByRole('textbox').fill(text);
  await press(page, words['translate.submit']);
  await page.getByText(words['translate.done']).waitFor();
}

test('a doctor filters reports by the patient’s language', whole, async ({ page, server }) => {
  const ids: Record<string, string> = {};
  for (const language of ['gu', 'kn']) {
    const patient = await aPatient(server);
    await logInWithLanguage(server, patient, language);
    ids[language] = (await aReport(server, patient))._id;
  }
  await startSession(page, await aDoctor(server));
  await page.goto('/dashboard/pending-report');
  await unfoldFilters(page);
  await page.getByLabel(wordsOf('en')['filter.language']).selectOption('gu');
  await press(page, wordsOf('en')['filter.submit']);
  await expect(page).toHaveURL(/language=gu/);
  await expect(page.locator(`a[href^="/dashboard/add-review/${ids.gu}"]`)).toBeVisible();
  await expect(page.locator(`a[href^="/dashboard/add-review/${ids.kn}"]`)).toHaveCount(0);
});

test.describe('a review is read aloud', () => {
  let reportId: string;
  test.beforeEach(async ({ page, server }) => {
    const patient = await aPatient(server);
    reportId = (await aReport(server, patient))._id;
    await addReview(server, await aDoctor(server), reportId, 'Rest well. Drink.');
    await startSession(page, patient);
  });
  const listen = (page: Page) =>
    page.getByRole('article').getByRole('button', { name: wordsOf('en')['listen.start'] });

  test('if the device has a voice for its language', whole, async ({ page }) => {
    await page.addInitScript(simulateVoices, ['en-IN']);
    await page.goto(`/dashboard/report/${reportId}`);
    await listen(page).click();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { spokenTexts: string[] }).spokenTexts))
      .toEqual(['Rest well.', 'Drink.']);
    await press(page, wordsOf('en')['listen.stop']);
    await expect(listen(page)).toBeVisible();
  });

  test('and has no button if the device has none', whole, async ({ page }) => {
    await page.addInitScript(simulateVoices, ['hi-IN']);
    await page.goto(`/dashboard/report/${reportId}`);
    await expect(page.getByText('Rest well. Drink.')).toBeVisible();
    await expect(listen(page)).toHaveCount(0);
  });
});
