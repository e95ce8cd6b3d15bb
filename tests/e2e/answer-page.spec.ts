import { messagesByLanguage } from '../../app/i18n/catalogues.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { measuredIn } from '../support/short-form.ts';
import { expect, type Locator, type Page, test } from './support/fixtures.ts';
import {
  aDoctor,
  aPatient,
  aPerson,
  aReport,
  call,
  createMember,
  type Member,
  setLanguageCookie,
  startSession,
  theAdmin,
} from './support/people.ts';
import type { Server } from './support/server.ts';
import { simulateVoices } from './support/voices.ts';

const small = { width: 360, height: 640 };
const languages = measuredIn(['en', 'te', 'ta', 'ml', 'ur'] as const);
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
  const person = { ...aPerson('Patient', 'Lakshmi'), lastName: 'Devi' };
  const [patient, doctor] = [await createMember(server, person), await aDoctor(server)];
  const child = { personName: 'Kiran', relation: 'child', birthYear: '2018', sex: 'male' };
  const ids: string[] = [];
  for (const reportType of ['Blood Test', 'Blood Test', 'Blood Test', 'Blood Test', 'X-Ray', 'MRI', 'ECG'])
    ids.push(
      (
        await aReport(server, patient, 'rash.png', {
          reportType,
          ...(reportType === 'MRI' ? child : { relation: 'self' }),
        })
      )._id,
    );
  const [urgent = '', other = '', ...seen] = ids;
  for (const id of seen.slice(0, -1)) {
    await answer(server, doctor, id, { nextStep: 'none' });
    await call(server, 'POST', `report/review-seen/${id}`, {}, patient.token);
  }
  await answer(server, doctor, urgent, { nextStep: 'goToday' });
  await answer(server, doctor, other, { nextStep: 'seeDoctor', withinDays: 14 });
  return { patient, urgent, other };
}

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
  // The checked sentences are of a server of its own.
  test.use({ viewport: small, settings: { PRODUCT_NAME: 'SecondLook' } });

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
      const words = messagesByLanguage[language];
      await setLanguageCookie(page, `${language}.account`, server);
      for (const [id, step] of [
        [urgent, 'goToday'],
        [other, 'seeDoctor'],
      ] as const) {
        await page.goto(`/dashboard/report/${id}`);
        const title = page.getByText(words[`step.title.${step}`], { exact: true });
        const { y = Number.NaN } = (await title.boundingBox()) ?? {};
        expect.soft(y, `title of ${step} in ${language}`).toBeLessThanOrEqual(230);
        await expect.soft(title).toBeInViewport({ ratio: 1 });
        const lines = await secondLine(page.locator('.letter').first());
        expect.soft(lines, `second line of the review, ${step} in ${language}`).toBeLessThanOrEqual(420);
        await expect.soft(page.getByRole('button', { name: words['listen.start'] }).first()).toBeInViewport();
        if (step === 'goToday')
          await expect.soft(page.getByText(words['site.emergency'])).toBeInViewport({ ratio: 1 });
      }
      await page.goto(`/dashboard/previous-report/${patient.id}`);
      const rows = page.locator('article > a');
      await expect(rows).toHaveCount(7);
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect.soft(Math.max(...heights), `row in ${language}`).toBeLessThanOrEqual(80);
      expect.soft(await heightOf(page), `list in ${language}`).toBeLessThan(1200);
      const names = await rows.evaluateAll((all) => all.map((row) => row.textContent));
      expect(new Set(names).size, 'reports of one day can be told apart').toBe(7);
      await page.goto('/dashboard/home');
      expect.soft(await heightOf(page), `home in ${language}`).toBeLessThan(1550);
      await expect(
        page.getByRole('list', { name: words['dashboard.states'] }).getByRole('listitem'),
      ).toHaveCount(3);
    }
  });
});

const long = Array.from({ length: 60 }, (_, line) => `Line ${line + 1}: go to a hospital today.`).join('\n');
const short = 'Your potassium is high. Please go to a hospital today and show them this answer.';

/** Records what is said aloud, and says each part at once when it is told to. */
function simulateSpeech() {
  const parts: { onend?: () => void }[] = [];
  const speechSynthesis = {
    getVoices: () => [{ lang: 'en-IN', localService: true }],
    speak: (part: { onend?: () => void }) => parts.push(part),
    cancel: () => undefined,
  };
  class SpeechSynthesisUtterance {
    constructor(public text: string) {}
  }
  const sayAll = () => {
    for (const part of parts) part.onend?.();
  };
  for (const [name, value] of Object.entries({ speechSynthesis, SpeechSynthesisUtterance, sayAll }))
    Object.defineProperty(window, name, { value });
}

test.describe(() => {
  test.use({ viewport: small });

  test('an answer that says "go today" stays with the staff until its end was scrolled to or heard, or a button says so', async ({
    page,
    anotherPage,
    server,
  }) => {
    const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
    const office = await anotherPage();
    await startSession(office, await theAdmin(server));
    await page.addInitScript(simulateSpeech);
    await startSession(page, patient);
    const aGoToday = async (text: string) => {
      const { _id } = await aReport(server, patient, 'rash.png');
      await call(
        server,
        'POST',
        `report/add-review/${_id}`,
        { review: text, nextStep: 'goToday' },
        doctor.token,
      );
      return _id;
    };
    const openWith = async (text: string) => {
      const id = await aGoToday(text);
      await page.goto(`/dashboard/report/${id}`);
      return id;
    };
    const expectListed = async (id: string, count: 0 | 1) =>
      expect(async () => {
        await office.goto('/dashboard/to-tell');
        await expect(office.locator(`#record-answer-${id}`)).toHaveCount(count, { timeout: 500 });
      }).toPass();
    const told: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/review-seen/')) told.push(request.url());
    });

    for (const text of [short, long]) {
      const id = await openWith(text);
      // Twice as long as a part has to be in view to be seen.
      await page.waitForTimeout(2000);
      expect(told).toEqual([]);
      await page.goto('/dashboard/home');
      await expectListed(id, 1);
    }

    const scrolled = await openWith(long);
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(1500);
    expect(told).toEqual([]);
    await page.locator('[data-end]').evaluate((end) => end.scrollIntoView({ block: 'center' }));
    await expect.poll(() => told.length).toBe(1);
    await expectListed(scrolled, 0);

    const heard = await openWith(short);
    await page.getByRole('button', { name: en['listen.start'] }).click();
    await page.getByRole('button', { name: en['listen.stop'] }).click();
    await page.evaluate(() => (window as unknown as { sayAll: () => void }).sayAll());
    expect(told).toHaveLength(1);
    await page.getByRole('button', { name: en['listen.start'] }).click();
    await page.evaluate(() => (window as unknown as { sayAll: () => void }).sayAll());
    await expect.poll(() => told.length).toBe(2);
    await expectListed(heard, 0);

    const pressed = await openWith(short);
    await page.getByRole('button', { name: en['seen.confirm'] }).click();
    await expect(page.getByRole('button', { name: en['seen.confirm'] })).toHaveCount(0);
    await expectListed(pressed, 0);
  });

  test('a patient asks for a call about an answer, and staff read case and number', async ({
    page,
    anotherPage,
    server,
  }) => {
    const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
    const { _id } = await aReport(server, patient, 'rash.png');
    await call(
      server,
      'POST',
      `report/add-review/${_id}`,
      { review: short, nextStep: 'goToday' },
      doctor.token,
    );
    await startSession(page, patient);
    await page.goto(`/dashboard/report/${_id}`);
    await expect(page.getByText(en['callBack.goNow'])).toBeVisible();
    await page.getByRole('link', { name: en['callBack.aboutThis'] }).click();
    await page.getByRole('button', { name: en['callBack.submit'] }).click();
    await expect(page.getByText(patient.phone).first()).toBeVisible();
    await page.getByRole('link', { name: en['confirm.back'], exact: true }).click();
    await expect(page).toHaveURL(`/dashboard/report/${_id}`);

    const office = await anotherPage();
    await startSession(office, await theAdmin(server));
    await office.goto('/dashboard/messages?kind=callback');
    const message = office.getByRole('article').filter({ hasText: patient.lastName });
    await expect(message).toContainText(
      `Case ${_id.slice(0, 4).toUpperCase()}-${_id.slice(4, 8).toUpperCase()}`,
    );
  });
});
