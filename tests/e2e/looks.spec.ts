import { messagesByLanguage } from '../../app/i18n/catalogues.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { whole } from '../support/short-form.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  aReport,
  fixturePath,
  setLanguageCookie,
  startSession,
} from './support/people.ts';
import type { Server } from './support/server.ts';

const desktop = { width: 1280, height: 800 };

/** The layout size of a window of 1280 × 1024 px at 400 % zoom. */
const enlarged = { width: 320, height: 256 };

const colourOf = (page: Page, selector: string, name: 'backgroundColor' | 'borderBottomColor') =>
  page
    .locator(selector)
    .first()
    .evaluate((element, key) => getComputedStyle(element)[key], name);

const reports = ({ id }: { id: string }) => `/dashboard/previous-report/${id}`;

/** Opens the list of a patient with one reviewed and one pending report. */
async function withAnAnswer(page: Page, server: Server) {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient);
  await addReview(server, doctor, _id, 'Drink water and rest.');
  await aReport(server, patient, 'xray.jpg');
  await startSession(page, patient);
  await page.goto(`/dashboard/report/${_id}`);
  return { patient, doctor, _id };
}

test('an answer is printed on white paper, without menus and buttons', async ({ page, server }) => {
  await withAnAnswer(page, server);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByText('Drink water and rest.')).toBeVisible();
  await expect(
    page
      .locator('nav, button, aside, .button, article summary summary, .badge.new')
      .filter({ visible: true }),
  ).toHaveCount(0);
  expect(await colourOf(page, 'article .sheet', 'backgroundColor'), 'paper is white').toBe(
    'rgb(255, 255, 255)',
  );
});

test('a patient shares a review as text without a link', async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => {
        if (document.title === 'Refused') throw new DOMException('', 'NotAllowedError');
        document.title = JSON.stringify(data);
      },
    });
  });
  const { doctor } = await withAnAnswer(page, server);
  const share = page.getByRole('button', { name: en['report.share'] });
  await expect(share).toHaveCount(1);
  await share.click();
  await expect(page).toHaveTitle(/Drink water and rest/);
  const shared = JSON.parse(await page.title());
  expect(Object.keys(shared).sort()).toEqual(['text', 'title']);
  expect(shared.text).toContain(doctor.lastName);
  await page.evaluate(() => {
    document.title = 'Refused';
  });
  await share.click();
  await expect(page.getByText(en['report.shareFailed'])).toBeVisible();
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without script no button shares a review', async ({ page, server }) => {
    await withAnAnswer(page, server);
    await expect(page.getByText('Drink water and rest.')).toBeVisible();
    await expect(page.getByRole('button', { name: en['report.share'] })).toHaveCount(0);
  });
});

test.describe(() => {
  test.use({ viewport: enlarged });

  test(
    'at 400 % zoom the first screen shows more than the menus, and a report fits into one screen',
    whole,
    async ({ page, server }) => {
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      const { _id } = await aReport(server, patient);
      await page.goto('/login');
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toBeInViewport({ ratio: 1 });
      await startSession(page, doctor);
      await page.goto(`/dashboard/add-review/${_id}`);
      await expect(page.locator('#patient')).toBeInViewport({ ratio: 1 });
      const box = page.getByRole('region', { name: 'Blood Test' });
      await box.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await expect(box).toBeInViewport({ ratio: 0.99 });
    },
  );
});

test.describe(() => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('in forced colours the selection and the current page stand out', whole, async ({ page, server }) => {
    const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
    const { _id } = await aReport(server, patient);
    await page.goto('/');
    const canvas = await colourOf(page, 'body', 'backgroundColor');
    expect(await colourOf(page, '.header-link[aria-current]', 'borderBottomColor')).not.toBe(canvas);
    expect(await colourOf(page, '.header-link:not([aria-current])', 'borderBottomColor')).toBe(canvas);
    await startSession(page, patient);
    await page.goto(reports(patient));
    for (const box of ['.badge', '.notice'])
      await expect(page.locator(box).first(), box).toHaveCSS('border-top-width', '1px');
    await startSession(page, doctor);
    await page.goto(`/dashboard/add-review/${_id}`);
    await page.getByRole('radio', { name: en['step.title.seeDoctor'] }).check({ force: true });
    await expect(page.locator('.step-choice label:has(:checked)')).toHaveCSS('outline-style', 'solid');
    await expect(page.locator('.step-choice label:not(:has(:checked))').first()).toHaveCSS(
      'outline-style',
      'none',
    );
  });
});

test.describe(() => {
  test.use({ viewport: desktop });

  test('the actions of a list are visible even with long labels', whole, async ({ page, server }) => {
    const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
    await aReport(server, patient);
    await startSession(page, doctor);
    await setLanguageCookie(page, 'ta.account', server);
    await page.goto('/dashboard/pending-report');
    const action = page.getByRole('link', { name: messagesByLanguage.ta['pending.addReview'] }).first();
    await expect(action).toBeInViewport({ ratio: 1 });
  });
});

test.describe(() => {
  test.use({ viewport: phone });

  test('the file button is in the language of the page', whole, async ({ page, server }) => {
    const words = messagesByLanguage.hi;
    await startSession(page, await aPatient(server));
    await setLanguageCookie(page, 'hi.account', server);
    await page.goto('/dashboard/upload-report');
    await expect(page.getByText(words['file.chooseSome'], { exact: true })).toBeVisible();
    await expect(page.getByText(words['file.none'], { exact: true })).toBeVisible();
    await page.getByLabel(words['upload.reportLabel']).setInputFiles(fixturePath('xray.jpg'));
    await expect(
      page.getByText(words['page.name'].replace('{n}', '1'), { exact: true }).first(),
    ).toBeVisible();
    await expect(page.getByText(words['file.none'], { exact: true })).toHaveCount(0);
  });
});
