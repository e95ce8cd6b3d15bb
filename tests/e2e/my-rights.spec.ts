import { readFile } from 'node:fs/promises';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { readStoredFixture } from '../support/stored-fixture.ts';
import { unzip } from '../support/zip.ts';
import { expectMessage } from './journey.ts';
import { expect, phone, test } from './support/fixtures.ts';
import { aDoctor, aPatient, aReport, startSession } from './support/people.ts';

for (const hasScript of ways(false, true)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${how} a patient withdraws a consent, sees it withdrawn, and gives it again`, async ({
      page,
      anotherPage,
      server,
    }) => {
      const patient = await aPatient(server);
      const { _id } = await aReport(server, patient);
      await startSession(page, patient);
      const list = `/dashboard/previous-report/${patient.id}`;
      await page.goto(`/dashboard/report/${_id}`);
      const card = page.getByRole('article');
      await card.getByText(en['report.changeOrDelete'], { exact: true }).click();
      await card.getByRole('link', { name: en['consent.withdraw'] }).click();
      await expect(page.getByRole('heading', { name: en['consent.withdrawTitle'] })).toBeVisible();
      await page.getByRole('button', { name: en['consent.withdraw'] }).click();
      await expectMessage(page, en['withdrawConsent.done']);
      await expect(page).toHaveURL(list);
      await expect(card.getByText('Consent withdrawn', { exact: true })).toBeVisible();
      await card.getByRole('link').first().click();
      await expect(card.getByText(en['report.withdrawn'])).toBeVisible();
      await expect(card.getByText(en['report.waiting'])).toHaveCount(0);

      const doctors = await anotherPage();
      await startSession(doctors, await aDoctor(server));
      // Searches by name, because the first page shows those who have waited longest.
      await doctors.goto(`/dashboard/pending-report?q=${patient.lastName}`);
      await expect(doctors.getByText(en['filter.nothing'])).toBeVisible();

      await card.getByRole('link', { name: en['consent.giveAgain'] }).click();
      await expect(page.getByText(en['upload.consentLabel'])).toBeVisible();
      await page.getByRole('button', { name: en['consent.giveConfirm'] }).click();
      await expectMessage(page, en['giveConsent.done']);
      await expect(card.getByText(en['report.Pending'], { exact: true })).toBeVisible();
      await card.getByRole('link').first().click();
      await card.getByText(en['consent.yours'], { exact: true }).click();
      const lines = card.getByRole('group').getByRole('listitem');
      await expect(lines).toHaveCount(2);
      await expect(lines.first()).toContainText(en['upload.consentLabel']);
      await expect(lines.first()).toContainText('on this website');
      await expect(lines.last()).toContainText('Withdrawn on');

      await doctors.reload();
      await expect(doctors.getByRole('rowheader', { name: patient.lastName }).first()).toBeVisible();
    });

    test(
      `${how} a patient downloads everything stored about them`,
      whole,
      async ({ page, server, tolerate }) => {
        tolerate(/status of 4/);
        const patient = await aPatient(server);
        await aReport(server, patient, 'xray.jpg');
        await startSession(page, patient);
        await page.goto('/dashboard/my-profile');
        await page.getByRole('link', { name: en['myData.title'] }).click();
        const box = page.getByLabel(en['login.passwordLabel'], { exact: true });
        const press = () => page.getByRole('button', { name: en['myData.submit'] }).click();

        await box.fill('a loud river');
        await press();
        await expect(page.getByText(en['changePassword.wrong'])).toBeVisible();
        await expect(page).toHaveURL('/dashboard/my-data');
        await expect(box).toBeFocused();
        await expect(box).toHaveValue('');

        await box.fill(patient.password);
        const [download] = await Promise.all([page.waitForEvent('download'), press()]);
        expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.zip$/);
        const files = unzip(await readFile(await download.path()));
        const data = JSON.parse(files.get('my-data.json')?.toString('utf8') ?? '');
        expect(data.account.email).toBe(patient.email);
        expect(files.get(data.reports[0].file)?.equals(await readStoredFixture('xray.jpg'))).toBe(true);

        await page.goto('/dashboard/my-data');
        await expect(page.getByText(en['changePassword.wrong'])).toHaveCount(0);
        await page.getByRole('link', { name: en['myData.delete'] }).click();
        await expect(page).toHaveURL('/dashboard/settings#delete');
      },
    );
  });
}
