import { fileURLToPath } from 'node:url';
import type { Role } from '../e2e/support/demo.ts';
import { demoTest as test } from '../e2e/support/fixtures.ts';
import { enterAs, screensOf } from '../e2e/support/screens.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));

const phone = { width: 360, height: 640 };
const laptop = { width: 1280, height: 800 };

/** The pictures of README.md and docs/design.md, each of a line of the table of screens. */
const pictures: [file: string, role: Role, screen: string, viewport: typeof phone][] = [
  ['home', 'signed-out', 'home', laptop],
  ['patient-home', 'patient', 'dashboard', phone],
  ['patient', 'patient', 'report-answered', phone],
  ['doctor', 'expert', 'add-review', laptop],
  ['queue', 'expert', 'pending-report', laptop],
  ['admin', 'admin', 'dashboard', laptop],
];

// The documents are in English.
for (const [file, role, name, viewport] of process.env.SCREENSHOT_LANGUAGE ? [] : pictures) {
  test.describe(() => {
    test.use({ viewport, deviceScaleFactor: viewport === phone ? 1 : 0.75 });

    test(`documents: ${file}`, async ({ page, demo }) => {
      await enterAs(page, role, demo);
      const screen = screensOf(role, viewport.width).find((other) => other.name === name);
      await screen?.open(page, demo);
      await page.evaluate(async () => {
        window.scrollTo(0, 0);
        await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      });
      await page.screenshot({ path: `${folder}${file}.png` });
    });
  });
}
