import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import { aPatient, call, startSession, theAdmin } from './support/people.ts';

const names = ['Lakshmi', 'Gita', 'Sita', 'Radha', 'Meena'];

/** Opens an account by keyboard alone: the focus is in the first field. */
async function serveByKeyboard(page: Page, firstName: string) {
  await expect(page.getByLabel(en['signup.firstNameLabel'], { exact: true })).toBeFocused();
  await page.keyboard.type(firstName);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1962');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  for (const _key of ['phone', 'may write', 'language', 'submit']) await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: en['openAccount.submit'] })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.slip')).toContainText(firstName);
}

const figures = (page: Page) => page.locator('.slip-figures').allTextContents();

/**
 * Holds back the data that a page loads after its form was answered, as a poor line does. The answer
 * is shown meanwhile. The returned function lets the data come, and waits for it.
 */
async function holdData(page: Page) {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith('.data'),
    async (route) => {
      if (route.request().method() === 'GET') await isLetGo;
      await route.continue();
    },
  );
  return async () => {
    const loaded = page.waitForResponse((response) => response.request().method() === 'GET');
    letGo();
    await (await loaded).finished();
  };
}

/** Goes on to the next person. Before that the page asks whether the password was printed. */
async function goOn(page: Page, hasScript: boolean, whileAsked = async () => {}) {
  if (!hasScript) {
    await page.locator('summary').filter({ hasText: en['openAccount.next'] }).click();
    await page.getByRole('link', { name: en['secret.leave'] }).click();
    return;
  }
  const next = page.getByRole('link', { name: en['openAccount.next'] });
  const print = page.getByRole('button', { name: en['slip.print'] });
  await expect(next).toContainClass('plain');
  await expect(print).not.toContainClass('plain');
  await next.press('Enter');
  const question = page.getByRole('dialog', { name: en['secret.ask'] });
  await expect(question).toBeVisible();
  await whileAsked();
  // The focus is on the way back.
  await question.getByRole('button', { name: en['logout.cancel'] }).press('Enter');
  await expect(page.locator('.slip [data-secret]')).toBeVisible();
  // A copy on the clipboard is no slip.
  await page.locator('.slip').press('Control+A');
  await page.locator('.slip').press('Control+C');
  await expect(next).toContainClass('plain');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(next).not.toContainClass('plain');
  await expect(print).toContainClass('plain');
  await next.press('Enter');
}

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${how} a clerk serves people in a row without logging out`, async ({ page, server, tolerate }) => {
      tolerate(/status of 400/);
      const clerk = await aPatient(server);
      const { token } = await theAdmin(server);
      await call(server, 'POST', 'account/front-desk', { name: clerk.email }, token);
      await startSession(page, clerk);
      await page.goto('/dashboard/front-desk');
      await page.getByRole('link', { name: en['openAccount.title'], exact: true }).click();

      const slips: string[][] = [];
      for (const name of hasScript ? names : names.slice(0, 1)) {
        const letDataCome = hasScript && name === names[0] ? await holdData(page) : undefined;
        if (hasScript) {
          await waitForHydration(page);
          await serveByKeyboard(page, name);
        } else {
          await page.locator('input[name="firstName"]').fill(name);
          await page.locator('input[name="birthYear"]').fill('1962');
          await page.locator('select[name="sex"]').selectOption('female');
          await page.getByRole('button', { name: en['openAccount.submit'] }).click();
          await expect(page.getByText(en['slip.byBrowser'])).toBeVisible();
        }
        slips.push(await figures(page));
        await goOn(page, hasScript, letDataCome);
        await expect(page.locator('.slip')).toHaveCount(0);
      }
      expect(new Set(slips.flat()).size).toBe(2 * slips.length);

      await page.goto('/dashboard/front-desk');
      const field = page.locator('input[name="text"]');
      const find = page.locator('form').filter({ has: field }).getByRole('button');
      await field.fill(names[0] ?? '');
      await find.click();
      await expect(page.getByText(en['frontDesk.unclear'])).toBeVisible();
      await expect(field).toHaveValue(names[0] ?? '');
      await field.fill(slips[0]?.[0]?.toLowerCase().replaceAll('-', ' ') ?? '');
      await find.click();
      await expect(page.getByRole('heading', { name: names[0], exact: true })).toBeInViewport();
    });
  });
}
