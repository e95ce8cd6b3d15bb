import { ways } from '../support/short-form.ts';
import { roles } from './support/demo.ts';
import { expect, type Locator, type Page, demoTest as test } from './support/fixtures.ts';
import { enterAs, type Screen, screensOf } from './support/screens.ts';

const sizes = ways({ width: 360, height: 640 }, { width: 1280, height: 720 });

/** Screens on which a form was answered with something new, and the place of that on the page. */
const results: Record<string, string> = {
  'share-report-made': '.share-passcode',
  'open-account-slip': 'h1',
  'webhooks-secret': '[data-secret]',
  'key-made': '[data-secret]',
  'front-desk-found': '#result',
  'front-desk-nobody': '#result',
};

/** Screens whose form was sent unchanged. The settings have several, of which a page answers one. */
const hasMistakes = ({ name }: Screen) =>
  (name.endsWith('-mistakes') && name !== 'settings-mistakes') ||
  ['help', 'help-send', 'ask-patient', 'issue-slip', 'issue-report-slip'].includes(name);

/** Expects the beginning of an element to be in the window, and nothing above it. */
async function expectInView(element: Locator, name: string) {
  await expect
    .poll(
      () =>
        element.evaluate((shown) => {
          const { top, bottom, left, right } = shown.getBoundingClientRect();
          const begin = Math.min(bottom, top + 24);
          const found = document.elementFromPoint((left + right) / 2, (top + begin) / 2);
          const isOnTop = found !== null && (shown.contains(found) || found.contains(shown));
          const isInside = top >= 0 && begin <= window.innerHeight;
          return isInside && isOnTop ? 'in view' : `at ${top}, below ${found?.tagName}.${found?.className}`;
        }),
      { message: name },
    )
    .toBe('in view');
}

const firstMistake = (page: Page) =>
  page.locator('main [aria-invalid="true"]').filter({ visible: true }).first();

for (const viewport of sizes)
  for (const javaScriptEnabled of ways(true, false))
    test.describe(`${viewport.width} × ${viewport.height} ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
      test.use({ viewport, javaScriptEnabled });

      for (const role of roles)
        test(`a ${role} visitor sees the result of a form, or its first mistake, without scrolling`, async ({
          page,
          demo,
          tolerate,
        }) => {
          tolerate(/status of 4/);
          await enterAs(page, role, demo);
          for (const screen of screensOf(role, viewport.width)) {
            const result = results[screen.name];
            // The page of a code needs a sign-up, which the screen before begins.
            if (!result && !hasMistakes(screen) && screen.name !== 'verify-email') continue;
            await screen.open(page, demo);
            if (result) await expectInView(page.locator(result).first(), screen.name);
            else if (hasMistakes(screen)) await expectInView(firstMistake(page), screen.name);
          }
        });
    });
