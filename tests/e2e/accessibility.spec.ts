import { isShort } from '../support/short-form.ts';
import { axeSource, violations } from './support/axe.ts';
import { type Role, roles } from './support/demo.ts';
import { expect, type Page, demoTest as test } from './support/fixtures.ts';
import { measureShifts, mostShift, shiftsOf, sumOfShifts } from './support/layout-shift.ts';
import { enterAs, routesOfPages, type Screen, screens, screensOf } from './support/screens.ts';

const phoneWindow = { width: 360, height: 740 };
const wideWindow = { width: 1280, height: 800 };

// All tests share one clinic.
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// The page's policy restricts the page's own loading, not scripts injected by the test.
test.beforeEach(({ page }) => page.addInitScript(axeSource));

const pixelsTooWide = (page: Page) =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** Lists axe's contrast violations in dark mode; everything else equals light mode. */
async function violationsByNight(page: Page) {
  await page.emulateMedia({ colorScheme: 'dark' });
  const faults = await violations(page, { type: 'rule', values: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

/** Finds what exceeds the window at twice the text size. */
const tooWideAtTwiceTheSize = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = '212%';
    const isOut = (element: Element) => element.getBoundingClientRect().right > window.innerWidth;
    const names =
      root.scrollWidth > window.innerWidth
        ? [...document.querySelectorAll('body *')]
            .filter((one) => isOut(one) && one.checkVisibility() && ![...one.children].some(isOut))
            .map(({ localName, className, textContent }) => `${localName}.${className} ${textContent}`)
        : [];
    root.style.fontSize = '';
    return names.slice(0, 4);
  });

test('the table covers every page of the product', () => {
  expect(routesOfPages.length).toBeGreaterThan(25);
  const seen = new Set(screens.map(({ route }) => route));
  const missing = routesOfPages.filter((page) => !seen.has(page));
  expect(missing, 'pages without a line in tests/e2e/support/screens.ts').toEqual([]);
  const unknown = [...seen].filter((route) => !routesOfPages.includes(route));
  expect(unknown, 'lines in that file without a page in app/urls/screens.ts').toEqual([]);
});

test('axe finds an inaccessible page', async ({ page }) => {
  await page.goto('/login');
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => {
    document.querySelector('label')?.remove();
    for (const title of document.querySelectorAll('h1')) title.style.color = '#ccc';
    document.querySelector('html')?.removeAttribute('lang');
    document.querySelector('main')?.insertAdjacentHTML('beforeend', '<img src="/favicon.svg">');
  });
  const ruleIds = (await violations(page)).map((line) => line.split(' ')[0]);
  expect(ruleIds).toEqual(expect.arrayContaining(['label', 'color-contrast', 'html-has-lang', 'image-alt']));
});

/** Checks for an open message, dialog or details: it depends on the width, or closes by itself. */
const hasSomethingOpen = async (page: Page) =>
  (await page.locator('.toast, dialog[open], details[open]').count()) > 0;

/** Returns the window sizes for a page: in the short form one of them, in turn. */
function windowsFor({ isOnPhone }: Screen, at: number) {
  if (isOnPhone) return [phoneWindow];
  const both = [phoneWindow, wideWindow];
  return isShort ? [both[at % both.length] ?? phoneWindow] : both;
}

const shortRoles: readonly Role[] = roles.filter((role) => role !== 'new-patient');

/**
 * Lists the sights of a role. The short form has its dashboard and the pages that no earlier role
 * covered, with one sight of each and without mistakes and dialogs.
 */
function sightsOf(role: Role) {
  const all = screensOf(role, phoneWindow.width);
  if (!isShort) return all;
  const earlier = shortRoles.slice(0, shortRoles.indexOf(role));
  const seen = new Set(earlier.flatMap((one) => screensOf(one, phoneWindow.width).map(({ route }) => route)));
  seen.delete('dashboard/home');
  return all.filter(
    ({ route }, at) => !seen.has(route) && all.findIndex((one) => one.route === route) === at,
  );
}

/** Pages behind the form of the upload, which grows by what is chosen: no press, as the browser counts. */
const behindUpload = ['dashboard/upload-report', 'report-submitted'];

/** The shorter list that a press asked for: on a busy machine it comes later than the browser allows a press. */
const listOfOne = 'previous-report-of-one';

/** Opens a sight, while which nothing moves but by a press. */
async function openStill(page: Page, screen: Screen, demo: Parameters<Screen['open']>[1]) {
  await screen.open(page, demo);
  if (behindUpload.includes(screen.route) || screen.name === listOfOne) return;
  const shifts = await shiftsOf(page);
  expect
    .soft(sumOfShifts(shifts), `${screen.name} moves: ${JSON.stringify(shifts, null, 1)}`)
    .toBeLessThan(mostShift);
}

for (const role of isShort ? shortRoles : roles) {
  test(`every page is accessible and keeps still at 360 and at 1280 px: ${role}`, async ({
    page,
    demo,
    tolerate,
  }) => {
    tolerate(/status of 4/);
    await measureShifts(page);
    await enterAs(page, role, demo);
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (/\/words\/\w+\/all\./.test(request.url())) fetched.push(request.url());
    });
    const lookAt = async ({ name }: Screen, { width }: typeof phoneWindow) => {
      const where = `${name} at ${width} px`;
      expect.soft(await violations(page), where).toEqual([]);
      expect.soft(await pixelsTooWide(page), `${where} is wider than the window`).toBe(0);
      if (width === phoneWindow.width) {
        expect.soft(await violationsByNight(page), `${name} in dark mode`).toEqual([]);
        expect.soft(await tooWideAtTwiceTheSize(page), `${name} with text twice its size`).toEqual([]);
      }
      expect.soft(fetched.splice(0), `${where} shows message keys that its page did not load`).toEqual([]);
    };
    for (const [at, screen] of sightsOf(role).entries()) {
      await test.step(screen.name, async () => {
        let isOpen = false;
        for (const window of windowsFor(screen, at)) {
          // No script reads the width, so a resized page equals a newly opened one.
          const isBoundToWidth = isOpen && (await hasSomethingOpen(page));
          await page.setViewportSize(window);
          if (!isOpen || isBoundToWidth) await openStill(page, screen, demo);
          isOpen = true;
          await lookAt(screen, window);
        }
      });
    }
  });
}
