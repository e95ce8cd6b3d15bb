import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { sentences as en } from '../../app/i18n/translate.ts';
import { pdfOf } from '../fixtures/pdf.mjs';
import { ways } from '../support/short-form.ts';
import { fillUpload } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aDoctor, aPatient, fixturePath, reportsOf, startSession } from './support/people.ts';

/** Draws a screenshot of ten screens with a line of text every 60 px, filled with words. */
async function longScreenshot() {
  const [width, height] = [1080, 14_400];
  const lines = Array.from({ length: 20 }, (_, line) => {
    const y = 60 * line + 40;
    return `<text x="20" y="${y}" font-family="sans-serif" font-size="34">${line} Haemoglobin 6.1 g/dL LOW, Creatinine 4.9 HIGH</text>`;
  }).join('');
  const screen = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="1200"><rect width="100%" height="100%" fill="#fff"/>${lines}</svg>`,
    ),
  )
    .png()
    .toBuffer();
  const screens = Array.from({ length: 12 }, (_, index) => ({ input: screen, left: 0, top: 1200 * index }));
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(screens)
    .png({ palette: true, colours: 8 })
    .toBuffer();
}

/** Draws a printed ECG strip, 2 m long. */
function rhythmStrip() {
  const beats = Array.from({ length: 80 }, (_, beat) => {
    const x = 70 * beat;
    return `${x} 100 m ${x + 20} 100 l ${x + 26} 160 l ${x + 32} 80 l ${x + 38} 100 l S`;
  }).join('\n');
  const text = pdfOf([`1 w ${beats}\nBT /F1 9 Tf 10 190 Td (ECG rhythm strip, lead II) Tj ET`]).toString(
    'latin1',
  );
  return Buffer.from(text.replace('[0 0 595 842]', '[0 0 5600 210]'), 'latin1');
}

const fileInput = (page: Page) => page.getByLabel(en['upload.reportLabel']);
const viewer = (page: Page) => page.getByRole('region', { name: en['viewer.label'] });

async function fill(page: Page, reportType: string) {
  await page.goto('/dashboard/upload-report');
  await fillUpload(page, { reportType, phone: '9876543210', description: 'Tired for weeks' });
}

async function send(page: Page) {
  await page.getByRole('button', { name: en['upload.submit'] }).click();
  await expect(page.getByRole('heading', { name: en['submitted.title'] })).toBeVisible();
}

/**
 * Measures how many pixels of the drawn page fall on one of the screen, and its size in its box.
 */
const looksOf = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode();
    const { clientWidth: width, clientHeight: height, naturalWidth, naturalHeight } = element;
    const box = element.closest('.viewer-pages') as HTMLElement;
    return {
      natural: [naturalWidth, naturalHeight],
      shape: width / height / (naturalWidth / naturalHeight),
      across: width / box.clientWidth,
      down: height / box.clientHeight,
    };
  });

for (const viewport of ways(phone, { width: 1280, height: 860 })) {
  test.describe(() => {
    test.use({ viewport });

    test(`at ${viewport.width} px the text of a long screenshot and of an ECG strip is legible`, async ({
      page,
      anotherPage,
      server,
    }) => {
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      await startSession(page, patient);
      await fill(page, 'Blood Test');
      const buffer = await longScreenshot();
      await fileInput(page).setInputFiles({ name: 'portal.png', mimeType: 'image/png', buffer });
      await expect(page.getByText(en['photo.long'].replace('{n}', '1'))).toBeVisible();
      await send(page);
      await fill(page, 'ECG');
      const strip = { name: 'ecg.pdf', mimeType: 'application/pdf', buffer: rhythmStrip() };
      await fileInput(page).setInputFiles(strip);
      await send(page);

      const reader = await anotherPage();
      await reader.setViewportSize(viewport);
      await startSession(reader, doctor);
      const [ecg, screenshot] = await reportsOf(server, patient);
      await reader.goto(`/dashboard/add-review/${screenshot?._id}`);
      const image = viewer(reader).getByRole('img').first();
      await expect.poll(async () => (await looksOf(image)).across).toBeCloseTo(1, 1);
      const tall = await looksOf(image);
      expect(tall.natural[0]).toBeGreaterThan(900);
      expect(tall.shape).toBeCloseTo(1, 1);
      for (let steps = 0; steps < 3; steps += 1)
        await viewer(reader).getByRole('button', { name: en['viewer.zoomIn'] }).click();
      await expect.poll(async () => (await looksOf(image)).across).toBeCloseTo(3, 1);

      await reader.goto(`/dashboard/add-review/${ecg?._id}`);
      await expect.poll(async () => (await looksOf(image)).down).toBeCloseTo(0.4, 1);
      const wide = await looksOf(image);
      expect(wide.natural).toEqual([16_000, 600]);
      expect(wide.shape).toBeCloseTo(1, 1);
      await viewer(reader).getByRole('button', { name: en['viewer.turn'] }).click();
      // Rotated, it stands as wide as the box.
      await expect
        .poll(() =>
          image.evaluate((one) => one.clientHeight / (one.closest('.viewer-pages')?.clientWidth ?? 1)),
        )
        .toBeCloseTo(1, 1);
    });
  });
}

test('a PDF with its content elsewhere is rejected beside the field before it is sent', async ({
  page,
  server,
}) => {
  await startSession(page, await aPatient(server));
  await fill(page, 'Blood Test');
  await fileInput(page).setInputFiles(fixturePath('portfolio-packed.pdf'));
  await expect(page.getByText(en['upload.placeholder'])).toBeVisible();
  await expect(page.getByRole('list').getByText('portfolio-packed.pdf')).toHaveCount(0);
  await fileInput(page).setInputFiles(fixturePath('blood-test.pdf'));
  await expect(page.getByText(en['upload.placeholder'])).toHaveCount(0);
  await send(page);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the server rejects it beside the field', async ({ page, server, tolerate }) => {
    tolerate(/status of 400/);
    await startSession(page, await aPatient(server));
    await fill(page, 'Blood Test');
    await fileInput(page).setInputFiles(fixturePath('portfolio-packed.pdf'));
    await page.getByRole('button', { name: en['upload.submit'] }).click();
    await expect(page.getByText(en['upload.placeholder'])).toBeVisible();
  });
});
