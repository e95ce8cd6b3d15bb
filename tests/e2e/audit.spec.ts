import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expect, test } from './support/fixtures.ts';
import { aDoctor, addReview, aPatient, aReport, startSession, theAdmin } from './support/people.ts';
import { unfoldFilters } from './support/press.ts';

for (const script of ways('without script', 'with script')) {
  test.describe(() => {
    test.use({ javaScriptEnabled: script === 'with script' });

    test(`${script} a patient expands the list of people who opened a report`, async ({ page, server }) => {
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      const report = await aReport(server, patient);
      await startSession(page, patient);
      await page.goto(`/dashboard/report/${report._id}`);
      const summary = page.locator('summary', { hasText: en['openings.title'] });
      await expect(page.getByText(en['openings.none'])).toBeHidden();
      await summary.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(en['openings.none'])).toBeVisible();

      await addReview(server, doctor, report._id, 'Rest');
      await page.reload();
      await summary.click();
      await expect(page.getByText(`Reviewed by Meera ${doctor.lastName} (Expert)`)).toBeVisible();
    });

    test(
      `${script} an admin searches the audit log, and the URL keeps the search`,
      whole,
      async ({ page, server }) => {
        const patient = await aPatient(server);
        await aReport(server, patient);
        const admin = await theAdmin(server);
        await startSession(page, admin);
        await page.goto('/dashboard/audit');
        const bar = page.getByRole('search', { name: en['filter.label'] });
        const lines = page.locator('ol > li');
        await expect(lines).not.toHaveCount(0);

        await unfoldFilters(page);
        await bar.getByLabel(en['auditPage.person']).fill(patient.lastName);
        await bar.getByLabel(en['auditPage.action']).selectOption('report.uploaded');
        await bar.getByRole('button', { name: en['filter.submit'] }).click();
        await expect(page).toHaveURL((url) => url.searchParams.get('action') === 'report.uploaded');
        await expect(lines).toHaveCount(1);
        await expect(lines).toContainText(`Asha ${patient.lastName} (Patient)`);
        await expect(lines).toContainText(en['audit.report.uploaded']);
        await expect(bar.getByLabel(en['auditPage.person'])).toHaveValue(patient.lastName);

        await unfoldFilters(page);
        await bar.getByLabel(en['auditPage.to'], { exact: true }).fill('2020-01-01');
        await bar.getByRole('button', { name: en['filter.submit'] }).click();
        await expect(page.getByText(en['auditPage.empty'])).toBeVisible();
        await page.getByRole('link', { name: en['filter.clear'] }).click();
        await expect(page).toHaveURL(/\/dashboard\/audit$/);
        await expect(bar.getByLabel(en['auditPage.to'], { exact: true })).toHaveValue('');
        await expect(lines.nth(1)).toBeVisible();
      },
    );
  });
}
