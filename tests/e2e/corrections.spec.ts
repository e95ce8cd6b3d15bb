import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { expect, phone, test } from './support/fixtures.ts';
import { aDoctor, aPatient, aReport, startSession } from './support/people.ts';

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${how} a doctor rereads a report corrected in the meantime and sends the same text`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 409/);
      const patient = await aPatient(server);
      const { _id } = await aReport(server, patient);
      const desk = await anotherPage();
      await startSession(desk, await aDoctor(server));
      await desk.goto(`/dashboard/add-review/${_id}`);
      const text = desk.getByLabel(en['review.label'], { exact: true }).and(desk.locator('textarea'));
      await text.fill('Drink more water.');

      await startSession(page, patient);
      await page.goto(`/dashboard/previous-report/${patient.id}`);
      await page.getByRole('article').getByText(en['report.change'], { exact: true }).click();
      await page.getByRole('link', { name: en['report.correct'], exact: true }).click();
      await page.getByLabel(en['upload.descriptionLabel']).fill('A fever since Monday');
      await page.getByRole('button', { name: en['correct.submit'] }).click();
      await expectMessage(page, en['correct.done']);
      await expect(page.getByRole('article').getByText('A fever since Monday')).toBeVisible();

      await desk.getByRole('button', { name: en['review.submit'] }).click();
      const now = desk.getByRole('region', { name: en['review.now'] });
      await expect(now.getByText('A fever since Monday')).toBeVisible();
      await expect(text).toHaveValue('Drink more water.');
      await page.goto(`/dashboard/correct-report/${_id}`);
      await desk.getByRole('button', { name: en['review.submit'] }).click();
      await expect(desk).toHaveURL('/dashboard/pending-report');

      await page.getByLabel(en['upload.descriptionLabel']).fill('Too late');
      await page.getByRole('button', { name: en['correct.submit'] }).click();
      await page.getByRole('link', { name: en['correct.readAnswer'] }).click();
      await expect(page.getByText('Drink more water.')).toBeVisible();
    });

    test(
      `${how} a user logs out another device, which then has to log in`,
      whole,
      async ({ page, anotherPage, server }) => {
        const patient = await aPatient(server);
        const there = await anotherPage();
        await startSession(there, patient);
        await startSession(page, patient);
        await page.goto('/dashboard/settings');
        await page.getByRole('link', { name: en['sessions.title'] }).click();
        const section = page.getByRole('region', { name: en['sessions.title'] });
        await expect(section.getByText(en['sessions.thisDevice'])).toHaveCount(1);
        const chromeRow = section.getByRole('listitem').filter({ hasText: 'Chrome' });
        await chromeRow.getByRole('button', { name: en['sessions.end'] }).click();
        await expectMessage(page, en['endSession.done']);
        await expect(page).toHaveURL('/dashboard/settings/sessions');
        await there.goto('/dashboard/settings');
        await expect(there).toHaveURL(/\/login\?next=/);
        await section.getByRole('button', { name: en['sessions.endOthers'] }).click();
        await expectMessage(page, en['endSessions.done']);
        await expect(section.getByText(en['sessions.alone'])).toBeVisible();
      },
    );
  });
}
