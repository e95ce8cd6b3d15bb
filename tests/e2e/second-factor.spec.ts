import { Secret, TOTP } from 'otpauth';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillLogIn } from './journey.ts';
import { expect, type Page, phone, test, waitForScripts } from './support/fixtures.ts';
import { aPatient, type Member, startSession } from './support/people.ts';
import { startServer } from './support/server.ts';

const stepMs = 30_000;

/**
 * Computes the code of an authenticator app with this secret, `steps` intervals of 30 seconds
 * ahead.
 */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * stepMs });

/** Types a code: into one field without script, or into six boxes with it. */
async function typeCode(page: Page, code: string, hasScript: boolean) {
  if (!hasScript) return page.getByLabel(en['secondStep.code']).fill(code);
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(code);
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/**
 * Switches two-step login on.
 *
 * @returns the app's secret, and the recovery codes.
 */
async function switchOn(page: Page, { password }: Pick<Member, 'password'>) {
  await expect(page).toHaveURL('/dashboard/second-factor');
  // The URL changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['secondFactor.title']);
  await page.getByLabel(en['login.passwordLabel'], { exact: true }).fill(password);
  await press(page, en['secondFactorPage.begin']);
  await expect(page.getByRole('heading', { name: en['secondFactorPage.scanTitle'] })).toBeVisible();
  const picture = page.getByRole('img', { name: en['secondFactorPage.picture'] });
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.width)),
  ).toBeGreaterThan(150);
  const link =
    (await page.getByRole('link', { name: en['secondFactorPage.openApp'] }).getAttribute('href')) ?? '';
  const secret = new URL(link).searchParams.get('secret') ?? '';
  await expect(page.getByText((secret.match(/.{4}/g) ?? []).join(' '))).toBeVisible();

  await page.getByLabel(en['secondStep.code']).fill(codeOf(secret, 10));
  await press(page, en['secondFactorPage.confirm']);
  await expect(page.getByText(en['secondFactor.wrong'])).toBeVisible();
  await page.getByLabel(en['secondStep.code']).fill(codeOf(secret));
  await press(page, en['secondFactorPage.confirm']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['secondFactorPage.codesTitle']);
  const codes = await page
    .getByRole('main')
    .or(page.locator('#content'))
    .getByRole('listitem')
    .filter({ hasText: /^(\w{4}-){3}\w{4}$/ })
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('link', { name: en['secondFactorPage.codesDone'] }).click();
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible();
  return { secret, codes };
}

async function logInFirst(page: Page, { email, password }: Pick<Member, 'email' | 'password'>) {
  await page.goto('/login?next=/dashboard/my-profile');
  await fillLogIn(page, { email, password });
  await press(page, en['login.submit']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['secondStep.title']);
}

for (const hasScript of ways(false, true)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${how} a user switches two-step login on, logs in with it, and switches it off`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 400/);
      const patient = await aPatient(server);
      await startSession(page, patient);
      await page.goto('/dashboard/settings');
      await page.getByRole('link', { name: en['settings.security'] }).click();
      const { secret, codes } = await switchOn(page, patient);
      await page.reload();
      await expect(page.getByText(String(codes[0]))).toHaveCount(0);

      const elsewhere = await anotherPage();
      await logInFirst(elsewhere, patient);
      await elsewhere.goto('/dashboard/home');
      await expect(elsewhere).toHaveURL(/\/login\?/);
      await logInFirst(elsewhere, patient);
      await typeCode(elsewhere, codeOf(secret, 20), hasScript);
      await press(elsewhere, en['login.submit']);
      await expect(elsewhere.getByText('That code is incorrect. Tries left: 4')).toBeVisible();
      // One interval ahead, since the app may still show the code that was used to switch it on.
      await typeCode(elsewhere, codeOf(secret, 1), hasScript);
      await press(elsewhere, en['login.submit']);
      await expectMessage(elsewhere, 'Login Successful');
      // The first log-in after the change leads to the page that names it.
      await expect(elsewhere).toHaveURL('/dashboard/home');
      await expect(elsewhere.getByText(en['ownDid.secondFactor.on'])).toBeVisible();

      const third = await anotherPage();
      await logInFirst(third, patient);
      await third.getByRole('link', { name: en['secondStep.useRecovery'] }).click();
      await third.getByLabel(en['secondStep.recoveryCode']).fill(String(codes[0]).toUpperCase());
      await press(third, en['login.submit']);
      await expectMessage(third, 'Login Successful');
      await expect(third).toHaveURL('/dashboard/my-profile');

      await page.goto('/dashboard/second-factor');
      await expect(page.getByText('Recovery codes left: 9')).toBeVisible();
      const fold = page.getByRole('group').filter({ hasText: en['secondFactorPage.removeText'] });
      await fold.getByRole('heading', { name: en['secondFactorPage.removeTitle'] }).click();
      await fold.getByLabel(en['login.passwordLabel'], { exact: true }).fill(patient.password);
      await fold.getByLabel(en['secondFactorPage.otpLabel']).fill(String(codes[0]));
      await fold.getByRole('button', { name: en['secondFactorPage.removeTitle'] }).click();
      await expect(fold.getByText(en['secondFactor.wrong'])).toBeVisible();
      await fold.getByLabel(en['login.passwordLabel'], { exact: true }).fill(patient.password);
      await fold.getByLabel(en['secondFactorPage.otpLabel']).fill(String(codes[1]));
      await fold.getByRole('button', { name: en['secondFactorPage.removeTitle'] }).click();
      await expectMessage(page, en['secondFactor.off']);
      await startSession(await anotherPage(), patient);
    });
  });
}

test(
  'if the clinic requires it, every page leads an admin to two-step login until it is on',
  whole,
  async ({ browser }) => {
    const server = await startServer({ REQUIRE_2FA: 'admin' });
    try {
      const context = await browser.newContext({ baseURL: server.url, viewport: phone });
      waitForScripts(context);
      const page = await context.newPage();
      const admin = { email: 'admin@clinic.test', password: 'correct horse battery' };
      await page.goto('/login');
      await fillLogIn(page, admin);
      await press(page, en['login.submit']);
      await expect(page).toHaveURL('/dashboard/second-factor');
      await expectMessage(page, en['secondFactor.required']);
      await page.goto('/dashboard/pending-expert');
      await expect(page).toHaveURL('/dashboard/second-factor');
      await expect(page.getByText(en['secondFactorPage.demandedLead'])).toBeVisible();
      await switchOn(page, admin);
      await expect(page.getByText(en['secondFactorPage.removeText'])).toHaveCount(0);
      await page.goto('/dashboard/pending-expert');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['experts.pendingTitle']);
      await page.context().close();
    } finally {
      await server.stop();
    }
  },
);
