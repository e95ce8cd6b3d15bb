import { messagesByLanguage } from '../../app/i18n/catalogues.ts';
import type { Language } from '../../app/i18n/languages.ts';
import { expect, type Locator, type Page, test } from './support/fixtures.ts';
import {
  addPerson,
  aDoctor,
  aPatient,
  aReport,
  call,
  type Member,
  setLanguageCookie,
  startSession,
  theAdmin,
} from './support/people.ts';
import type { Server } from './support/server.ts';
import { simulateVoices } from './support/voices.ts';

const small = { width: 360, height: 640 };
const languages = ['en', 'te', 'ta', 'ml', 'ur'] as const;
const review =
  'Your haemoglobin is 9.4 g/dL, which is low, and your ferritin is 6.2 ng/mL: your body lacks iron. ' +
  'This is why you feel tired. It can be treated. Take one iron tablet a day after food for 3 months.';

/** Records as an admin that somebody has checked the sentences of next steps in each language. */
async function checkSentences(page: Page, server: Server) {
  await startSession(page, await theAdmin(server));
  await page.goto('/dashboard/checked-sentences');
  for (const language of languages.filter((code) => code !== 'en')) {
    const form = page.locator(`#check-${language}`);
    await page.locator('details').filter({ has: form }).locator('summary').click();
    await form.getByRole('textbox').fill('Dr. Lakshmi Rao');
    await Promise.all([page.waitForURL('**/checked-sentences'), form.getByRole('button').click()]);
    await expect(page.locator('details').filter({ has: form }).locator('.badge.good')).toBeVisible();
  }
}

const answer = (server: Server, doctor: Member, reportId: string, nextStep: object) =>
  call(server, 'POST', `report/add-review/${reportId}`, { review, ...nextStep }, doctor.token);

/** Creates a patient with seven reports of two people: two new answers, and one that waits. */
async function withSevenReports(server: Server) {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  await addPerson(server, patient, 'Kiran', 2018);
  const ids: string[] = [];
  for (const reportType of ['Blood Test', 'Blood Test', 'Blood Test', 'Blood Test', 'X-Ray', 'MRI', 'ECG'])
    ids.push((await aReport(server, patient, 'rash.png', { reportType, relation: 'self' }))._id);
  const [urgent = '', other = '', ...seen] = ids;
  for (const id of seen.slice(0, -1)) {
    await answer(server, doctor, id, { nextStep: 'none' });
    await call(server, 'POST', `report/review-seen/${id}`, {}, patient.token);
  }
  await answer(server, doctor, urgent, { nextStep: 'goToday' });
  await answer(server, doctor, other, { nextStep: 'seeDoctor', withinDays: 14 });
  return { patient, urgent, other };
}

const bottomOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  return (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN);
};

/** Returns where the second line of a text ends. */
const secondLine = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const bottoms = [...new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))];
    return bottoms.toSorted((one, other) => one - other)[1] ?? Number.NaN;
  });

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test.describe(() => {
  test.use({ viewport: small });

  test('on a small phone the step, the first lines of the review, rows and home fit in five languages', async ({
    page,
    anotherPage,
    server,
  }) => {
    await checkSentences(await anotherPage(), server);
    const { patient, urgent, other } = await withSevenReports(server);
    await page.addInitScript(simulateVoices, ['en-IN', 'te-IN', 'ta-IN', 'ml-IN', 'ur-IN']);
    await startSession(page, patient);
    for (const language of languages) {
      const words = messagesByLanguage[language as Language];
      await setLanguageCookie(page, `${language}.account`, server);
      for (const [id, step] of [
        [urgent, 'goToday'],
        [other, 'seeDoctor'],
      ] as const) {
        const what = `${step} in ${language}`;
        await page.goto(`/dashboard/report/${id}`);
        if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${step}-${language}.png` });
        const title = page.getByText(words[`step.title.${step}`], { exact: true });
        const { y = Number.NaN } = (await title.boundingBox()) ?? {};
        const lines = await secondLine(page.locator('.letter').first());
        console.log(what, 'title', y, await bottomOf(title), 'second line', lines);
        expect.soft(y, `title of ${what}`).toBeLessThanOrEqual(230);
        expect.soft(lines, `second line of the review, ${what}`).toBeLessThanOrEqual(420);
        if (step === 'goToday') await expect(page.getByText(words['site.emergency'])).toBeInViewport({ ratio: 1 });
      }
      await page.goto(`/dashboard/previous-report/${patient.id}`);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/list-${language}.png`, fullPage: true });
      const rows = page.locator('article > a');
      await expect(rows).toHaveCount(7);
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      console.log('rows', language, heights, 'list', await heightOf(page));
      expect.soft(Math.max(...heights), `row in ${language}`).toBeLessThanOrEqual(80);
      expect.soft(await heightOf(page), `list in ${language}`).toBeLessThan(1200);
      await page.goto('/dashboard/home');
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/home-${language}.png`, fullPage: true });
      console.log('home', language, await heightOf(page));
    }
  });
});
