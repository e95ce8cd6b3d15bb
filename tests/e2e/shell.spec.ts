import type { Locator } from '@playwright/test';
import { languageCodes } from '../../app/i18n/language-codes.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { measuredIn, ways, whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aDoctor, aPatient, setLanguageCookie, startSession, theAdmin } from './support/people.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: en['nav.dashboard'] });
const group = (page: Page) => sidebar(page).getByRole('group');
const groupHead = (page: Page) => group(page).locator('summary');
const dialog = (page: Page) => page.getByRole('dialog', { name: en['logout.title'] });

/** Lists every entry of the sidebar with its target, closed groups included. */
const entries = async (page: Page) =>
  sidebar(page)
    .filter({ visible: true })
    .locator('a')
    .evaluateAll((links) => links.map((link) => `${link.textContent} ${link.getAttribute('href')}`));

test('each role finds its own pages in the sidebar', async ({ anotherPage, server }) => {
  const patient = await aPatient(server);
  const all = ['Home /dashboard/home', 'My Profile /dashboard/my-profile'];
  const end = ['Settings /dashboard/settings', 'Logout /logout'];
  for (const [person, title, ownEntries] of [
    [
      patient,
      'Patient Dashboard',
      [
        'Upload Report /dashboard/upload-report',
        `Previous Report /dashboard/previous-report/${patient.id}`,
        'Family and others /dashboard/people',
      ],
    ],
    [
      await aDoctor(server),
      'Expert Dashboard',
      [
        'Pending Report /dashboard/pending-report',
        'Previous Reviewed Report /dashboard/previous-reviewed-report',
        'Approved Experts /dashboard/approved-expert',
      ],
    ],
    [
      await theAdmin(server),
      'Admin Dashboard',
      [
        'Pending Report /dashboard/pending-report',
        'Previous Reviewed Report /dashboard/previous-reviewed-reports',
        'Pending Expert /dashboard/pending-expert',
        'Approved Experts /dashboard/approved-expert',
      ],
    ],
  ] as const) {
    const page = await anotherPage();
    await startSession(page, person);
    await page.goto('/dashboard/home');
    await expect(page.getByText(title, { exact: true }).filter({ visible: true })).toBeVisible();
    const menuEntries = await entries(page);
    for (const entry of [...all, ...ownEntries, ...end]) expect(menuEntries).toContain(entry);
    await page.context().close();
  }
});

/** The languages with entries of several lines. Their menu may scroll inside itself. */
const longLabels = ['ml', 'ta', 'ur'];

for (const script of ways('with script', 'without script')) {
  test.describe(() => {
    test.use({ javaScriptEnabled: script === 'with script' });

    test(`${script} the whole menu of an admin who uses everything is in view`, async ({ page, server }) => {
      await page.setViewportSize({ width: 1280, height: 720 });
      await startSession(page, await theAdmin(server));
      await page.goto('/dashboard/more');
      const turnOn = page.getByRole('button', { name: en['morePage.show'] });
      for (let left = await turnOn.count(); left > 0; left -= 1) {
        await turnOn.first().click();
        await expect(turnOn).toHaveCount(left - 1);
      }
      for (const language of measuredIn(languageCodes)) {
        await setLanguageCookie(page, `${language}.account`, server);
        await page.goto('/dashboard/home');
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        const menu = page.locator('aside nav').filter({ visible: true });
        for (const head of await menu.locator('summary').all()) {
          await head.click();
          await expect(menu.locator('details[open]')).toHaveCount(1);
          await expect(head.locator('..')).toHaveAttribute('open');
          const bottom = await menu.evaluate((nav) => nav.parentElement?.getBoundingClientRect().bottom ?? 0);
          const isScrolled = await menu.evaluate(({ parentElement: sheet }) =>
            sheet ? sheet.scrollHeight > sheet.clientHeight : true,
          );
          expect.soft(bottom, language).toBeLessThanOrEqual(720);
          if (!longLabels.includes(language)) expect.soft(isScrolled, language).toBe(false);
        }
      }
    });

    test(
      `${script} the group of a page is open, and others open and close by keyboard`,
      whole,
      async ({ page, server }) => {
        const patient = await aPatient(server);
        await startSession(page, patient);
        await page.goto('/dashboard/home');
        const link = sidebar(page).getByRole('link', { name: en['nav.previousReport'] });
        await expect(link).toBeHidden();
        await groupHead(page).focus();
        await page.keyboard.press('Enter');
        await expect(link).toBeVisible();
        await page.keyboard.press('Space');
        await expect(link).toBeHidden();

        await page.goto(`/dashboard/previous-report/${patient.id}`);
        await expect(link).toBeVisible();
        await expect(link).toHaveAttribute('aria-current', 'page');
      },
    );

    test(`${script} Logout asks first, and Cancel leads back`, async ({ page, server }) => {
      await startSession(page, await aPatient(server));
      await page.goto('/dashboard/upload-report');
      await sidebar(page).getByRole('link', { name: en['nav.logOut'] }).click();
      await expect(page.getByRole('heading', { name: 'Are You Sure?' })).toBeVisible();
      await expect(page.getByText('You will be logged out of your account')).toBeVisible();
      const cancel = page
        .getByRole('button', { name: 'Cancel' })
        .or(page.getByRole('link', { name: 'Cancel' }));
      await cancel.click();
      await expect(page).toHaveURL('/dashboard/upload-report');
      await expect(page.getByRole('heading', { name: 'Are You Sure?' })).toBeHidden();
      await sidebar(page).getByRole('link', { name: en['nav.logOut'] }).click();
      await page.getByRole('button', { name: 'Logout', exact: true }).click();
      await expectMessage(page, 'Logged out Successfully');
      await expect(page).toHaveURL('/');
    });

    test(`${script} on a phone the sidebar is a panel that folds away`, async ({ page, server }) => {
      await page.setViewportSize(phone);
      await startSession(page, await aPatient(server));
      await page.goto('/dashboard/upload-report');
      await expect(sidebar(page)).toBeHidden();
      await page.getByText('Patient Dashboard').filter({ visible: true }).click();
      await expect(sidebar(page)).toBeVisible();
      const panel = await sidebar(page).locator('..').boundingBox();
      expect(panel?.width).toBeLessThanOrEqual(200);
      await sidebar(page).getByRole('link', { name: en['nav.home'] }).click();
      await expect(page).toHaveURL('/dashboard/home');
      await expect(sidebar(page)).toBeHidden();
    });
  });
}

test('on a phone Escape closes the panel and restores the focus', whole, async ({ page, server }) => {
  await page.setViewportSize(phone);
  await startSession(page, await aPatient(server));
  await page.goto('/dashboard/home');
  const head = page.locator('summary', { hasText: 'Patient Dashboard' }).filter({ visible: true });
  await head.click();
  await sidebar(page).getByRole('link', { name: en['nav.home'] }).focus();
  await page.keyboard.press('Escape');
  await expect(sidebar(page)).toBeHidden();
  await expect(head).toBeFocused();
});

async function expectTrapped(page: Page, opener: Locator) {
  await expect(dialog(page)).toBeVisible();
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest('dialog');
    });
    expect(isOutside, 'the focus is not behind the dialog').toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
}

test('the log-out dialog traps the focus and restores it', async ({ page, server }) => {
  await startSession(page, await aPatient(server));
  await page.goto('/dashboard/home');
  const inSidebar = sidebar(page).getByRole('link', { name: en['nav.logOut'] });
  await inSidebar.focus();
  await page.keyboard.press('Enter');
  await expectTrapped(page, inSidebar);
  const menu = page.getByRole('banner').getByRole('group').last();
  await menu.locator('summary').click();
  const inMenu = menu.getByRole('link', { name: en['nav.logOut'] });
  await inMenu.focus();
  await page.keyboard.press('Enter');
  await expectTrapped(page, inMenu);
});

test(
  'the avatar menu closes on Escape, on a press outside it and on navigation',
  whole,
  async ({ page, server }) => {
    await startSession(page, await aPatient(server));
    await page.goto('/dashboard/home');
    const menu = page.getByRole('banner').getByRole('group').last();
    const head = menu.locator('summary');
    const link = menu.getByRole('link', { name: en['nav.dashboard'] });
    await head.click();
    await expect(link).toHaveAttribute('href', '/dashboard/my-profile');
    await page.keyboard.press('Escape');
    await expect(link).toBeHidden();
    await expect(head).toBeFocused();
    await head.click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(link).toBeHidden();
    await head.click();
    await page.getByRole('main').getByRole('link', { name: en['dashboard.upload'] }).first().focus();
    await expect(link, 'the menu closes when it loses the focus').toBeHidden();
    await head.click();
    await expect(link).toBeVisible();
    await sidebar(page).getByRole('link', { name: en['nav.home'] }).click();
    await expect(link).toBeHidden();
  },
);

test('each page has its own title, which is announced on navigation', async ({ page, server }) => {
  await page.goto('/');
  await page.getByRole('link', { name: en['home.join'] }).click();
  await expect(page).toHaveTitle('Sign Up – SecondLook');
  await expect(page.getByRole('status').filter({ hasText: 'Sign Up – SecondLook' })).toHaveCount(1);
  await expect(page.locator('#content'), 'the focus after the pressed link is gone').toBeFocused();
  const patient = await aPatient(server);
  await startSession(page, patient);
  for (const [path, title] of [
    ['/dashboard/home', 'Dashboard'],
    ['/dashboard/upload-report', 'Upload Medical Report'],
    [`/dashboard/previous-report/${patient.id}`, 'Previous Medical Reports'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} – SecondLook`);
  }
});

test('a missing page says so in its title', whole, async ({ page, tolerate }) => {
  tolerate(/status of 404/);
  await page.goto('/no-such-page');
  await expect(page).toHaveTitle('Error - 404 the Page you are look is not found – SecondLook');
});
