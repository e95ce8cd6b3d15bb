import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { roles } from '../e2e/support/demo.ts';
import { type Page, demoTest as test } from '../e2e/support/fixtures.ts';
import { enterAs, screensOf } from '../e2e/support/screens.ts';

const language = process.env.SCREENSHOT_LANGUAGE;
const folder = fileURLToPath(new URL(`../../screenshots/${language ? `${language}/` : ''}`, import.meta.url));

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const width of [360, 1280]) {
  test.describe(() => {
    test.use({ viewport: { width, height: width < 500 ? 740 : 800 } });

    for (const role of roles) {
      test(`${role} at ${width} px`, async ({ page, demo, tolerate }) => {
        tolerate(/status of 4/);
        await mkdir(folder, { recursive: true });
        await enterAs(page, role, demo);
        for (const { name, open } of screensOf(role, width)) {
          await open(page, demo);
          await untilPicturesAreThere(page);
          const isOverPage = await page.locator('dialog[open], .toast').count();
          await page.screenshot({
            path: `${folder}${role}-${name}-${width}.png`,
            // An overlay covers only the visible part of the page.
            fullPage: isOverPage === 0,
          });
        }
      });
    }
  });
}

/** Scrolls the page, because pictures further down load only then. */
async function untilPicturesAreThere(page: Page) {
  await page.evaluate(async () => {
    const pictures = [...document.images];
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  });
}
