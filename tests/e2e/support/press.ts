import type { Locator, Page } from '@playwright/test';

/**
 * Holds back a file of the build that `request` makes the page load, and releases it while `target`
 * is pressed. The press continues until the mouse is released.
 */
export async function pressWhileLoading(
  page: Page,
  { file, request, target }: { file: RegExp; request(): Promise<unknown>; target: Locator },
) {
  let goOn = async () => {};
  const requested = new Promise<void>((resolve) =>
    page.route(file, (route) => {
      goOn = () => route.continue();
      resolve();
    }),
  );
  await request();
  await requested;
  await target.hover();
  await page.mouse.down();
  const response = page.waitForResponse(file);
  await goOn();
  await (await response).finished();
  // Long enough for the page to draw the file's content, if that happened at once.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
}

/** Unfolds the filters of a list. */
export async function unfoldFilters(page: Page) {
  const fold = page.locator('[role="search"] > details:not([open]) > summary');
  if (await fold.isVisible()) await fold.click();
}

/** Opens a row of the settings, and returns the part of the page in it. */
export async function openSettings(page: Page, title: string) {
  const part = page.getByRole('region', { name: title, exact: true });
  const summary = page.locator('#content summary').filter({ hasText: title });
  if (!(await part.isVisible())) await summary.click();
  return part;
}
