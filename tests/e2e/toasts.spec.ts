import type { Locator } from '@playwright/test';
import { sentences as en } from '../../app/i18n/translate.ts';
import { whole } from '../support/short-form.ts';
import { expectMessage, fillLogIn, fillSignUp } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aPatient, aPerson, startSession } from './support/people.ts';

const region = (page: Page) => page.getByRole('region', { name: en['toast.region'] });
const toasts = (page: Page, words: string) => region(page).getByText(words, { exact: true });

/** Opens the log-in page with its script running and its clock stopped. */
async function openLogIn(page: Page) {
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('button', { name: en['password.show'] }).waitFor();
  await fillLogIn(page, { email: 'nobody@clinic.test', password: 'not this one' });
  await page.clock.pauseAt(Date.now() + 3_600_000);
}

const boxOf = async (what: Locator) =>
  (await what.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, width: 0, height: 0 };

async function failToLogIn(page: Page) {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: en['login.submit'] }).click();
  await answered;
  await expect(page.getByText(en['form.loading'], { exact: true })).toBeHidden();
}

test.describe(() => {
  test.beforeEach(({ tolerate }) => tolerate(/status of 400/));

  test('a new message replaces the one before and has its own timer', whole, async ({ page }) => {
    await openLogIn(page);
    await failToLogIn(page);
    await page.clock.runFor(3000);
    await failToLogIn(page);
    await page.clock.runFor(3000);
    await expect(toasts(page, 'Login Failed')).toHaveCount(1);
    await page.clock.runFor(1100);
    await expect(toasts(page, 'Login Failed')).toHaveCount(0);
  });

  test('a message is in the middle at the top, on a phone below the heading, and moves nothing', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await openLogIn(page);
    const heading = page.getByRole('heading', { level: 1 });
    const before = await boxOf(heading);
    await failToLogIn(page);
    const toast = page.locator('.toast');
    await expect
      .poll(async () => (await boxOf(toast)).y, 'below the heading')
      .toBeGreaterThanOrEqual(before.y + before.height);
    const message = await boxOf(toast);
    expect(message.y).toBeLessThan(before.y + before.height + 16);
    expect(Math.abs(message.x + message.width / 2 - phone.width / 2)).toBeLessThan(2);
    expect(await boxOf(heading)).toEqual(before);
    const icon = await boxOf(toast.locator('svg').first());
    expect([icon.width, icon.height], 'the icon keeps its size').toEqual([22, 22]);

    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(async () => (await boxOf(toast)).y, 'the heading is out of view').toBeLessThan(16);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => window.scrollTo(0, 0));
    await failToLogIn(page);
    const header = await boxOf(page.locator('body > header'));
    await expect
      .poll(async () => (await boxOf(toast)).y - header.y - header.height, 'a wide window')
      .toBeLessThan(16);
  });

  test('a message stays while the pointer is on it', whole, async ({ page }) => {
    await openLogIn(page);
    await failToLogIn(page);
    await page.clock.runFor(3000);
    await toasts(page, 'Login Failed').hover();
    await page.clock.runFor(60_000);
    await expect(toasts(page, 'Login Failed')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).hover();
    await page.clock.runFor(1100);
    await expect(toasts(page, 'Login Failed')).toBeHidden();
  });

  test(
    'a message stays while it has the focus, and closing it returns the focus to the form',
    whole,
    async ({ page }) => {
      await openLogIn(page);
      await failToLogIn(page);
      await page.getByLabel(en['login.emailLabel']).focus();
      await region(page).getByRole('button', { name: en['toast.close'] }).focus();
      await page.clock.runFor(60_000);
      await page.keyboard.press('Enter');
      await expect(toasts(page, 'Login Failed')).toBeHidden();
      await expect(page.getByLabel(en['login.emailLabel'])).toBeFocused();
    },
  );

  test('the live region exists before any message', whole, async ({ page }) => {
    await openLogIn(page);
    const heard = region(page).getByRole('alert');
    await expect(heard).toBeEmpty();
    await failToLogIn(page);
    await expect(heard).toContainText('Login Failed');
  });
});

test.describe(() => {
  test.use({ viewport: phone });

  test('on a phone a message covers no heading, and is only read out where the page says it', async ({
    page,
    server,
  }) => {
    await startSession(page, await aPatient(server));
    await page.clock.install();
    await page.goto('/dashboard/settings#profile');
    const form = page.getByRole('region', { name: en['settings.profile'], exact: true });
    await form.getByLabel(en['profile.dateOfBirthLabel']).fill('1980-05-31');
    await form.getByLabel(en['profile.genderLabel']).selectOption('Female');
    await form.getByLabel(en['profile.aboutLabel']).fill('I keep bees.');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await form.getByRole('button', { name: en['profile.submit'] }).click();
    await expectMessage(page, 'Profile Updated Successfully');
    await expect(page).toHaveURL('/dashboard/my-profile');
    await expect(async () => {
      const message = await boxOf(page.locator('.toast'));
      for (const heading of await page.locator('main :is(h1, h2)').all()) {
        const { y, height } = await boxOf(heading);
        const isCovered = y < message.y + message.height && y + height > message.y;
        expect(isCovered, await heading.textContent().then(String)).toBe(false);
      }
    }).toPass();

    await page.goto('/query');
    await page.getByLabel(en['query.nameLabel']).fill('Asha Rao');
    await page.getByLabel(en['query.answerToLabel']).fill('98765 43210');
    await page.getByLabel(en['query.questionLabel']).fill('Is a fasting test needed?');
    await page.getByRole('button', { name: en['query.submit'] }).click();
    await expect(page.getByRole('main').getByText(en['query.done'])).toBeVisible();
    await expect(toasts(page, en['query.done'])).toHaveCount(1);
    await expect.poll(async () => (await boxOf(page.locator('.toast'))).height).toBeLessThan(2);
  });
});

test('with script two different passwords are reported before anything is sent', whole, async ({ page }) => {
  await page.clock.install();
  await page.goto('/signup');
  await page.getByRole('button', { name: en['password.show'] }).first().waitFor();
  await fillSignUp(page, aPerson('Patient', 'Asha'));
  await page.getByLabel(en['signup.confirmPasswordLabel']).fill('another river');
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await page.getByRole('button', { name: en['signup.submit'] }).click();
  await expectMessage(page, 'Password do not matched');
  await expect(page.getByLabel(en['signup.confirmPasswordLabel'])).toBeFocused();
  await page.getByLabel(en['signup.confirmPasswordLabel']).fill('another river.');
  expect(posts).toEqual([]);
  await expect(toasts(page, 'Password do not matched'), 'announced once').toHaveCount(1);

  await page.clock.pauseAt(Date.now() + 3_600_000);
  for (let more = 0; more < 25; more++) await page.keyboard.press('Enter');
  await expect(toasts(page, 'Password do not matched'), 'at most twenty').toHaveCount(20);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test('without script the page contains the messages of a redirect and of a form', async ({
    page,
    server,
    tolerate,
  }) => {
    tolerate(/status of 400/);
    await page.goto('/login');
    await fillLogIn(page, { email: 'nobody@clinic.test', password: 'not this one' });
    await page.getByRole('button', { name: en['login.submit'] }).click();
    await expectMessage(page, 'Login Failed');
    await startSession(page, await aPatient(server));
    await page.goto('/dashboard/pending-report');
    await expectMessage(page, en['role.wrong']);
  });
});
