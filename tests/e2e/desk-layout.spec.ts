import { messagesByLanguage } from '../../app/i18n/catalogues.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expect, type Page, test, waitForHydration } from './support/fixtures.ts';
import { aDoctor, aPatient, aReport, call, setLanguageCookie, startSession } from './support/people.ts';
import type { Server } from './support/server.ts';

// The bar of sent reviews stays in view.
test.use({ settings: { UNDO_SECONDS: '60' } });

/** The windows, with the least part of their area for the report, and the least height of the text box. */
const windows = [
  { width: 1280, height: 720, part: 0.5, text: 300 },
  { width: 1366, height: 768, part: 0.5, text: 300 },
  { width: 1093, height: 614, part: 0.45, text: 220 },
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

/** Lists the fields, labels and buttons of the review that the browser cannot scroll wholly into view. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    const targets = '#review :is(label, input, select, textarea, button, summary, .field-label)';
    const isDrawn = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return [...document.querySelectorAll(targets)].filter(isDrawn).flatMap((element) => {
      element.scrollIntoView({ block: 'nearest' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const inset = 4;
      const points = [
        [left + inset, top + inset],
        [right - inset, top + inset],
        [left + inset, bottom - inset],
        [right - inset, bottom - inset],
      ] as const;
      const isSeen = points.every(([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return hit && (element.contains(hit) || hit.contains(element));
      });
      const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
      return isSeen && isInside ? [] : `${element.localName} ${element.textContent?.slice(0, 30)}`;
    });
  });

/** Checks the three windows. */
async function expectRoom(page: Page, state: string) {
  for (const { width, height, part, text } of windows) {
    await page.setViewportSize({ width, height });
    const where = `${state} at ${width} × ${height}`;
    const report = await boxOf(page, '.viewer-pages');
    const area = (report.width * report.height) / (width * height);
    expect.soft(area, `the report, ${where}`).toBeGreaterThanOrEqual(part);
    const box = await boxOf(page, '#review-review');
    expect.soft(box.height, `the text box, ${where}`).toBeGreaterThanOrEqual(text);
    expect.soft(await findCovered(page), `covered, ${where}`).toEqual([]);
    expect.soft(await isAsWideAsWindow(page), `as wide as the window, ${where}`).toBe(true);
    await expect.soft(page.locator('#review button[type=submit]').first()).toBeInViewport({ ratio: 1 });
  }
}

/** Two reports that wait: the patient has answered a question about the first one. */
async function twoReports(server: Server) {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const first = await aReport(server, patient, 'blood-test.pdf', { description: long });
  const second = await aReport(server, patient, 'ecg.gif', { reportType: 'ECG' });
  await call(server, 'POST', `report/claim/${first._id}`, {}, doctor.token);
  const question = { kind: 'detail', text: 'Do you take iron tablets now, and since when?' };
  await call(server, 'POST', `report/ask/${first._id}`, question, doctor.token);
  const answer = new FormData();
  answer.set('answer', 'Yes, one tablet a day for six weeks.');
  await call(server, 'POST', `report/answer/${first._id}`, answer, patient.token);
  await call(server, 'PUT', `report/review-draft/${second._id}`, { review: 'A draft' }, doctor.token);
  return { doctor, first, second };
}

for (const language of ways('ta', 'en', 'ml', 'ur') as ('ta' | 'en' | 'ml' | 'ur')[]) {
  test(`in ${language} the report and the text box have their room in every state, and nothing is covered`, async ({
    page,
    server,
  }) => {
    test.setTimeout(180_000);
    const { doctor, first, second } = await twoReports(server);
    await startSession(page, doctor);
    await setLanguageCookie(page, `${language}.account`, server);
    const words = messagesByLanguage[language];
    await page.goto(`/dashboard/add-review/${first._id}`);
    await waitForHydration(page);
    await expectRoom(page, 'an answered question');
    const footColours = await page
      .locator('.desk-word, .desk-foot > form .button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    expect(footColours, 'ask, save and return').toHaveLength(3);
    expect(new Set(footColours).size, 'colours of the words at the foot').toBe(1);
    await page.getByText(words['question.history']).first().click();
    await expectRoom(page, 'an opened answer');
    await page.locator('#review-language').selectOption('hi');
    const steps = page.locator('.step-choice input');
    for (const step of await steps.all()) {
      await step.check({ force: true });
      await expectRoom(page, `the step ${await step.inputValue()}`);
    }
    const tops = await page
      .locator('.step-choice label')
      .evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().top))).size);
    expect(tops, 'rows of steps').toBeLessThanOrEqual(2);
    await steps.last().click({ force: true });
    await expect(steps.last()).not.toBeChecked();
    await page.locator('#review-review').fill('இரத்தம் சற்று குறைவாக உள்ளது. Kamala.');
    await page.locator('#review-language').selectOption('ta');
    await page.getByRole('button', { name: words['review.submit'], exact: true }).click();
    await expect(page).toHaveURL(/pending-report/);
    await page.goto(`/dashboard/add-review/${second._id}`);
    await waitForHydration(page);
    await expect(page.locator('.undo-bar')).toBeVisible();
    await expectRoom(page, 'a restored draft, and a review just sent');
  });
}

for (const hasScript of ways(true, false)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript });

    test(`${hasScript ? 'with' : 'without'} script the desk is a page of its own, and its menu has the language and the account`, async ({
      page,
      server,
    }) => {
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      const { _id } = await aReport(server, patient, 'blood-test.pdf', { description: long });
      await startSession(page, doctor);
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(`/dashboard/add-review/${_id}`);
      await expect(page.getByRole('banner')).toHaveCount(0);
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
      const line = await boxOf(page, '.desk-line');
      expect(line.height).toBeLessThanOrEqual(46);
      for (const part of ['#patient', 'a[href^="tel:"]', '.desk-line > a']) {
        const { y, bottom } = await boxOf(page, part);
        expect(y >= 0 && bottom <= line.bottom, `${part} is in the line`).toBe(true);
      }
      const menu = page.getByRole('navigation', { name: en['nav.dashboard'] });
      await expect(menu).toBeHidden();
      await page.locator('summary', { hasText: en['dashboard.expertTitle'] }).click();
      await expect(menu).toBeVisible();
      await expect(page.getByText(`${doctor.firstName} ${doctor.lastName}`).first()).toBeVisible();
      await page.locator('summary', { hasText: en['nav.language'] }).click();
      await page.getByRole('button', { name: 'हिन्दी' }).click();
      await expect(page).toHaveURL(new RegExp(`/dashboard/add-review/${_id}`));
      await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    });
  });
}

test(
  'in English at 1280 × 720 the five next steps stand in one row, in view without scrolling',
  whole,
  async ({ page, server }) => {
    const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
    const { _id } = await aReport(server, patient);
    await startSession(page, doctor);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(`/dashboard/add-review/${_id}`);
    const tops = await page
      .locator('.step-choice label')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect([tops.length, new Set(tops).size]).toEqual([5, 1]);
    await expect(page.locator('.step-choice')).toBeInViewport({ ratio: 1 });
  },
);

test('what the patient wrote stands whole, and is marked until its end was in view', async ({
  page,
  server,
}) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient, 'blood-test.pdf', { description: long });
  await startSession(page, doctor);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/dashboard/add-review/${_id}`);
  const text = page.getByText(long.trim(), { exact: true });
  await expect(text).toBeVisible();
  await expect(page.getByText(en['desk.unread'])).toBeVisible();
  await text.focus();
  await page.keyboard.press('End');
  await expect(page.getByText(en['desk.unread'])).toHaveCount(0);
});

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
  await expect(mobile.getByText(long.trim(), { exact: true })).toBeVisible();
  await context.close();
});
