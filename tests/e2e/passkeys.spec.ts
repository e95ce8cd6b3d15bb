import { sentences as en } from '../../app/i18n/translate.ts';
import { expectMessage } from './journey.ts';
import { axeSource, violations } from './support/axe.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import { aDoctor, aPatient, type Member, startSession } from './support/people.ts';
import { freePort } from './support/server.ts';

// A site at an IP address has no passkeys.
const port = String(await freePort());
test.use({
  settings: { PORT: port, PUBLIC_URL: `http://localhost:${port}`, REQUIRE_2FA: 'expert' },
  viewport: phone,
});
// The server of these tests has one port.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ page }) => page.addInitScript(axeSource));

/** Gives a page's browser a device that holds passkeys, whose user is always there. */
async function addDevice(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setVerified = (isUserVerified: boolean) =>
    browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { setVerified };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Adds a passkey on its page. */
async function addPasskey(page: Page, { password }: Pick<Member, 'password'>, name: string) {
  await expect(page.getByText(en['passkeysPage.shared'])).toBeVisible();
  await page.getByLabel(en['login.passwordLabel'], { exact: true }).fill(password);
  await press(page, en['passkeysPage.begin']);
  await expect(page.getByRole('heading', { name: en['passkeysPage.confirmTitle'] })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel(en['passkeys.nameLabel'], { exact: true }).last().fill(name);
  await press(page, en['passkeysPage.confirm']);
  await expectMessage(page, en['passkeys.added']);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(en['passkeys.notUsed']);
}

async function logInWithPasskey(page: Page) {
  await page.context().clearCookies();
  await page.goto('/login?next=/dashboard/my-profile');
  await waitForHydration(page);
  await press(page, en['login.passkey']);
}

/** Expects the first page after a log-in to name the new passkey, instead of the page asked for. */
async function expectToldOfPasskey(page: Page) {
  await expect(page).toHaveURL('/dashboard/home');
  const changes = page.getByRole('region', { name: en['changesSeen.title'] });
  await expect(changes).toContainText(en['ownDid.passkey.added']);
}

test('a doctor adds a passkey as the second factor that the clinic demands, and logs in with it', async ({
  page,
  server,
}) => {
  const doctor = await aDoctor(server);
  await addDevice(page);
  await startSession(page, doctor);
  await page.goto('/dashboard/pending-report');
  await expect(page).toHaveURL('/dashboard/second-factor');
  await page.getByRole('link', { name: en['secondFactorPage.passkeyInstead'] }).click();
  await expect(page.getByText(en['passkeysPage.empty'])).toBeVisible();
  await addPasskey(page, doctor, 'Phone of the ward');
  await page.goto('/dashboard/pending-report');
  await expect(page).toHaveURL('/dashboard/pending-report');

  await logInWithPasskey(page);
  await expectMessage(page, 'Login Successful');
  await expectToldOfPasskey(page);
  await page.goto('/dashboard/pending-report');
  await expect(page).toHaveURL('/dashboard/pending-report');

  await page.context().clearCookies();
  await startSession(page, doctor);
  await page.goto('/dashboard/second-factor');
  await expect(page.getByText(en['passkeys.logInWithIt'])).toBeVisible();
});

test('a patient names a passkey and removes it, after which it opens nothing', async ({
  page,
  server,
  tolerate,
}) => {
  tolerate(/status of 4\d\d/);
  const patient = await aPatient(server);
  const { setVerified } = await addDevice(page);
  await startSession(page, patient);
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: en['settings.security'] }).click();
  await page.getByRole('link', { name: en['passkeys.title'], exact: true }).click();
  expect(await violations(page)).toEqual([]);
  await addPasskey(page, patient, 'My phone');
  await page.getByText(en['passkeysPage.rename']).click();
  await page.getByLabel(en['passkeys.nameLabel'], { exact: true }).first().fill('మా ఫోన్');
  await press(page, en['passkeysPage.save']);
  await expect(page.getByText('మా ఫోన్').first()).toBeVisible();

  await setVerified(false);
  await logInWithPasskey(page);
  await expect(page.getByText(en['login.passkeyNotUsed'])).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await setVerified(true);
  await press(page, en['login.passkey']);
  await expectToldOfPasskey(page);
  await logInWithPasskey(page);
  await expect(page).toHaveURL('/dashboard/my-profile');

  await page.goto('/dashboard/passkeys');
  await page.getByRole('link', { name: new RegExp(`^${en['passkeys.remove']}`) }).click();
  expect(await violations(page)).toEqual([]);
  await press(page, en['passkeys.remove']);
  await expect(page.getByText(en['login.password']).first()).toBeVisible();
  await press(page, en['ownProof.passkey']);
  await expectMessage(page, en['passkeys.removed']);
  await expect(page.getByText(en['passkeysPage.empty'])).toBeVisible();
  await logInWithPasskey(page);
  await expectMessage(page, en['passkeys.refused']);
  await expect(page).toHaveURL('/login?next=%2Fdashboard%2Fmy-profile');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('the log-in offers none, and the page says why none can be added', async ({ page, server }) => {
    await page.goto('/login');
    await expect(page.getByLabel(en['login.emailLabel'])).toBeVisible();
    await expect(page.getByText(en['login.passkey'])).toBeHidden();
    await startSession(page, await aPatient(server));
    await page.goto('/dashboard/passkeys');
    await expect(page.getByText(en['passkeysPage.needsScript'])).toBeVisible();
    await expect(page.getByRole('button', { name: en['passkeysPage.begin'] })).toBeHidden();
  });
});
