import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, phone, test } from './support/fixtures.ts';
import { readCode } from './support/paper.ts';
import { aClerkWithReport, aDoctor, addReview, startSession } from './support/people.ts';

for (const hasScript of ways(true, false)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${hasScript ? 'with' : 'without'} script a printed slip opens the answer, until Done`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 404/);
      const { clerk, told, userId, reportId } = await aClerkWithReport(server);
      await addReview(server, await aDoctor(server), reportId, 'Drink more water');
      await startSession(page, clerk);
      await page.goto(`/dashboard/front-desk/reports/${userId}`);
      await page.locator('input[name="fullName"]').fill(told.fullName);
      await page.locator('input[name="birthYear"]').fill(String(told.birthYear));
      await page.locator('input[name="contactNumber"]').fill(told.contactNumber);
      await page.getByRole('button', { name: en['reportSlip.check'] }).click();
      await page.getByRole('button', { name: en['reportSlip.submit'] }).click();
      await expect(page.locator('.slip')).toContainText(en['reportSlipPaper.open']);
      const { pathname } = await readCode(page.locator('.slip img'));
      expect(pathname).toMatch(/^\/r\/./);

      const shared = await anotherPage();
      await shared.goto(pathname);
      const year = shared.locator('input[name="birthYear"]');
      await year.fill('1963');
      await shared.getByRole('button', { name: en['reportSlip.open'], exact: true }).click();
      const over = shared.getByText(en['reportSlip.over']);
      await expect(over.first()).toBeVisible();
      // With script, a toast says it too.
      if (!hasScript) await expect(over).toHaveCount(1);
      await year.fill(String(told.birthYear));
      await shared.getByRole('button', { name: en['reportSlip.open'], exact: true }).click();
      await expect(shared).toHaveURL('/slip');
      await expect(shared.getByText('Drink more water')).toHaveCount(0);
      await shared.getByRole('link', { name: en['reportSlip.itIsMe'] }).click();
      await expect(shared.getByText('Drink more water')).toBeVisible();
      await shared.getByRole('button', { name: en['reportSlip.close'], exact: true }).click();
      await expect(shared).toHaveURL('/');
      await shared.goBack();
      await expect(shared.getByText('Drink more water')).toHaveCount(0);
      await shared.goto('/slip');
      await expect(shared.getByText(en['reportSlip.scanAgain'])).toBeVisible();
      expect(server.log()).toContain('/r/…');
      expect(server.log()).not.toContain(pathname);
    });
  });
}
