import { sentences as en } from '../../app/i18n/translate.ts';
import { pdfOf } from '../support/padded.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillUpload } from './journey.ts';
import { test as base, expect as baseExpect, type Page, waitForHydration } from './support/fixtures.ts';
import { type Line, openLine } from './support/line.ts';
import {
  aDoctor,
  aPatient,
  aPerson,
  aReport,
  codeFor,
  reportsOf,
  startSession,
  theAdmin,
} from './support/people.ts';

/**
 * An upload is decoded before it is answered, which takes long on a busy machine. After some
 * retries the next one is up to a minute away.
 */
const expect = baseExpect.configure({ timeout: 90_000 });

const offline = /Failed to load resource: net::ERR_|An unknown error occurred when fetching the script/;

const test = base.extend<{ line: Line }>({
  line: async ({ server, tolerate }, use) => {
    const line = await openLine(server.url);
    tolerate(/^request to another host: http:\/\/127\.0\.0\.1:/);
    tolerate(offline);
    // The browser resends a piece by itself and learns that it has arrived.
    tolerate(/status of 409/);
    await use(line);
    await line.close();
  },
});

const reportBytes = 1_500_000;
async function aBigReport() {
  const buffer = Buffer.from(await (await pdfOf(reportBytes)).arrayBuffer());
  return { name: 'blood-test.pdf', mimeType: 'application/pdf', buffer };
}

const notice = (page: Page) =>
  page.getByRole('region', { name: en['toast.region'] }).getByText(en['connection.dropped'], { exact: true });
const tryAgain = (page: Page) => page.getByRole('button', { name: en['error.retry'], exact: true });

const typed = { reportType: 'X-Ray', description: 'Tired since the harvest' };

async function openUpload(page: Page, line: Line, { phone: number }: { phone: string }) {
  await page.goto(`${line.url}/dashboard/upload-report`);
  await waitForHydration(page);
  await fillUpload(page, { ...typed, phone: number });
  await page.getByLabel(en['upload.reportLabel']).setInputFiles(await aBigReport());
}

async function expectAllIsStillThere(page: Page, { phone: number }: { phone: string }) {
  await expect(page.getByLabel(en['upload.reportTypeLabel'])).toHaveValue(typed.reportType);
  await expect(page.getByLabel(en['upload.phoneNumberLabel'])).toHaveValue(number);
  await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue(typed.description);
  await expect(page.getByLabel(en['upload.consentLabel'])).toBeChecked();
  const file = await page
    .getByLabel(en['upload.reportLabel'])
    .evaluate(({ files }: HTMLInputElement) => [files?.[0]?.name, files?.[0]?.size]);
  expect(file).toEqual(['blood-test.pdf', reportBytes]);
}

const goesOn = (page: Page) => page.getByText(en['waiting.offline'], { exact: true });

for (const [where, plan] of ways(
  ['at 50 % of the file', { cutAfterSent: 0.5 * reportBytes }],
  ['at 10 % of the file', { cutAfterSent: 0.1 * reportBytes }],
  ['at 90 % of the file', { cutAfterSent: 0.9 * reportBytes }],
  ['before the answer', { cutAnswerTo: /^POST \/dashboard\/upload-report/ }],
)) {
  test(`an upload whose connection is cut ${where} resumes by itself and makes one report`, async ({
    page,
    server,
    line,
  }) => {
    const patient = await aPatient(server);
    await startSession(page, patient);
    await openUpload(page, line, patient);
    line.set(plan);
    await page.getByRole('button', { name: en['upload.submit'] }).click();
    await expect.poll(line.cuts).toBeGreaterThan(0);
    line.set({});
    await expect(page).toHaveURL(`${line.url}/report-submitted`);
    expect(await reportsOf(server, patient)).toHaveLength(1);
  });
}

test('the confirmation page still appears if the line breaks just after a report has arrived', async ({
  page,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await openUpload(page, line, patient);
  await page.route('**/report-submitted.data*', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: en['upload.submit'] }).click();
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expect(notice(page)).toBeHidden();
  expect(await reportsOf(server, patient)).toHaveLength(1);
});

test(
  'an upload waiting for the connection can be stopped, changed and sent',
  whole,
  async ({ page, server, line }) => {
    const patient = await aPatient(server);
    await startSession(page, patient);
    await openUpload(page, line, patient);
    line.set({ isDown: true });
    await page.getByRole('button', { name: en['upload.submit'] }).click();
    await expect(goesOn(page)).toBeVisible();
    await expect(notice(page)).toBeHidden();
    await page.getByRole('button', { name: en['upload.cancel'], exact: true }).click();
    await expectAllIsStillThere(page, patient);
    await expect(page.getByRole('button', { name: en['upload.submit'] })).toBeFocused();
    await page.getByLabel(en['upload.descriptionLabel']).fill('Tired since the rains');
    line.set({});
    await page.getByRole('button', { name: en['upload.submit'] }).click();
    await expect(page).toHaveURL(`${line.url}/report-submitted`);
    expect(await reportsOf(server, patient)).toMatchObject([{ description: 'Tired since the rains' }]);
  },
);

for (const [where, plan] of ways(
  ['before the answer', { cutAnswerTo: /^POST / }],
  ['during the request', { cutAfterSent: 10 }],
)) {
  test(`a review whose connection is cut ${where} keeps its text and is accepted once`, async ({
    page,
    server,
    line,
  }) => {
    const patient = await aPatient(server);
    const { _id } = await aReport(server, patient);
    await startSession(page, await aDoctor(server));
    await page.goto(`${line.url}/dashboard/add-review/${_id}`);
    await waitForHydration(page);
    const box = page.getByRole('textbox', { name: en['review.label'] });
    await box.fill('Take the tablets for three months');
    line.set(plan);
    await page.getByRole('button', { name: en['review.submit'] }).click();
    await expect(notice(page)).toBeVisible();
    await expect(box).toHaveValue('Take the tablets for three months');
    line.set({});
    await tryAgain(page).click();
    await expectMessage(page, 'Review Added Successfully');
    await expect(page).toHaveURL(`${line.url}/dashboard/pending-report`);
    expect(await reportsOf(server, patient)).toMatchObject([{ review: 'Take the tablets for three months' }]);
  });

  test(
    `a message whose connection is cut ${where} keeps its text and arrives once`,
    whole,
    async ({ page, server, line }) => {
      const { lastName } = aPerson('Patient', 'Asha');
      for (const path of ['/contact-us', '/']) {
        await page.goto(`${line.url}${path}`);
        await waitForHydration(page);
        const form = page.locator(path === '/' ? '#query' : '#contact');
        await form.getByRole('textbox').nth(0).fill(`${lastName} ${path}`);
        await form.getByRole('textbox').nth(1).fill('asha@clinic.test');
        await form.getByRole('textbox').nth(2).fill('When are you open?');
        line.set(plan);
        await form.locator('[type="submit"]').click();
        await expect(notice(page)).toBeVisible();
        await expect(page).toHaveURL(`${line.url}${path}`);
        await expect(form.getByRole('textbox').nth(2)).toHaveValue('When are you open?');
        line.set({});
        await tryAgain(page).click();
        await expectMessage(page, path === '/' ? en['query.done'] : en['contact.done']);
      }
      await page.context().clearCookies();
      await startSession(page, await theAdmin(server));
      await page.goto('/dashboard/messages');
      await expect(page.getByRole('heading', { name: lastName })).toHaveCount(2);
    },
  );

  test(
    `the code of a sign-up whose connection is cut ${where} opens the account`,
    whole,
    async ({ page, server, line }) => {
      const person = aPerson('Patient', 'Asha');
      const { accountType, firstName, lastName, email, phone: contactNumber, password } = person;
      const form = { accountType, firstName, lastName, email, contactNumber, password };
      await page.request.post('/signup', {
        form: { ...form, countryCode: '+91', confirmPassword: password },
      });
      await page.goto(`${line.url}/verify-email`);
      await waitForHydration(page);
      const code = await codeFor(server, email);
      await page.getByRole('group', { name: en['otp.label'] }).getByRole('textbox').first().click();
      await page.keyboard.type(code);
      line.set(plan);
      await page.getByRole('button', { name: en['otp.submit'] }).click();
      await expect(notice(page)).toBeVisible();
      line.set({});
      await tryAgain(page).click();
      await expectMessage(page, 'Signup Successful, Please Login');
      await expect(page).toHaveURL(`${line.url}/login`);
    },
  );
}

test('a link on a dead line keeps the page and its input, and opens by itself once the server answers', async ({
  page,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await openUpload(page, line, patient);
  line.set({ isDown: true });
  await page.getByRole('link', { name: en['nav.settings'] }).first().click();
  await expect(notice(page)).toBeVisible();
  await expect(page).toHaveURL(`${line.url}/dashboard/upload-report`);
  await expectAllIsStillThere(page, patient);
  await tryAgain(page).click();
  await expect(notice(page)).toBeVisible();
  await expectAllIsStillThere(page, patient);
  // The browser is online all the time and fires no event.
  line.set({});
  await expect(page).toHaveURL(`${line.url}/dashboard/settings`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['settings.title']);
  await expect(notice(page)).toBeHidden();
});

test(
  'a link keeps the page while offline, and opens by itself when the phone is online again',
  whole,
  async ({ page, context, server, tolerate }) => {
    tolerate(offline);
    await startSession(page, await aPatient(server));
    await page.goto('/dashboard/home');
    await waitForHydration(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: en['nav.settings'] }).first().click();
    await expect(notice(page)).toBeVisible();
    await expect(page).toHaveURL('/dashboard/home');
    await context.setOffline(false);
    await expect(page).toHaveURL('/dashboard/settings');
    await expect(notice(page)).toBeHidden();
  },
);

test('nothing opens later once the notice is dismissed', whole, async ({ page, context, tolerate }) => {
  tolerate(offline);
  await page.goto('/');
  await waitForHydration(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: en['nav.logIn'] }).first().click();
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: en['toast.close'] }).click();
  await expect(notice(page)).toBeHidden();
  await context.setOffline(false);
  await page.getByRole('link', { name: en['nav.signUp'] }).first().click();
  await expect(page).toHaveURL('/signup');
});
