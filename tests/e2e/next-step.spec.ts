import { messagesByLanguage } from '../../app/i18n/catalogues.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, phone, test } from './support/fixtures.ts';
import { aDoctor, aPatient, aReport, setLanguageCookie, startSession, theAdmin } from './support/people.ts';
import { simulateVoices } from './support/voices.ts';

const review = 'Your potassium is high. Please go to a hospital today and show them this answer.';
const { te } = messagesByLanguage;

for (const hasScript of ways(true, false)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript });

    test(`${hasScript ? 'with' : 'without'} script a doctor sends "go today" by keyboard, and a Telugu patient reads it first`, async ({
      page: desk,
      anotherPage,
      server,
    }) => {
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      const { _id } = await aReport(server, patient, 'rash.png');
      await startSession(desk, doctor);
      await desk.goto(`/dashboard/add-review/${_id}`);
      await desk.getByRole('textbox', { name: en['review.label'] }).fill(review);
      const step = (name: 'none' | 'goToday') => desk.getByRole('radio', { name: en[`step.title.${name}`] });
      await expect(desk.locator('.step-choice :checked')).toHaveCount(0);
      // Without script a button that compares the numbers stands before it.
      for (const _key of hasScript ? ['1'] : ['1', '2']) await desk.keyboard.press('Tab');
      await expect(step('none')).toBeFocused();
      // Back to the last one. Without script "Not chosen" follows it.
      for (const _key of hasScript ? ['1'] : ['1', '2']) await desk.keyboard.press('ArrowLeft');
      await expect(step('goToday')).toBeChecked();
      await expect(desk.getByLabel(en['step.daysLabel'])).toBeHidden();
      if (hasScript) await desk.keyboard.press('Control+Enter');
      else {
        for (const _key of ['language', 'submit']) await desk.keyboard.press('Tab');
        await desk.keyboard.press('Enter');
      }
      await expect(desk).toHaveURL(/pending-report/);

      const office = await anotherPage();
      await startSession(office, await theAdmin(server));
      const reading = await anotherPage();
      await reading.setViewportSize(phone);
      await reading.addInitScript(simulateVoices, ['te-IN', 'en-IN']);
      await startSession(reading, patient);
      await setLanguageCookie(reading, 'te.account', server);
      await expect(async () => {
        await office.goto('/dashboard/to-tell');
        await expect(office.locator(`#record-answer-${_id}`).first()).toBeVisible({ timeout: 500 });
      }).toPass();
      await reading.goto(`/dashboard/report/${_id}`);
      const words = reading.getByRole('article').locator('p');
      await expect(words.filter({ hasText: te['step.title.goToday'] }).first()).toBeVisible();
      const order = (await reading.getByRole('article').textContent()) ?? '';
      const places = [te['step.goToday'], en['step.goToday'], review].map((text) => order.indexOf(text));
      expect(places).toEqual([...places].sort((one, other) => one - other));
      expect(Math.min(...places)).toBeGreaterThan(-1);

      if (hasScript) {
        await reading.getByRole('article').getByRole('button', { name: te['listen.start'] }).click();
        const spoken = await reading.evaluate(
          () => (window as unknown as { spokenTexts: string[] }).spokenTexts,
        );
        const read = spoken.join(' ');
        expect(read.indexOf(te['step.goToday'])).toBe(0);
        expect(read.slice(te['step.goToday'].length).trim()).toBe(`${en['step.goToday']} ${review}`);
      }

      await reading.getByRole('button', { name: te['seen.confirm'] }).click();
      await expect(reading.getByRole('button', { name: te['seen.confirm'] })).toHaveCount(0);
      await office.goto('/dashboard/to-tell');
      await expect(office.locator(`#record-answer-${_id}`)).toHaveCount(0);
    });
  });
}
