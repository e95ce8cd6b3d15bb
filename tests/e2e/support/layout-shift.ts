import type { Page } from '@playwright/test';

/** The layout shift below which a page counts as stable (web.dev/cls). */
export const mostShift = 0.1;

/** An entry of the browser's own measure, which TypeScript does not know. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

type Measured = Window & { layoutShifts: { value: number; isAfterInput: boolean; moved: string[] }[] };

/** Begins to measure each document of a page, from its first paint on. */
export async function measureShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: Measured['layoutShifts'] = [];
    (window as unknown as Measured).layoutShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        shifts.push({
          value: entry.value,
          isAfterInput: entry.hadRecentInput,
          moved: entry.sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node instanceof Element ? node.outerHTML.slice(0, 90) : node?.textContent?.slice(0, 60)} ${previousRect.y}+${previousRect.height} → ${currentRect.y}+${currentRect.height}`,
          ),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the shifts of the document so far, once nothing waits to be drawn. */
export async function shiftsOf(page: Page) {
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  return page.evaluate(() => (window as unknown as Measured).layoutShifts);
}

/** Sums up the shifts that no press caused. */
export const sumOfShifts = (shifts: Measured['layoutShifts']) =>
  shifts.reduce((sum, { value, isAfterInput }) => sum + (isAfterInput ? 0 : value), 0);
