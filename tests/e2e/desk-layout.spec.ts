import { messagesByLanguage } from '../../app/i18n/catalogues.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, type Page, test } from './support/fixtures.ts';
import { aDoctor, aPatient, aReport, setLanguageCookie, startSession } from './support/people.ts';

const windows = [
  { width: 1093, height: 614 },
  { width: 1180, height: 820 },
  { width: 1280, height: 720 },
];
const long = 'Tired for three weeks, with a little fever in the evening. '.repeat(8);

/** Returns where an element stands in the window. */
async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`Nothing is drawn for ${selector}`);
  return { ...box, end: box.x + box.width, bottom: box.y + box.height };
}

const isAsWideAsWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

for (const hasScript of ways(true, false)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript });

    for (const language of ways('ta', 'en', 'ml', 'ur') as ('ta' | 'en' | 'ml' | 'ur')[]) {
      test(`${hasScript ? 'with' : 'without'} script, in ${language}, report and review stand side by side on the first screen`, async ({
        page,
        server,
      }) => {
        const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
        const { _id } = await aReport(server, patient, 'blood-test.pdf', { description: long });
        await startSession(page, doctor);
        await setLanguageCookie(page, `${language}.account`, server);
        const words = messagesByLanguage[language];
        const menu = page.getByRole('navigation', { name: words['nav.dashboard'] }).filter({ visible: true });
        for (const window of windows) {
          await page.setViewportSize(window);
          await page.goto(`/dashboard/add-review/${_id}`);
          const report = await boxOf(page, '.viewer-pages');
          const text = await boxOf(page, '#review-review');
          const [left, right] = language === 'ur' ? [text, report] : [report, text];
          expect(left.end, 'side by side').toBeLessThan(right.x);
          expect(text.y + 60, 'the text box is on the first screen').toBeLessThan(window.height);
          if (window.width === 1280) expect(report.width).toBeGreaterThanOrEqual(0.55 * window.width);
          const submit = page.getByRole('button', { name: words['review.submit'], exact: true });
          await expect(submit).toBeInViewport({ ratio: 1 });
          expect(await isAsWideAsWindow(page)).toBe(true);
          await expect(menu).toHaveCount(0);
        }
        const [name, phone] = [await boxOf(page, '#patient'), await boxOf(page, 'a[href^="tel:"]')];
        expect(Math.abs(name.bottom - phone.bottom), 'one line').toBeLessThan(8);
        await page.locator('summary', { hasText: words['dashboard.expertTitle'] }).click();
        await expect(menu).toBeVisible();
      });
    }
  });
}

test('on a phone the review follows the report, and no hint names keys', async ({
  browser,
  page,
  server,
}) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient, 'blood-test.pdf', { description: long });
  await startSession(page, doctor);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/dashboard/add-review/${_id}`);
  await expect(page.getByText('Ctrl + Enter')).toBeVisible();
  const context = await browser.newContext({
    ...(await page
      .context()
      .storageState()
      .then((storageState) => ({ storageState }))),
    baseURL: server.url,
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  const mobile = await context.newPage();
  await mobile.goto(`/dashboard/add-review/${_id}`);
  await expect(mobile.getByText(`0 of 10,000`)).toBeVisible();
  await expect(mobile.getByText('Ctrl + Enter')).toBeHidden();
  const [report, text] = [await boxOf(mobile, '.viewer'), await boxOf(mobile, '#review-review')];
  expect(report.bottom).toBeLessThan(text.y);
  expect(await isAsWideAsWindow(mobile)).toBe(true);
  await mobile.getByText(en['review.description']).click();
  await expect(mobile.getByText(long.trim(), { exact: true }).last()).toBeVisible();
  await context.close();
});
