import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { sentences as en } from '../../app/i18n/translate.ts';
import { uprightCorners } from '../support/corners.ts';
import { ways, whole } from '../support/short-form.ts';
import { fillUpload } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aDoctor, addPerson, aPatient, fixturePath, reportsOf, startSession } from './support/people.ts';

/**
 * Reads the colour of each corner of a picture as drawn by the browser: upper left, upper right,
 * lower left, lower right.
 */
const drawnCorners = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const { naturalWidth: width, naturalHeight: height } = element;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(element, 0, 0);
    const inset = Math.round(width / 20);
    const colourAt = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
      const [r, g, b] = [red, green, blue].map((value) => value > 127);
      if (r) return g ? (b ? 'white' : 'yellow') : 'red';
      return g ? 'lime' : b ? 'blue' : 'black';
    };
    return [
      colourAt(inset, inset),
      colourAt(width - inset, inset),
      colourAt(inset, height - inset),
      colourAt(width - inset, height - inset),
    ];
  });

async function sendPhoto(page: Page, choose: () => Promise<void>) {
  await page.goto('/dashboard/upload-report');
  await fillUpload(page, { reportType: 'Blood Test', phone: '9876543210', description: 'Tired for weeks' });
  await choose();
  await page.getByRole('button', { name: en['upload.submit'] }).click();
}

for (const [name, hasScript] of ways(['with script', true], ['without script', false])) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${name} an uploaded HEIC photo is upright for patient and doctor`, async ({
      page,
      anotherPage,
      server,
    }) => {
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      await startSession(page, patient);
      await sendPhoto(page, () =>
        page.getByLabel(en['upload.reportLabel']).setInputFiles(fixturePath('phone.heic')),
      );
      await expect(page).toHaveURL('/report-submitted');

      // A canvas needs script; the thumbnail and the drawn page are the same without it.
      await expect
        .poll(async () => (await reportsOf(server, patient)).map(({ thumbnailUrl }) => typeof thumbnailUrl))
        .toEqual(['string']);
      const [report] = await reportsOf(server, patient);
      await page.goto(`/dashboard/report/${report?._id}`);
      const small = page.getByRole('article').getByRole('img');
      await expect(small).toBeVisible();
      if (hasScript) expect(await drawnCorners(small)).toEqual(uprightCorners);

      const desk = await anotherPage();
      await startSession(desk, doctor);
      await desk.goto(`/dashboard/add-review/${report?._id}`);
      const large = desk.getByRole('region', { name: en['viewer.label'] }).getByRole('img').first();
      await large.scrollIntoViewIfNeeded();
      await expect
        .poll(() =>
          large.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight]),
        )
        .toEqual([720, 960]);
      if (hasScript) expect(await drawnCorners(large)).toEqual(uprightCorners);
    });

    test(
      `${name} an unreadable HEIC photo gets advice for the phone`,
      whole,
      async ({ page, server, tolerate }) => {
        tolerate(/status of 400/);
        await startSession(page, await aPatient(server));
        const photo = readFileSync(fixturePath('phone.heic'));
        const configuration = photo.indexOf('hvcC') + 4;
        photo.fill(0xff, configuration, configuration + 60);
        await sendPhoto(page, () =>
          page
            .getByLabel(en['upload.reportLabel'])
            .setInputFiles({ name: 'IMG_0042.HEIC', mimeType: 'image/heic', buffer: photo }),
        );
        await expect(page.getByText(en['upload.heic']).first()).toBeVisible();
        await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue('Tired for weeks');
      },
    );
  });
}

test('the upload page explains how photos are processed, and phones offer their own', async ({
  page,
  server,
}) => {
  await startSession(page, await aPatient(server));
  await page.goto('/dashboard/upload-report');
  await expect(page.getByText(en['upload.metadataHint'])).toBeVisible();
  await expect(page.getByLabel(en['upload.reportLabel'])).toHaveAttribute(
    'accept',
    '.pdf,image/*,.heic,.heif',
  );
});

test.describe(() => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true });

  test('two photos of a child or of oneself need at most 12 fields and buttons', async ({ page, server }) => {
    const mother = await aPatient(server);
    await addPerson(server, mother, 'Kiran', new Date().getFullYear() - 8);
    await startSession(page, mother);
    await page.goto('/dashboard/upload-report');
    await page.getByLabel(en['upload.reportLabel']).setInputFiles(['rash.png', 'xray.jpg'].map(fixturePath));
    const photos = page.locator('form#upload li img');
    await expect(photos).toHaveCount(2);
    const controls = page
      .locator('form#upload')
      // The question about danger is never folded, and counts apart.
      .locator('input:not([type="hidden"], #danger *), select, textarea, button, summary, a:not(#danger *)')
      .filter({ visible: true });
    for (const person of ['Kiran', en['relation.self']]) {
      await page.getByRole('radio', { name: person }).check();
      const count = await controls.count();
      expect(count, `with ${person} chosen`).toBeLessThanOrEqual(12);
      expect(count, 'the form is there').toBeGreaterThan(8);
    }
    for (const photo of await photos.all())
      expect((await photo.boundingBox())?.width).toBeGreaterThanOrEqual(150);
  });
});

test('a known person is not asked for year of birth and sex again, and can change them', async ({
  page,
  server,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await page.goto('/dashboard/upload-report');
  const year = page.getByLabel(en['people.birthYearLabel']).first();
  await expect(year).toBeHidden();
  await fillUpload(page, { reportType: 'X-Ray', file: 'xray.jpg' });
  await page.locator('.of-self summary').click();
  await year.fill('1980');
  await page.locator('form#upload button[type="submit"]').last().click();
  await expect(page).toHaveURL('/report-submitted');
  await page.goto('/dashboard/upload-report');
  await expect(page.getByRole('radio', { name: en['relation.self'] })).toHaveAccessibleName(/born 1980/);
});
