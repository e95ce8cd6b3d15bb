import { allLanguages, directionOf } from '../../app/i18n/languages.ts';
import { sentences as en, translate } from '../../app/i18n/translate.ts';
import { measuredIn } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { axeSource, violations } from './support/axe.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import { aDoctor, addReview, aPatient, aReport, setLanguageCookie, startSession } from './support/people.ts';

const textBox = (page: Page) => page.getByRole('textbox', { name: en['review.label'] });
/** The numbers in the sentence below the text box, which may carry marks of their direction. */
const hintOf = (...numbers: string[]) =>
  new RegExp(
    `^[\\u2066\\u2069]*${numbers.join('[\\u2066\\u2069]* and [\\u2066\\u2069]*')}[\\u2066\\u2069]*: not found in the text of this report$`,
  );

test.beforeEach(({ page }) => page.addInitScript(axeSource));

test('a doctor reads which numbers the report does not print, and sends the review all the same', async ({
  page,
  server,
}) => {
  const report = await aReport(server, await aPatient(server));
  await startSession(page, await aDoctor(server));
  const requestedUrls: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/report-numbers/') && requestedUrls.push(request.url()),
  );
  await page.goto(`/dashboard/add-review/${report._id}`);
  await waitForHydration(page);
  await textBox(page).pressSequentially('Your haemoglobin is 12.1 g/dL. Take 500 mg for 3 months.');
  await expect(page.getByText(hintOf('12.1'))).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await textBox(page).pressSequentially(' Creatinine 9.81.');
  await expect(page.getByText(hintOf('12.1', '9.81'))).toBeVisible();
  await textBox(page).fill('Your haemoglobin is 11.2 g/dL.');
  await expect(page.getByText(/not found in the text/)).toHaveCount(0);
  expect(requestedUrls).toHaveLength(1);
  await textBox(page).fill('Your haemoglobin is 12.1 g/dL.');
  await expect(page.getByText(hintOf('12.1'))).toBeVisible();
  await page.getByRole('button', { name: en['review.submit'], exact: true }).click();
  await expectMessage(page, en['review.done']);
});

test('nothing is said about a report that is a picture', async ({ page, server }) => {
  const report = await aReport(server, await aPatient(server), 'rash.png', { reportType: 'Blood Test' });
  await startSession(page, await aDoctor(server));
  await page.goto(`/dashboard/add-review/${report._id}`);
  await waitForHydration(page);
  const answered = page.waitForResponse('**/report-numbers/**');
  await textBox(page).fill('Your haemoglobin is 12.1 g/dL.');
  expect(await (await answered).json()).toEqual({ numbers: null });
  await expect(page.getByText(/not found in the text/)).toHaveCount(0);
});

test('a correction of a review is compared too', async ({ page, server }) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const report = await aReport(server, patient);
  await addReview(server, doctor, report._id, 'Your haemoglobin is fine.');
  await startSession(page, doctor);
  await page.goto(`/dashboard/amend-review/${report._id}`);
  await waitForHydration(page);
  await page.getByLabel(en['amend.text'], { exact: true }).fill('Your haemoglobin is 12.1 g/dL.');
  await expect(page.getByText(hintOf('12.1'))).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test('a press saves the draft, and the page names its numbers in each language', async ({
    page,
    server,
  }) => {
    const report = await aReport(server, await aPatient(server));
    await startSession(page, await aDoctor(server));
    await page.goto(`/dashboard/add-review/${report._id}`);
    await textBox(page).fill('Your haemoglobin is 12.1 g/dL.');
    await page.getByRole('button', { name: en['draft.stay'] }).click();
    await expect(page.getByText(hintOf('12.1'))).toBeVisible();
    await expect(textBox(page)).toHaveValue('Your haemoglobin is 12.1 g/dL.');
    const address = page.url();
    for (const language of measuredIn(allLanguages)) {
      await setLanguageCookie(page, language, server);
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language));
      const numbers = '\u206612.1\u2069';
      await expect(
        page.getByText(translate(language, 'review.numbersNotPrinted', { numbers })),
      ).toBeVisible();
      await expect(page.getByRole('button', { name: translate(language, 'draft.stay') })).toBeVisible();
    }
  });
});
