import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { allLanguages } from '../../app/i18n/languages.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { photoOfPaper } from '../support/paper.ts';
import { whole } from '../support/short-form.ts';
import { fillUpload } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aPatient, fixturePath, reportsOf, setLanguageCookie, startSession } from './support/people.ts';
import { pressWhileLoading } from './support/press.ts';

test.use({ viewport: phone });

type Photo = string | { name: string; mimeType: string; buffer: Buffer };

const file = (page: Page) => page.getByLabel(en['upload.reportLabel'], { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: en['upload.submit'] });
const rows = (page: Page) => page.locator('main form li');
const photo = (page: Page, n: number) =>
  rows(page)
    .nth(n - 1)
    .getByRole('button');
const dialog = (page: Page) => page.getByRole('dialog');
const act = (page: Page, key: 'earlier' | 'later' | 'rotate' | 'remove' | 'again' | 'close') =>
  dialog(page).getByRole('button', { name: en[`page.${key}`], exact: true });
const removePage = async (page: Page, n: number) => {
  await photo(page, n).click();
  await act(page, 'remove').click();
  await expect(dialog(page)).toBeHidden();
};
const choose = (page: Page, photos: Photo[]) =>
  file(page).setInputFiles(
    photos.map((photo) =>
      typeof photo === 'string'
        ? {
            name: photo,
            mimeType: mimeTypes[photo.split('.').at(-1) ?? ''] ?? '',
            buffer: readFileSync(fixturePath(photo)),
          }
        : photo,
    ),
  );
const mimeTypes: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  pdf: 'application/pdf',
  zip: 'application/zip',
};

/** Lists the name and size of each file that the form would send, in order. */
const chosenFiles = (page: Page) =>
  file(page).evaluate(({ files }: HTMLInputElement) =>
    [...(files ?? [])].map(({ name, size }) => ({ name, size })),
  );
const chosenNames = async (page: Page) => (await chosenFiles(page)).map(({ name }) => name);
const contentHeld = (page: Page, at: number) =>
  file(page)
    .evaluate(async ({ files }: HTMLInputElement, index) => {
      const bytes = new Uint8Array((await files?.[index]?.arrayBuffer()) ?? []);
      return Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, part) =>
        btoa(String.fromCharCode(...bytes.subarray(part * 0x8000, (part + 1) * 0x8000))),
      );
    }, at)
    .then((parts) => Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))));

/** Computes the mean difference of two pictures as displayed, per pixel on a scale of 256. */
async function differenceOf(first: Buffer, second: Buffer) {
  const [small, large] = await Promise.all(
    [first, second].map((picture) => sharp(picture).rotate().resize(30, 40).greyscale().raw().toBuffer()),
  );
  const apart = [...(small ?? [])].map((point, at) => Math.abs(point - (large?.[at] ?? 0)));
  return apart.reduce((sum, each) => sum + each, 0) / apart.length;
}

async function openUpload(page: Page, reportType = 'Blood Test') {
  await page.goto('/dashboard/upload-report');
  await fillUpload(page, { reportType, phone: '9876543210', description: 'Tired for weeks' });
}

const isReady = (page: Page, n: number) =>
  expect(page.getByText(new RegExp(`^${n} pages?, [\\d.]+ MB$`))).toBeVisible();

test(
  'chosen photos become numbered pages that are moved, turned and removed by keyboard, with announcements',
  whole,
  async ({ page, server }) => {
    const patient = await aPatient(server);
    await startSession(page, patient);
    await openUpload(page);
    await choose(page, ['rash.png', 'xray.jpg']);
    await choose(page, ['ecg.gif']);
    await isReady(page, 3);
    await expect(rows(page).getByRole('img')).toHaveCount(0);
    await expect(rows(page).locator('img')).toHaveCount(3);
    expect(await chosenNames(page)).toEqual(['rash.png', 'xray.jpg', 'ecg.gif']);
    const status = dialog(page).getByRole('status');

    await photo(page, 1).focus();
    await page.keyboard.press('Enter');
    await expect(act(page, 'close')).toBeFocused();
    await act(page, 'later').focus();
    await page.keyboard.press('Enter');
    await expect(status).toContainText('Page 1 is now page 2.');
    expect(await chosenNames(page)).toEqual(['xray.jpg', 'rash.png', 'ecg.gif']);
    await expect(act(page, 'later')).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await chosenNames(page)).toEqual(['xray.jpg', 'ecg.gif', 'rash.png']);
    // At the end of the list it has no effect.
    await page.keyboard.press('Enter');
    expect(await chosenNames(page)).toEqual(['xray.jpg', 'ecg.gif', 'rash.png']);
    await expect(dialog(page)).toHaveAccessibleName('Page 3 of 3');
    await page.keyboard.press('Escape');
    await expect(photo(page, 3)).toBeFocused();

    await photo(page, 1).press('Enter');
    await act(page, 'rotate').press('Space');
    await expect(status).toContainText('Page 1 rotated.');
    await page.keyboard.press('Escape');
    await isReady(page, 3);
    const turned = await contentHeld(page, 0);
    const before = readFileSync(fixturePath('xray.jpg'));
    const points = (picture: Buffer) => sharp(picture).raw().toBuffer();
    expect((await points(turned)).equals(await points(before))).toBe(true);
    const { orientation: was = 1 } = await sharp(before).metadata();
    expect((await sharp(turned).metadata()).orientation).toBe({ 1: 6, 6: 3 }[was]);

    await photo(page, 2).press('Enter');
    await act(page, 'remove').press('Enter');
    const formStatus = page.locator('main form ul ~ [role="status"]');
    await expect(formStatus).toContainText('Page 2 removed.');
    await expect(photo(page, 2)).toBeFocused();
    expect(await chosenNames(page)).toEqual(['xray.jpg', 'rash.png']);
    await choose(page, ['scan.webp']);
    await isReady(page, 3);
    await expect(formStatus).not.toContainText('removed');

    await submit(page).click();
    await expect(page).toHaveURL('/report-submitted');
    const [report] = await reportsOf(server, patient);
    expect(report).toMatchObject({ resourceType: 'raw', pages: 3 });
  },
);

test(
  'a page is replaced in its place, and a cancelled choice changes nothing',
  whole,
  async ({ page, server }) => {
    await startSession(page, await aPatient(server));
    await openUpload(page);
    await choose(page, ['rash.png', 'ecg.gif', 'scan.webp']);
    await isReady(page, 3);
    const chooser = page.waitForEvent('filechooser');
    await photo(page, 2).click();
    const shown = dialog(page).locator('img');
    const before = await shown.getAttribute('src');
    await act(page, 'again').click();
    await (await chooser).setFiles(fixturePath('xray.jpg'));
    await expect.poll(() => chosenNames(page)).toEqual(['rash.png', 'xray.jpg', 'scan.webp']);
    // The new photo is looked at in the place of the old one.
    await expect(dialog(page)).toHaveAccessibleName('Page 2 of 3');
    await expect(shown).not.toHaveAttribute('src', before ?? '');
    await act(page, 'close').click();
    await expect(photo(page, 2)).toBeFocused();
    await file(page).setInputFiles([]);
    await isReady(page, 3);
    expect(await chosenNames(page)).toEqual(['rash.png', 'xray.jpg', 'scan.webp']);
  },
);

test(
  'rejects files that cannot be pages, a PDF beside other files, and photos beyond 20, with a message',
  whole,
  async ({ page, server }) => {
    await startSession(page, await aPatient(server));
    await openUpload(page);
    const wrongKind = page.getByText(/^.?archive\.zip.?: We cannot open this kind of file\./);
    const mixed = page.getByText(en['upload.mixed'], { exact: true });
    await choose(page, ['rash.png', 'archive.zip']);
    await expect(wrongKind).toBeVisible();
    expect(await chosenNames(page)).toEqual(['rash.png']);
    await choose(page, ['blood-test.pdf']);
    await expect(mixed).toBeVisible();
    expect(await chosenNames(page)).toEqual(['rash.png']);
    await removePage(page, 1);
    await expect(mixed).toBeHidden();
    await choose(page, ['blood-test.pdf']);
    await isReady(page, 1);
    await choose(page, ['two-pages.pdf']);
    await expect.poll(() => chosenNames(page)).toEqual(['two-pages.pdf']);
    await choose(page, ['rash.png']);
    await expect(mixed).toBeVisible();
    expect(await chosenNames(page)).toEqual(['two-pages.pdf']);
    await removePage(page, 1);
    await choose(page, Array(21).fill('rash.png'));
    await expect(page.getByText('Please send at most 20 photos.', { exact: true })).toBeVisible();
    await isReady(page, 20);
  },
);

test('names the damaged pages beside the field and keeps the others', async ({ page, server, tolerate }) => {
  tolerate(/status of 400/);
  const patient = await aPatient(server);
  await startSession(page, patient);
  await openUpload(page);
  await choose(page, ['rash.png', 'truncated.jpg', 'truncated.jpg', 'xray.jpg', 'ecg.gif', 'scan.webp']);
  await isReady(page, 6);
  // A file that the browser cannot display is listed by name.
  await expect(rows(page).filter({ hasText: 'truncated.jpg' })).toHaveCount(2);
  await photo(page, 3).click();
  await act(page, 'later').click();
  await act(page, 'close').click();
  await submit(page).click();
  const damaged = rows(page).getByText(en['upload.truncated']);
  await expect(damaged).toHaveCount(2);
  await expect(rows(page).nth(3).getByText(en['upload.truncated'])).toBeVisible();
  await expect(file(page)).toBeFocused();
  await expect(page.getByText(`Page 2: ${en['upload.truncated']}`)).toBeInViewport();
  expect(await reportsOf(server, patient)).toEqual([]);
  await removePage(page, 2);
  await isReady(page, 5);
  await expect(page.getByText(`Page 2: ${en['upload.truncated']}`)).toHaveCount(0);
  await expect(damaged).toHaveCount(1);
  await expect(rows(page).nth(2).getByText(en['upload.truncated'])).toBeVisible();
  await removePage(page, 3);
  await isReady(page, 4);
  await expect(damaged).toHaveCount(0);
  await submit(page).click();
  await expect(page).toHaveURL('/report-submitted');
  expect((await reportsOf(server, patient))[0]).toMatchObject({ pages: 4 });
});

test(
  'on a phone the note and the actions of a page fit its width in every language',
  whole,
  async ({ page, server, tolerate }) => {
    tolerate(/status of 400/);
    await startSession(page, await aPatient(server));
    for (const language of allLanguages) {
      await test.step(language, async () => {
        await setLanguageCookie(page, `${language}.account`, server);
        await page.goto('/dashboard/upload-report');
        await page.locator('select[name="reportType"]').selectOption('Blood Test');
        await page.locator('input[name="consent"]').check();
        await page
          .locator('input[name="report"]')
          .setInputFiles(['rash.png', 'truncated.jpg'].map(fixturePath));
        await page.locator('form#upload button[type="submit"]').click();
        await expect(rows(page).locator('.field-error')).toBeVisible();
        await expect(rows(page).locator('img')).toBeVisible();
        const photos = await rows(page).evaluateAll((all) =>
          all.map((row) => [
            row.scrollWidth - row.clientWidth,
            (row.querySelector('.photo')?.getBoundingClientRect().width ?? 0) >= 150,
          ]),
        );
        expect(photos, 'pixels of overflow, and whether each is 150 px wide').toEqual([
          [0, true],
          [0, true],
        ]);
        await photo(page, 1).click();
        const tools = await dialog(page).evaluate((all) =>
          [all, ...all.querySelectorAll('button')].map((one) => one.scrollWidth - one.clientWidth),
        );
        expect(Math.max(...tools), 'pixels of overflow').toBe(0);
        for (const tool of await dialog(page).getByRole('button').all())
          await expect(tool).toBeInViewport({ ratio: 1 });
        await page.keyboard.press('Escape');
      });
    }
  },
);

test('a photo of a paper is sent small and upright, and an X-ray byte for byte', async ({ page, server }) => {
  await startSession(page, await aPatient(server));
  await openUpload(page);
  const buffer = await photoOfPaper({ orientation: 6 });
  const paper = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer };
  await choose(page, [paper]);
  await isReady(page, 1);
  const small = await contentHeld(page, 0);
  expect(small.length).toBeLessThanOrEqual(450 * 1024);
  expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 1500, height: 2000 });
  expect(small.includes('CANARY')).toBe(false);
  expect(await differenceOf(small, buffer), 'the reduced photo looks like the original').toBeLessThan(4);
  await photo(page, 1).click();
  await page.getByLabel(en['upload.fullSize']).check();
  await expect.poll(async () => (await contentHeld(page, 0)).equals(buffer)).toBe(true);
  await page.getByLabel(en['upload.fullSize']).uncheck();
  await act(page, 'close').click();
  await page.getByLabel(en['upload.reportTypeLabel']).selectOption('ECG');
  await expect.poll(async () => (await sharp(await contentHeld(page, 0)).metadata()).width).toBe(2250);

  await choose(page, ['xray.jpg']);
  await page.getByLabel(en['upload.reportTypeLabel']).selectOption('X-Ray');
  await isReady(page, 2);
  expect((await contentHeld(page, 1)).equals(readFileSync(fixturePath('xray.jpg')))).toBe(true);
});

test(
  'a form sent right after choosing photos waits until they are reduced, on a slow line too',
  whole,
  async ({ page, server }) => {
    const patient = await aPatient(server);
    await startSession(page, patient);
    await openUpload(page);
    const heldRequests: (() => Promise<void>)[] = [];
    await page.route(/\/assets\/page-list-.*\.js/, (route) => heldRequests.push(() => route.continue()));
    await choose(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photoOfPaper() }]);
    await choose(page, ['rash.png']);
    await submit(page).click();
    await expect.poll(() => heldRequests.length).toBeGreaterThan(0);
    expect(await reportsOf(server, patient)).toEqual([]);
    for (const goOn of heldRequests) await goOn();
    await expect(page).toHaveURL('/report-submitted');
    const [report] = await reportsOf(server, patient);
    expect(report).toMatchObject({ pages: 2 });
    const storedBytes = await (await page.request.get(report?.reportUrl ?? '')).body();
    expect(storedBytes.length).toBeLessThanOrEqual(450 * 1024);
  },
);

test(
  'a list that loads during a press waits for the release, and the press takes effect',
  whole,
  async ({ page, server }) => {
    const patient = await aPatient(server);
    await startSession(page, patient);
    await openUpload(page);
    await pressWhileLoading(page, {
      file: /\/assets\/page-list-.*\.js/,
      request: () => choose(page, ['rash.png']),
      target: submit(page),
    });
    await expect(rows(page)).toHaveCount(0);
    await page.mouse.up();
    await expect(page).toHaveURL('/report-submitted');
    expect(await reportsOf(server, patient)).toHaveLength(1);
  },
);

test(
  'every chosen photo is sent in order if the list of pages does not load',
  whole,
  async ({ page, server, tolerate }) => {
    tolerate(/ERR_FAILED/);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await openUpload(page);
    await page.route(/\/assets\/page-list-.*\.js/, (route) => route.abort());
    for (const photo of ['rash.png', 'xray.jpg']) {
      const lost = page.waitForEvent('requestfailed');
      await choose(page, [photo]);
      await lost;
    }
    await expect(page.getByText('rash.png and xray.jpg', { exact: true })).toBeVisible();
    expect(await chosenNames(page)).toEqual(['rash.png', 'xray.jpg']);
    await submit(page).click();
    await expect(page).toHaveURL('/report-submitted');
    expect(await reportsOf(server, patient)).toMatchObject([{ pages: 2 }]);
  },
);

test('a page turned again before it is ready is sent as shown', whole, async ({ page, server }) => {
  await startSession(page, await aPatient(server));
  await openUpload(page);
  const flag = '<svg width="1800" height="1200"><rect width="900" height="1200" fill="#d00"/></svg>';
  const buffer = await sharp(Buffer.from(flag)).flatten({ background: '#fff' }).png().toBuffer();
  await choose(page, [{ name: 'flag.png', mimeType: 'image/png', buffer }]);
  await isReady(page, 1);
  await photo(page, 1).click();
  await act(page, 'rotate').evaluate(async (button: HTMLElement) => {
    for (let time = 0; time < 4; time += 1) {
      button.click();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await expect(rows(page).locator('img')).toHaveCSS('rotate', '0deg');
  await isReady(page, 1);
  expect(await differenceOf(await contentHeld(page, 0), buffer)).toBeLessThan(4);
});

test(
  'a blurred or dark page gets a note before sending, and can be sent',
  whole,
  async ({ page, server }) => {
    const patient = await aPatient(server);
    await startSession(page, patient);
    await openUpload(page);
    const good = await sharp(await photoOfPaper())
      .resize(1500)
      .jpeg()
      .toBuffer();
    const photos = [
      good,
      await sharp(good).blur(16).jpeg().toBuffer(),
      await sharp(good).linear(0.2, 0).jpeg().toBuffer(),
    ];
    await choose(
      page,
      photos.map((buffer, at) => ({ name: `${at}.jpg`, mimeType: 'image/jpeg', buffer })),
    );
    await isReady(page, 3);
    await expect(page.getByText('Page 2 looks blurred. Take it again, or send it as it is.')).toBeVisible();
    await expect(page.getByText(/^Page 3 looks dark\./)).toBeVisible();
    await expect(page.getByText(/^Page 1 looks/)).toHaveCount(0);
    await page.getByLabel(en['upload.reportTypeLabel']).selectOption('MRI');
    await expect(page.getByText(/looks (?:blurred|dark)\./)).toHaveCount(0);
    await page.getByLabel(en['upload.reportTypeLabel']).selectOption('Blood Test');
    // Submitted while pages are being prepared: the form waits for them.
    await submit(page).click();
    await expect(page).toHaveURL('/report-submitted');
    await page.goto(`/dashboard/previous-report/${patient.id}`);
    await page.getByRole('article').getByRole('link').first().click();
    await expect(page.getByText('Page 2 looks blurred.', { exact: true })).toBeVisible();
  },
);

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without script two files of one field make one report', async ({ page, server }) => {
    const patient = await aPatient(server);
    await startSession(page, patient);
    await openUpload(page);
    await choose(page, ['xray.jpg', 'phone.heic']);
    await submit(page).click();
    await expect(page).toHaveURL('/report-submitted');
    expect(await reportsOf(server, patient)).toMatchObject([{ resourceType: 'raw', pages: 2 }]);
  });
});
