import { allLanguages } from '../../app/i18n/languages.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { measuredIn } from '../support/short-form.ts';
import { expect, type Page, demoTest as test } from './support/fixtures.ts';
import { setLanguageCookie, startSession } from './support/people.ts';
import { unfoldFilters } from './support/press.ts';

// All tests share one clinic.
test.describe.configure({ mode: 'default' });

const phoneWindow = { width: 360, height: 640 };
const laptopWindows = [1280, 1366, 1536].map((width) => ({ width, height: 720 }));

/** A report's card is no higher, and the first one begins higher on a phone. */
const [maxCardHeight, maxFirstTop] = [220, 500];

const lists = {
  pending: '/dashboard/pending-report',
  reviewed: '/dashboard/previous-reviewed-report',
  allReviewed: '/dashboard/previous-reviewed-reports',
};

/** Lists the cells of a table that lie over another one, and the choices that are cut. */
const coveredAndCut = (page: Page) =>
  page.evaluate(() => {
    /** The rectangles of what is seen in a cell; what is cut off on purpose counts as its frame. */
    const contentOf = (node: Node): DOMRect[] => {
      const range = document.createRange();
      range.selectNodeContents(node);
      if (!(node instanceof Element)) return [...range.getClientRects()];
      if (!node.checkVisibility()) return [];
      const frame = node.getBoundingClientRect();
      if (getComputedStyle(node).overflowX !== 'visible') return frame.width > 1 ? [frame] : [];
      return [...node.childNodes].flatMap(contentOf);
    };
    const isOver = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const rows = [...document.querySelectorAll('#content table tr')].filter(
      (row) => row.checkVisibility() && getComputedStyle(row).display === 'table-row',
    );
    const covered = rows.flatMap((row) =>
      [...row.children].flatMap((cell, at, cells) =>
        cells
          .slice(at + 1)
          .filter((other) => contentOf(cell).some((a) => contentOf(other).some((b) => isOver(a, b))))
          .map((other) => `${cell.textContent?.slice(0, 30)} | ${other.textContent?.slice(0, 30)}`),
      ),
    );
    const cut = [...document.querySelectorAll<HTMLSelectElement>('#content select')].filter((select) => {
      if (!select.checkVisibility()) return false;
      const whole = select.cloneNode(true) as HTMLSelectElement;
      whole.style.cssText = 'position: absolute; width: max-content';
      document.querySelector('#content')?.append(whole);
      const isCut = whole.offsetWidth > select.offsetWidth + 1;
      whole.remove();
      return isCut;
    });
    return { covered: covered.slice(0, 4), cut: cut.map(({ name }) => name) };
  });

/** Measures each card in pixels. */
const cardsOn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('#content .sheet.row')].map((card) => {
      const { top, height } = card.getBoundingClientRect();
      return { top: Math.round(top + window.scrollY), height: Math.round(height) };
    }),
  );

const pixelsTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test.describe('the lists of reports', () => {
  for (const [list, viewer] of [
    ['pending', 'expert'],
    ['reviewed', 'admin'],
    ['allReviewed', 'admin'],
  ] as const) {
    test(`${list}: no cell or choice is covered or cut on a laptop in any language`, async ({
      page,
      demo,
    }) => {
      await startSession(page, demo.people[viewer]);
      for (const language of measuredIn(allLanguages)) {
        await setLanguageCookie(page, language, demo.server);
        await page.goto(lists[list]);
        await unfoldFilters(page);
        for (const window of laptopWindows) {
          await page.setViewportSize(window);
          const why = `${language} at ${window.width} px`;
          expect.soft(await coveredAndCut(page), why).toEqual({ covered: [], cut: [] });
          expect.soft(await pixelsTooWide(page), why).toBe(0);
        }
      }
    });
  }

  test('on a phone and a small laptop cards are low, and the first report stands on the first screen', async ({
    page,
    demo,
  }) => {
    // No report waits on this doctor's own desk above the list.
    const doctor = { ...demo.people.expert, email: 'arjun.menon@demo.example' };
    for (const [list, viewer] of [
      ['pending', doctor],
      ['reviewed', demo.people.admin],
      ['allReviewed', demo.people.admin],
    ] as const) {
      await startSession(page, viewer);
      for (const language of measuredIn(['en', 'ta', 'ml', 'ur'] as const)) {
        await setLanguageCookie(page, language, demo.server);
        await page.goto(lists[list]);
        await expect(page.locator('#content .sheet.row').first()).toBeVisible();
        for (const window of [phoneWindow, { width: 1093, height: 614 }]) {
          await page.setViewportSize(window);
          const why = `${list} in ${language} at ${window.width} px`;
          const cards = await cardsOn(page);
          if (window === phoneWindow) expect.soft(cards[0]?.top, why).toBeLessThan(maxFirstTop);
          expect.soft(Math.max(...cards.map(({ height }) => height)), why).toBeLessThanOrEqual(maxCardHeight);
          expect.soft(await coveredAndCut(page), why).toEqual({ covered: [], cut: [] });
        }
      }
    }
  });

  test('a row is announced by the name alone, and a card has every cell for a screen reader', async ({
    page,
    demo,
  }) => {
    await page.setViewportSize(phoneWindow);
    await startSession(page, demo.people.expert);
    await setLanguageCookie(page, 'en', demo.server);
    await page.goto(`${lists.pending}?q=Kamala`);
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(row).toHaveCount(1);
    await expect(row.getByRole('rowheader', { name: 'Kamala Devi', exact: true })).toHaveCount(1);
    await expect(row.getByRole('cell')).toHaveCount(7);
    await expect(row.getByText(en['report.Pending'], { exact: true })).not.toBeInViewport({ ratio: 0.5 });
    await expect(row.locator('.badge')).toHaveText([en['pending.long']]);
    await expect(row.getByRole('link', { name: '+91' })).toHaveAttribute('href', /^tel:\+91\d+$/);
  });

  test('an admin reads an expert’s ID by its first letters and copies all of it', async ({ page, demo }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await startSession(page, demo.people.admin);
    await setLanguageCookie(page, 'en', demo.server);
    await page.goto(lists.reviewed);
    const id = page.locator('td [title]').filter({ visible: true }).first();
    const whole = (await id.getAttribute('title')) ?? '';
    expect(whole).toMatch(/^[0-9a-z]{26}$/);
    await expect(id).toHaveText(whole);
    expect((await id.boundingBox())?.width).toBeLessThan(90);
    await page.getByRole('button', { name: en['reviewed.copyId'] }).first().click();
    await expect(page.getByText(en['reviewed.idCopied'])).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(whole);
  });
});
