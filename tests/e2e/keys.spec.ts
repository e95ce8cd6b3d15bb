import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { axeSource, violations } from './support/axe.ts';
import { expect, phone, test } from './support/fixtures.ts';
import { startSession, theAdmin } from './support/people.ts';

test.use({ viewport: phone });
test.beforeEach(({ page }) => page.addInitScript(axeSource));

for (const javaScriptEnabled of ways(true, false))
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('an admin makes a key, sees its secret once, and revokes it', async ({ page, server }) => {
      const admin = await theAdmin(server);
      await startSession(page, admin);
      await page.goto('/dashboard/system/keys');
      const name = `Ward ${javaScriptEnabled ? 3 : 4}`;
      const press = (label: string) => page.getByRole('button', { name: label, exact: true }).click();
      await page.getByLabel(en['keysPage.nameLabel'], { exact: true }).fill(name);
      await page.getByLabel(en['login.passwordLabel'], { exact: true }).fill(admin.password);
      if (javaScriptEnabled) {
        await press(en['keysPage.submit']);
        await expect(page.getByText(en['key.scopes'])).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
      await page.getByLabel(en['keysPage.reports.read']).check();
      await page.getByLabel(en['keysPage.people.read']).check();
      await press(en['keysPage.submit']);
      const heading = en['keysPage.secretLabel'].replace('{name}', name);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      const secret = (await page.getByText(/^slk_/).textContent()) ?? '';
      const headers = { Authorization: `Bearer ${secret}` };
      const statusOf = async (path: string) =>
        (await fetch(`${server.url}/api/v1/${path}`, { headers })).status;
      expect(await statusOf('account/patients')).toBe(200);
      expect(await statusOf('report/get-pending-reports')).toBe(200);
      await page.goto('/dashboard/system/keys');
      await expect(page.getByText(secret)).toHaveCount(0);
      const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
      await entry.locator('summary').click();
      await expect(entry.getByText(en['keysPage.revokeText'])).toBeVisible();
      await entry.getByRole('button').click();
      await expect(page.getByText(en['key.revokedDone'])).toBeVisible();
      expect(await statusOf('account/patients')).toBe(401);
    });
  });
