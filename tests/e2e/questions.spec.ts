import { sentences as en, translate } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aDoctor, aPatient, aReport, call, fixturePath, startSession, theAdmin } from './support/people.ts';
import { answer, ask, claimFor } from './support/questions.ts';

const review = 'The bone is whole. Rest the leg for two weeks.';
const pageImage = (page: Page, number: number, pages: number) =>
  page
    .getByRole('region', { name: en['viewer.label'] })
    .getByRole('img', { name: `Page ${number} of ${pages}` });

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${how} a doctor asks in English, the patient reads Telugu and sends two photos, and the doctor continues`, async ({
      page,
      anotherPage,
      server,
    }) => {
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      await call(server, 'PUT', 'profile/update-language', { language: 'te' }, patient.token);
      const { _id } = await aReport(server, patient, 'two-pages.pdf');
      await claimFor(server, doctor, _id);
      const desk = await anotherPage();
      await startSession(desk, doctor);
      await desk.goto(`/dashboard/add-review/${_id}`);
      await desk.locator('summary', { hasText: en['ask.pageTitle'] }).click();
      await desk.getByLabel(en['ask.choose.unreadable']).check();
      await desk.getByLabel(en['ask.pagesLabel']).fill('2');
      await desk.getByLabel(en['ask.textLabel']).fill('The lower half is in the shade.');
      await desk.getByRole('button', { name: en['ask.send'] }).click();
      await expectMessage(desk, en['ask.done']);
      await expect(desk).toHaveURL('/dashboard/pending-report');
      await expect(desk.getByText(patient.lastName)).toHaveCount(0);
      await desk.goto('/dashboard/pending-report?waitsFor=patient');
      await expect(desk.getByText(patient.lastName).first()).toBeVisible();

      await startSession(page, patient);
      await page.goto('/dashboard/home');
      const sentence = translate('te', 'wanted.unreadablePage', { pages: '2' });
      await page.getByRole('link', { name: sentence }).click();
      await expect(page).toHaveURL(`/dashboard/answer-question/${_id}`);
      const card = page.locator('#content');
      expect(sentence).toMatch(/[\u0c00-\u0c7f]/);
      await expect(card.getByText(sentence)).toBeVisible();
      const reviewerText = card.getByText('The lower half is in the shade.');
      await expect(reviewerText).toHaveAttribute('lang', 'en');
      await card
        .locator('input[type=file]')
        .setInputFiles([fixturePath('rash.png'), fixturePath('xray.jpg')]);
      await card.getByLabel(translate('te', 'answer.textLabel')).fill('కిటికీ దగ్గర తీశాను');
      await card.getByRole('button', { name: translate('te', 'answer.submit') }).click();
      await expect(page.getByText(translate('te', 'answer.done')).first()).toBeVisible();
      await expect(page.getByRole('article').getByText(translate('te', 'question.answered'))).toBeVisible();

      await desk.goto(`/dashboard/add-review/${_id}`);
      for (const number of [1, 2, 3, 4]) {
        await pageImage(desk, number, 4).scrollIntoViewIfNeeded();
        await expect
          .poll(() => pageImage(desk, number, 4).evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(50);
      }
      const reader = desk.getByRole('region', { name: en['viewer.label'] });
      await reader.locator('summary', { hasText: en['viewer.files'] }).click();
      await expect(reader.getByText(/^Added file 2/).first()).toBeVisible();
      await expect(desk.getByText(en['desk.unread'])).toBeVisible();
      await desk.locator('summary', { hasText: en['question.history'] }).click();
      await expect(desk.getByText('కిటికీ దగ్గర తీశాను')).toBeVisible();
      if (hasScript) await expect(desk.getByText(en['desk.unread'])).toHaveCount(0);
      await desk.locator('textarea[name=review]').fill(review);
      await desk.getByRole('button', { name: en['review.submit'], exact: true }).click();
      await expectMessage(desk, en['review.done']);
    });

    test(
      `${how} a mistake in a question or an answer is named beside it, and no input is lost`,
      whole,
      async ({ page, anotherPage, server, tolerate }) => {
        tolerate(/status of 4\d\d/);
        const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
        const { _id } = await aReport(server, patient, 'rash.png');
        await claimFor(server, doctor, _id);
        const desk = await anotherPage();
        await startSession(desk, doctor);
        await desk.goto(`/dashboard/add-review/${_id}`);
        await desk.locator('summary', { hasText: en['ask.pageTitle'] }).click();
        await desk.getByLabel(en['ask.choose.unreadable']).check();
        await desk.getByLabel(en['ask.pagesLabel']).fill('7');
        await desk.getByLabel(en['ask.textLabel']).fill('It is blurred');
        await desk.getByRole('button', { name: en['ask.send'] }).click();
        await expect(desk.getByText('This report has only 1 page').last()).toBeVisible();
        await expect(desk.getByLabel(en['ask.textLabel'])).toHaveValue('It is blurred');
        await desk.getByLabel(en['ask.pagesLabel']).fill('1');
        await desk.getByRole('button', { name: en['ask.send'] }).click();
        await expectMessage(desk, en['ask.done']);

        await startSession(page, patient);
        await page.goto(`/dashboard/answer-question/${_id}`);
        await page.getByRole('button', { name: en['answer.submit'] }).click();
        await expect(page.getByText(en['answer.empty']).first()).toBeVisible();
        await page.getByLabel(en['answer.textLabel']).fill('Here it is');
        await page
          .locator('input[type=file]')
          .setInputFiles([fixturePath('rash.png'), fixturePath('truncated.jpg')]);
        await page.getByRole('button', { name: en['answer.submit'] }).click();
        await expect(page.getByText(/^File 2: This file is incomplete/).first()).toBeVisible();
        await expect(page.getByLabel(en['answer.textLabel'])).toHaveValue('Here it is');
        await page.locator('input[type=file]').setInputFiles([fixturePath('rash.png')]);
        await page.getByRole('button', { name: en['answer.submit'] }).click();
        await expectMessage(page, en['answer.done']);
        await page.goto(`/dashboard/answer-question/${_id}`);
        await expect(page.getByText(en['answer.already'])).toBeVisible();
      },
    );

    test(`${how} a doctor withdraws a question, and an admin lifts the hold of a report`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 404/);
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      const [closedReport, heldReport] = [
        await aReport(server, patient),
        await aReport(server, patient, 'rash.png'),
      ];
      await ask(server, doctor, closedReport._id, { kind: 'detail', text: 'Since when?' });
      await ask(server, doctor, heldReport._id, { kind: 'otherPerson' });
      await answer(server, patient, heldReport._id, ['rash.png'], 'It is mine');
      await startSession(page, doctor);
      await page.goto('/dashboard/pending-report?waitsFor=patient');
      await page.getByRole('link', { name: en['closeQuestion.confirm'] }).click();
      await page.getByRole('button', { name: en['closeQuestion.confirm'] }).click();
      await expectMessage(page, en['closeQuestion.done']);

      const colleague = await anotherPage();
      await startSession(colleague, await aDoctor(server, 'Ravi'));
      await colleague.goto('/dashboard/pending-report?waitsFor=admin');
      await expect(colleague.getByText(en['waits.held']).first()).toBeVisible();
      expect((await colleague.goto(`/dashboard/add-review/${heldReport._id}`))?.status()).toBe(404);

      const office = await anotherPage();
      await startSession(office, await theAdmin(server));
      await office.goto(`/dashboard/lift-hold/${heldReport._id}`);
      await expect(office.getByText('It is mine')).toBeVisible();
      await office.getByLabel(en['standing.reason']).fill('She showed her card at the desk');
      await office.getByRole('button', { name: en['lift.confirm'] }).click();
      await expectMessage(office, en['lift.done']);
      expect((await colleague.goto(`/dashboard/add-review/${heldReport._id}`))?.status()).toBe(200);
      await colleague.locator('summary', { hasText: en['question.history'] }).click();
      await expect(colleague.getByText(/She showed her card at the desk/)).toBeVisible();
    });
  });
}
