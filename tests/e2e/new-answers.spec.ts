import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import { openLine } from './support/line.ts';
import { aDoctor, addReview, aPatient, aReport, type Member, startSession } from './support/people.ts';
import type { Server } from './support/server.ts';

const long = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a long answer.`).join('\n');

/** Creates a patient with two answers, each longer than a phone's window. */
async function withTwoAnswers(server: Server) {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  for (const type of ['X-Ray', 'ECG']) {
    const { _id } = await aReport(server, patient, 'rash.png', { reportType: type });
    await addReview(server, doctor, _id, `${type}\n${long}`);
  }
  return patient;
}

const answerTo = (page: Page, type: 'X-Ray' | 'ECG') =>
  page.getByRole('link', { name: en['answers.read'].replace('{type}', en[`type.${type}`]) });
const badge = (page: Page) => page.locator('.badge.new');
const home = (page: Page) => page.goto('/dashboard/home');
const isSeen = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/review-seen/') && answer.status() < 300);

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${how} opening one of two new answers by its link leaves the other new`, async ({
      page,
      server,
    }) => {
      await startSession(page, await withTwoAnswers(server));
      await home(page);
      await expect(answerTo(page, 'ECG')).toBeVisible();
      const seen = isSeen(page);
      await answerTo(page, 'X-Ray').click();
      await expect(page).toHaveURL(/\/dashboard\/report\//);
      await seen;
      await home(page);
      await expect(answerTo(page, 'ECG')).toBeVisible();
      await expect(answerTo(page, 'X-Ray')).toHaveCount(0);
      await answerTo(page, 'ECG').click();
      await page.getByRole('link', { name: en['report.mine'] }).click();
      await expect(page.getByRole('article')).toHaveCount(2);
    });
  });
}

test.describe(() => {
  test.use({ viewport: phone });

  test('an answer that is unfolded in the list counts as seen once it is in view, and no other does', async ({
    page,
    server,
  }) => {
    const patient = await withTwoAnswers(server);
    await startSession(page, patient);
    await page.goto(`/dashboard/previous-report/${patient.id}`);
    await expect(badge(page)).toHaveCount(2);
    const seen = isSeen(page);
    await page.locator('.report-fold > summary').first().click();
    await page.getByText('Line 20 of a long answer.').first().scrollIntoViewIfNeeded();
    await seen;
    await page.reload();
    await expect(badge(page)).toHaveCount(1);
  });

  test('a page that fails to load leaves every answer new', async ({ page, server, tolerate }) => {
    tolerate(/Failed to load resource: net::ERR_/);
    tolerate(/^request to another host: http:\/\/127\.0\.0\.1:/);
    const line = await openLine(server.url);
    const patient = await withTwoAnswers(server);
    await startSession(page, patient);
    await page.goto(`${line.url}/dashboard/home`);
    await waitForHydration(page);
    line.set({ cutAnswerTo: /^GET \/dashboard\/report\// });
    await answerTo(page, 'X-Ray').click();
    await expect(page.getByText(en['connection.dropped'], { exact: true })).toBeVisible();
    expect(line.cuts()).toBeGreaterThan(0);
    line.set({});
    await home(page);
    for (const type of ['X-Ray', 'ECG'] as const) await expect(answerTo(page, type)).toBeVisible();
    await line.close();
  });

  test('an answer seen while the line is cut is reported later without a message', async ({
    page,
    server,
    tolerate,
  }) => {
    tolerate(/Failed to load resource/);
    const patient: Member = await withTwoAnswers(server);
    await startSession(page, patient);
    await home(page);
    let tries = 0;
    await page.route('**/review-seen/**', (route) => {
      tries += 1;
      return route.abort('connectionreset');
    });
    await answerTo(page, 'X-Ray').click();
    await expect.poll(() => tries).toBe(1);
    await expect(page.getByText(en['connection.dropped'], { exact: true })).toHaveCount(0);
    await page.unroute('**/review-seen/**');
    const seen = isSeen(page);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await seen;
    await home(page);
    await expect(answerTo(page, 'ECG')).toBeVisible();
    await expect(answerTo(page, 'X-Ray')).toHaveCount(0);
  });
});
