import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { expect, phone, test } from './support/fixtures.ts';
import { aDoctor, addPerson, aPatient, aReport, startSession } from './support/people.ts';

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
      await page.goto(`/dashboard/report/${_id}`);
      await page.getByText(en['report.changeOrDelete'], { exact: true }).click();
      await page.getByRole('link', { name: en['report.correct'], exact: true }).click();
      await page.getByLabel(en['upload.descriptionLabel']).fill('A fever since Monday');
      await page.getByRole('button', { name: en['correct.submit'] }).click();
      await expectMessage(page, en['correct.done']);
      await page.getByRole('article').getByRole('link').first().click();
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

    test(`${how} a mother corrects whose report it is, and the doctor reads who it is about before sending`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 4(?:00|09|22)/);
      const mother = await aPatient(server);
      const child = await addPerson(server, mother, 'Ravi Nair', new Date().getFullYear() - 9);
      const { _id } = await aReport(server, mother);
      const desk = await anotherPage();
      await startSession(desk, await aDoctor(server));
      await desk.goto(`/dashboard/add-review/${_id}`);
      const text = desk.getByLabel(en['review.label'], { exact: true }).and(desk.locator('textarea'));
      await text.fill('Drink more water.');

      await startSession(page, mother);
      await page.goto(`/dashboard/correct-report/${_id}`);
      const submit = page.getByRole('button', { name: en['correct.submit'] });
      await page.getByLabel(en['about.title'], { exact: true }).selectOption(child.data._id);
      const description = page.getByLabel(en['upload.descriptionLabel']);
      await description.fill('He coughs at night');
      // The consent for another person is asked for at once, or without script after sending.
      if (!hasScript) await submit.click();
      const consent = page.getByLabel('I am the parent or guardian of Ravi Nair,');
      await expect(consent).not.toBeChecked();
      await expect(description).toHaveValue('He coughs at night');
      await page.getByLabel(en['about.guardianLabel']).fill('Asha Nair');
      if (hasScript) {
        await submit.click();
        await expect(page.getByText(en['upload.consent'])).toBeVisible();
      }
      await consent.check();
      await submit.click();
      await expectMessage(page, en['correct.done']);
      await expect(page.getByRole('article').filter({ hasText: 'Ravi' })).toHaveCount(1);

      await desk.getByRole('button', { name: en['review.submit'] }).click();
      await expect(desk.getByText(en['review.personChanged']).first()).toBeVisible();
      await expect(desk.getByRole('heading', { level: 2, name: 'Ravi Nair' })).toBeVisible();
      await expect(text).toHaveValue('Drink more water.');
      await desk.getByRole('button', { name: en['review.submit'] }).click();
      await expect(desk).toHaveURL('/dashboard/pending-report');
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
