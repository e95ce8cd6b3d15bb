import { languages } from '../../app/i18n/languages.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { expectMessage } from './journey.ts';
import { expect, test, waitForHydration } from './support/fixtures.ts';
import { aDoctor, aPatient, aReport, aReviewToTranslate, startSession } from './support/people.ts';

test('a doctor keeps a phrase and inserts it by its first letters', async ({ page, server }) => {
  const patient = await aPatient(server);
  const report = await aReport(server, patient, 'rash.png', { reportType: 'Blood Test' });
  await startSession(page, await aDoctor(server));
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: en['phrases.title'] }).click();
  for (const text of ['Your blood count is normal.', 'Come again after {date}.']) {
    await expect(page.getByLabel(en['upload.reportTypeLabel'])).toHaveValue('');
    await page.getByRole('textbox', { name: en['phrases.textLabel'] }).fill(text);
    await page.getByRole('button', { name: en['phrases.save'] }).click();
    await expectMessage(page, en['phrases.saved']);
    await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  }
  await page.getByRole('button', { name: new RegExp(`^${en['phrases.up']}`) }).click();
  await expect(page.locator('#content ol > li').first()).toContainText('Come again');

  await page.goto(`/dashboard/add-review/${report._id}`);
  await waitForHydration(page);
  const box = page.getByRole('textbox', { name: en['review.label'] });
  await box.fill('Asha, all is well.');
  await expect(page.getByText(en['review.nameInText'].replace('{names}', 'Asha'))).toBeVisible();
  await box.fill('All is well.');
  await expect(page.getByText(en['review.nameInText'].replace('{names}', 'Asha'))).toBeHidden();
  await page.getByText(en['phrases.insert']).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: en['phrases.filter'] })).toBeFocused();
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(2);
  await page.keyboard.type('your');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Your blood count is normal.']);
  await page.keyboard.press('Enter');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('All is well. Your blood count is normal.');
  await box.press('Control+Enter');
  await expectMessage(page, en['review.done']);
});

test('a translator is shown the numbers that differ', async ({ page, server }) => {
  const review = 'Take 0.5 mg for 2 weeks.';
  const { report } = await aReviewToTranslate(server, await aDoctor(server), review);
  await startSession(page, await aDoctor(server, 'Tara'));
  await page.goto('/dashboard/settings/languages');
  for (const code of ['en', 'hi'] as const)
    await page.getByRole('checkbox', { name: languages[code].name }).check();
  await page.getByRole('button', { name: en['reads.submit'] }).click();
  await expectMessage(page, en['reads.done']);
  await page.goto(`/dashboard/translate/${report._id}`);
  await waitForHydration(page);
  const box = page.getByRole('textbox', { name: /Hindi/ });
  const numbers = page.getByRole('region', { name: en['translate.numbersTitle'] });
  await expect(numbers).toHaveCount(0);
  await box.fill('2 सप्ताह तक 5 मि.ग्रा. लें।');
  await expect(numbers.getByRole('listitem')).toHaveText(['0.5 mg', '5 मि.ग्रा']);
  await page.getByRole('button', { name: en['translate.submit'] }).click();
  await expect(page.getByText(en['translate.numbersWrong'])).toBeVisible();
  await box.fill('2 सप्ताह तक 0.5 मि.ग्रा. लें।');
  await expect(numbers).toHaveCount(0);
  await page.getByRole('button', { name: en['translate.submit'] }).click();
  await expectMessage(page, en['translate.done']);
});
