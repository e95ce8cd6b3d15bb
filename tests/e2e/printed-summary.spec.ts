import { allLanguages } from '../../app/i18n/languages.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { measuredIn, ways } from '../support/short-form.ts';
import { expect, phone, test } from './support/fixtures.ts';
import { printOneSheet, readCode, smallestType } from './support/paper.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  aReport,
  call,
  setLanguageCookie,
  startSession,
} from './support/people.ts';

const review = 'Take 0.5 mg once a day.\n\nCome back in 3 weeks.';

for (const hasScript of ways(true, false)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${hasScript ? 'with' : 'without'} script a patient prints an answer, and its reader checks it`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 404/);
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      const { _id } = await aReport(server, patient, 'rash.png');
      await addReview(server, doctor, _id, review);
      await startSession(page, patient);
      await page.goto(`/dashboard/previous-report/${patient.id}?report=${_id}`);
      await page.getByRole('button', { name: en['report.print'] }).click();
      await expect(page.locator('.summary')).toContainText('Take 0.5 mg once a day.');
      if (hasScript) await expect(page.getByRole('button', { name: en['slip.print'] })).toBeVisible();
      else await expect(page.getByText(en['slip.byBrowser'])).toBeVisible();
      const { pathname } = await readCode(page.locator('.summary-check img'));
      const code = (await page.locator('.summary-code').textContent()) ?? '';

      const reader = await anotherPage();
      await reader.goto(pathname);
      await expect(reader.getByText(en['check.current'])).toBeVisible();
      await expect(reader.getByText('Take 0.5 mg once a day.')).toBeVisible();
      await expect(reader.getByText(patient.lastName)).toHaveCount(0);
      await reader.goto('/check/7M3K9XPD2QRTV5ABC6DEF7GHJ8');
      await expect(reader.getByText(en['check.unknown'])).toBeVisible();
      await reader.getByLabel(en['check.label']).fill(code.toLowerCase().replaceAll('-', ' '));
      await reader.getByLabel(en['check.label']).press('Enter');
      await expect(reader.getByText('Take 0.5 mg once a day.')).toBeVisible();
    });
  });
}

/** A short answer, one of a usual length, and a long one, each with its size in English in points. */
const answers = [
  { times: 1, size: 14 },
  { times: 25, size: 12 },
  { times: 75, size: 9 },
];

test('the summary is one page in each language, with nothing cut, and a short answer in large type', async ({
  page,
  server,
}) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  await startSession(page, patient);
  await page.emulateMedia({ media: 'print' });
  for (const { times, size } of answers) {
    const { _id } = await aReport(server, patient, 'rash.png');
    const text = `${review}\n\n${'Rest, drink water, and walk for 20 minutes. '.repeat(times)}`;
    await call(
      server,
      'POST',
      `report/add-review/${_id}`,
      { review: text, nextStep: 'seeSpecialist', withinDays: 14, speciality: 'Haematologist' },
      doctor.token,
    );
    await call(server, 'POST', `review/summary/${_id}`, undefined, patient.token);
    for (const language of measuredIn(allLanguages)) {
      await setLanguageCookie(page, `${language}.account`, server);
      await page.goto(`/dashboard/review-summary/${_id}`);
      await expect(page.locator('.summary')).toHaveAttribute('lang', language);
      await printOneSheet(page, '.summary', `${times} in ${language}`);
      const { own } = await smallestType(page.locator('.summary-text > [dir="auto"]'));
      if (language === 'en' || size === 14) expect(own, `${times} in ${language}`).toBe(size);
    }
  }
});
