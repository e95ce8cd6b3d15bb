import { sentences as en } from '../../app/i18n/translate.ts';
import { whole } from '../support/short-form.ts';
import { fillUpload } from './journey.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import {
  aDoctor,
  aPatient,
  aPerson,
  aReport,
  createMember,
  fixturePath,
  type Member,
  reportsOf,
  startSession,
} from './support/people.ts';
import { openSettings } from './support/press.ts';
import type { Server } from './support/server.ts';

const description = 'Tired for three weeks, and short of breath';
const review = 'Drink more water. Come again in a month.';

const nameOf = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`;
const refusal = (now: Member, of: Member) =>
  `You are now logged in as ${nameOf(now)}. This page belongs to ${nameOf(of)}. Nothing was sent.`;
const noticed = (now: Member, of: Member) =>
  `You are now logged in as ${nameOf(now)}. This page belongs to ${nameOf(of)}.`;

/**
 * Logs a person in in the same browser, in a tab that does not notify the others. One session
 * replaces the other: requests of a page belong to one of the two, never to a guest.
 */
async function becomes(page: Page, { email, password }: Member) {
  const url = new URL(page.url()).origin;
  const body = new URLSearchParams({ email, password });
  const answer = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual' });
  const [, value] = /^session=([^;]+)/m.exec(answer.headers.getSetCookie().join('\n')) ?? [];
  expect(value, `the session of ${email}`).toBeTruthy();
  await page.context().addCookies([{ name: 'session', value: value ?? '', url, httpOnly: true }]);
}

/** Logs a person in in another tab of the same browser, and opens a page there. */
async function logsInInAnotherTab(page: Page, person: Member) {
  await becomes(page, person);
  const tab = await page.context().newPage();
  await tab.goto('/dashboard/home');
  await waitForHydration(tab);
  await tab.close();
}

async function twoPatients(server: Server) {
  return [await aPatient(server), await createMember(server, aPerson('Patient', 'Ravi'))] as const;
}

async function howMany(server: Server, ...people: Member[]) {
  return Promise.all(people.map(async (person) => (await reportsOf(server, person)).length));
}

async function openUpload(page: Page, asha: Member, { hasScript = true } = {}) {
  await startSession(page, asha);
  await page.goto('/dashboard/upload-report');
  if (hasScript) await waitForHydration(page);
  await fillUpload(page, {
    reportType: 'Blood Test',
    file: 'blood-test.pdf',
    phone: asha.phone,
    description,
  });
}

const send = (page: Page, name = en['upload.submit']) => page.getByRole('button', { name }).click();
const retry = (page: Page) => send(page, en['error.retry']);

test.describe('two people in one browser', () => {
  test.beforeEach(({ tolerate }) => tolerate(/status of 409/));

  test('a report is not sent under another person’s session, stays in its form, and is sent once its author is back', async ({
    page,
    server,
    tolerate,
  }) => {
    // The refused address for its pieces.
    tolerate(/status of 401/);
    const [asha, ravi] = await twoPatients(server);
    await openUpload(page, asha);
    await becomes(page, ravi);
    await send(page);
    await expect(page.getByRole('alert').filter({ hasText: refusal(ravi, asha) })).toHaveCount(2);
    await expect(page.getByText(`Log in as ${nameOf(asha)} again in another tab`)).toBeVisible();
    await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue(description);
    await expect(page.getByLabel(en['upload.reportLabel'])).not.toHaveValue('');
    await expect(page.getByLabel(en['upload.consentLabel'])).toBeChecked();
    // Otherwise the log-in of the other person would split the upload between both accounts.
    const refusedAgain = page.waitForResponse((answer) => answer.status() === 409);
    await send(page);
    await refusedAgain;
    await expect(page.getByRole('button', { name: en['upload.submit'] })).toBeEnabled();
    expect(await howMany(server, asha, ravi)).toEqual([0, 0]);

    await logsInInAnotherTab(page, asha);
    await expect(page.getByText(`Log in as ${nameOf(asha)} again in another tab`)).toBeHidden();
    await send(page);
    await expect(page).toHaveURL('/report-submitted');
    expect(await howMany(server, asha, ravi)).toEqual([1, 0]);
    expect((await reportsOf(server, asha))[0]).toMatchObject({ description });
  });

  test('a review is not signed by another person, and is sent once its author is back', async ({
    page,
    server,
  }) => {
    const patient = await aPatient(server);
    const report = await aReport(server, patient);
    const [meera, lata] = [await aDoctor(server), await aDoctor(server, 'Lata')];
    await startSession(page, meera);
    await page.goto(`/dashboard/add-review/${report._id}`);
    await waitForHydration(page);
    await page.getByRole('textbox', { name: en['review.label'] }).fill(review);
    await becomes(page, lata);
    await send(page, en['review.submit']);
    await expect(page.getByText(refusal(lata, meera)).first()).toBeVisible();
    await expect(page.getByRole('textbox', { name: en['review.label'] })).toHaveValue(review);
    expect(await reportsOf(server, patient)).toMatchObject([{ status: 'Pending' }]);
    await logsInInAnotherTab(page, meera);
    await send(page, en['review.submit']);
    await expect(page).toHaveURL('/dashboard/pending-report');
    expect(await reportsOf(server, patient)).toMatchObject([
      { status: 'Reviewed', review, expert: { lastName: meera.lastName } },
    ]);
  });

  test('a one-button form shows the refusal at the top of the page', async ({ page, server }) => {
    const [asha, ravi] = await twoPatients(server);
    const report = await aReport(server, asha);
    await startSession(page, asha);
    await page.goto(`/dashboard/delete-report/${report._id}`);
    await waitForHydration(page);
    await becomes(page, ravi);
    await send(page, en['report.deleteConfirm']);
    await expect(page.getByRole('alert').filter({ hasText: refusal(ravi, asha) })).toBeInViewport();
    await expect(page).toHaveURL(`/dashboard/delete-report/${report._id}`);
    expect(await howMany(server, asha)).toEqual([1]);
  });

  test('a form answered on another page still belongs to its author', async ({ page, server }) => {
    const [asha, ravi] = await twoPatients(server);
    await startSession(page, asha);
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('heading', { name: en['query.title'] }).click();
    const { firstName, email } = asha;
    const question = page.getByLabel(en['query.questionLabel']);
    await page.getByLabel(en['query.nameLabel']).first().fill(firstName);
    await page.getByLabel(en['query.answerToLabel']).fill(email);
    await question.fill(description);
    await becomes(page, ravi);
    for (const _time of ['once', 'again']) {
      await send(page, en['query.submit']);
      await expect(page).toHaveURL('/query');
      await expect(page.getByRole('alert').filter({ hasText: refusal(ravi, asha) })).toHaveCount(2);
      await expect(question).toHaveValue(description);
    }
    await becomes(page, asha);
    await send(page, en['query.submit']);
    await expect(
      page.getByRole('main').getByText('Thank you. We have received your question and will answer it.'),
    ).toBeVisible();
  });

  test('the page warns before anything is sent, and stops when the right person is back', async ({
    page,
    server,
  }) => {
    const [asha, ravi] = await twoPatients(server);
    await openUpload(page, asha);
    const notice = page.getByRole('alert').filter({ hasText: noticed(ravi, asha) });

    await logsInInAnotherTab(page, ravi);
    await expect(notice).toBeInViewport();
    await expect(notice).toContainText(
      `Log in as ${nameOf(asha)} again in another tab, or load this page again.`,
    );
    await logsInInAnotherTab(page, asha);
    await expect(notice).toBeHidden();

    await becomes(page, ravi);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(notice).toBeVisible();
    await becomes(page, asha);
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(notice).toBeHidden();
  });

  test('the next page and its forms belong to the signed-in person', async ({ page, server }) => {
    const [asha, ravi] = await twoPatients(server);
    await startSession(page, asha);
    await page.goto('/dashboard/home');
    await waitForHydration(page);
    await logsInInAnotherTab(page, ravi);
    await expect(page.getByText(noticed(ravi, asha))).toBeVisible();
    await page.getByRole('link', { name: en['nav.settings'] }).first().click();
    await expect(page).toHaveURL('/dashboard/settings');
    await expect(page.getByText(noticed(ravi, asha))).toBeHidden();
    await openSettings(page, en['settings.profile']);
    await expect(page.getByLabel(en['signup.firstNameLabel'])).toHaveValue('Ravi');
    const tokens = page.locator('input[name="formToken"]');
    await expect(tokens.first()).toHaveValue(new RegExp(`^${ravi.id}\\.`));
    for (const token of await tokens.all()) await expect(token).toHaveValue(new RegExp(`^${ravi.id}\\.`));
  });
});

test.describe('two people in one browser without script', () => {
  test.use({ javaScriptEnabled: false, viewport: phone });
  test.beforeEach(({ tolerate }) => tolerate(/status of 409/));
  // The server draws the page of the report, which takes time on a busy machine.
  test.beforeEach(({ tolerate }) => tolerate(/\/files\/page\//));

  test('a report is not sent, keeps its text, and is sent once the right person is back', async ({
    page,
    server,
    tolerate,
  }) => {
    // The form is sent without its file.
    tolerate(/status of 400/);
    const [asha, ravi] = await twoPatients(server);
    await openUpload(page, asha, { hasScript: false });
    await becomes(page, ravi);
    await send(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(refusal(ravi, asha));
    await expect(page.locator('textarea[name="description"]')).toHaveValue(description);
    await retry(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(refusal(ravi, asha));
    expect(await howMany(server, asha, ravi)).toEqual([0, 0]);
    await becomes(page, asha);
    await retry(page);
    // A browser does not keep the file.
    await expect(page.getByText(en['upload.report'])).toBeVisible();
    await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue(description);
    await expect(page.getByLabel(en['upload.consentLabel'])).toBeChecked();
    await page.getByLabel(en['upload.reportLabel']).setInputFiles(fixturePath('blood-test.pdf'));
    await send(page);
    await expect(page).toHaveURL('/report-submitted');
    expect(await howMany(server, asha, ravi)).toEqual([1, 0]);
  });

  test('a doctor’s review survives a patient’s log-in and is sent by its author', async ({
    page,
    server,
  }) => {
    const patient = await aPatient(server);
    const report = await aReport(server, patient);
    const meera = await aDoctor(server);
    await startSession(page, meera);
    await page.goto(`/dashboard/add-review/${report._id}`);
    await page.getByRole('textbox', { name: en['review.label'] }).fill(review);
    await becomes(page, patient);
    await send(page, en['review.submit']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(refusal(patient, meera));
    await expect(page.getByRole('textbox', { name: 'This is what was written' })).toHaveValue(review);
    await becomes(page, meera);
    await retry(page);
    await expect(page).toHaveURL('/dashboard/pending-report');
    expect(await reportsOf(server, patient)).toMatchObject([
      { status: 'Reviewed', review, expert: { lastName: meera.lastName } },
    ]);
  });

  test(
    'a one-button form and the language switch show the refusal on a separate page',
    whole,
    async ({ page, server }) => {
      const [asha, ravi] = await twoPatients(server);
      const report = await aReport(server, asha);
      await startSession(page, asha);
      await page.goto(`/dashboard/delete-report/${report._id}`);
      await becomes(page, ravi);
      await send(page, en['report.deleteConfirm']);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(refusal(ravi, asha));
      await becomes(page, asha);
      await page.goto(`/dashboard/delete-report/${report._id}`);
      await becomes(page, ravi);
      await page.locator('summary').filter({ hasText: en['nav.language'] }).click();
      await send(page, 'हिन्दी');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(refusal(ravi, asha));
      expect(await howMany(server, asha)).toEqual([1]);
      await becomes(page, asha);
      await retry(page);
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    },
  );
});
