import type { Locator, Page } from '@playwright/test';

/**
 * Holds a file of the build back that `request` has the page ask for, and lets it come while
 * `target` is pressed; the press goes on until the mouse is released.
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
  const came = page.waitForResponse(file);
  await goOn();
  await (await came).finished();
  // Long enough for what it draws to be there, if that came at once.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
}
