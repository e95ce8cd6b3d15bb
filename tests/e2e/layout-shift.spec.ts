import { sentences as en } from '../../app/i18n/translate.ts';
import { openPhone } from '../support/journey-fields.ts';
import { ways, whole } from '../support/short-form.ts';
import { fillLogIn, fillUpload } from './journey.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import { measureShifts, mostShift, shiftsOf, sumOfShifts } from './support/layout-shift.ts';
import { aDoctor, addReview, aPatient, aReport, startSession, theAdmin } from './support/people.ts';

/** Begins to measure each document of a page. The device has a voice for English. */
async function measureWithVoice(page: Page) {
  await measureShifts(page);
  await page.addInitScript(() => {
    const voice = { lang: 'en-IN', localService: true, name: 'English' } as SpeechSynthesisVoice;
    let voices: SpeechSynthesisVoice[] = [];
    const speech = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      cancel: () => {},
      speak: () => {},
    });
    Object.defineProperty(window, 'speechSynthesis', { value: speech });
    // Browsers list the voices of the device some time after the page.
    window.addEventListener('load', () =>
      setTimeout(() => {
        voices = [voice];
        speech.dispatchEvent(new Event('voiceschanged'));
      }, 50),
    );
  });
}

/** Sums up all shifts, after a press too. */
const sumOf = (shifts: { value: number }[]) => shifts.reduce((sum, { value }) => sum + value, 0);

for (const viewport of ways(phone, { width: 1280, height: 800 })) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    // accessibility.spec.ts measures every page in npm test, on a device without a voice.
    test(
      'no page moves while it loads, and neither do its messages',
      whole,
      async ({ anotherPage, server }) => {
        const patient = await aPatient(server);
        const doctor = await aDoctor(server);
        const reviewed = await aReport(server, patient);
        await addReview(server, doctor, reviewed._id, 'Your iron is a little low.');
        const pending = await aReport(server, patient, 'xray.jpg');
        const [guest, asPatient, asDoctor, asAdmin] = await Promise.all(
          [0, 1, 2, 3].map(() => anotherPage()),
        );
        for (const page of [guest, asPatient, asDoctor, asAdmin]) await measureWithVoice(page as Page);
        await startSession(asPatient as Page, patient);
        await startSession(asDoctor as Page, doctor);
        await startSession(asAdmin as Page, await theAdmin(server));
        for (const [page, path] of [
          [guest, '/'],
          [guest, '/about-us'],
          [guest, '/contact-us'],
          [guest, '/signup'],
          [guest, '/login'],
          [asPatient, '/dashboard/home'],
          [asPatient, '/dashboard/upload-report'],
          [asPatient, `/dashboard/previous-report/${patient.id}`],
          [asPatient, '/dashboard/settings'],
          [asDoctor, '/dashboard/pending-report'],
          [asDoctor, `/dashboard/add-review/${pending._id}`],
          [asAdmin, '/dashboard/home'],
        ] as [Page, string][]) {
          await page.goto(path, { waitUntil: 'load' });
          if (await page.getByRole('heading', { level: 1 }).count())
            await page.waitForFunction(() => window.speechSynthesis.getVoices().length > 0);
          const shifts = await shiftsOf(page);
          expect.soft(sumOf(shifts), `${path}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(mostShift);
        }
      },
    );

    test('nothing moves after a log-in, neither when its message comes nor when it goes', async ({
      page,
      server,
    }) => {
      const patient = await aPatient(server);
      await aReport(server, patient);
      await measureWithVoice(page);
      await page.goto('/login');
      await fillLogIn(page, patient);
      await page.getByRole('button', { name: en['login.submit'] }).click();
      await page.waitForURL('/dashboard/home');
      const message = page.getByText('Login Successful', { exact: true });
      await message.waitFor();
      await message.waitFor({ state: 'hidden' });
      const shifts = await shiftsOf(page);
      expect(sumOf(shifts), JSON.stringify(shifts, null, 1)).toBeLessThan(mostShift);
    });

    test('nothing moves by itself after an upload, nor on a page while a report waits to be sent', async ({
      page,
      server,
      tolerate,
    }) => {
      tolerate(/ERR_/);
      const patient = await aPatient(server);
      await startSession(page, patient);
      await measureWithVoice(page);
      const sending = { reportType: 'X-Ray', phone: patient.phone, description: 'Tired', file: 'rash.png' };
      await page.goto('/dashboard/upload-report');
      await fillUpload(page, sending);
      await page.getByRole('button', { name: en['upload.submit'] }).click();
      await page.waitForURL('/report-submitted');
      const message = page.getByText(en['upload.done'], { exact: true });
      await message.waitFor();
      await message.waitFor({ state: 'hidden' });
      const uploadShifts = await shiftsOf(page);
      expect(sumOfShifts(uploadShifts), JSON.stringify(uploadShifts, null, 1)).toBeLessThan(mostShift);

      await page.goto('/dashboard/upload-report');
      await fillUpload(page, sending);
      await page.route('**/uploads**', (route) => route.abort());
      await page.getByRole('button', { name: en['upload.submit'] }).click();
      await page.getByText(en['waiting.offline'], { exact: true }).first().waitFor();
      await page.goto('/dashboard/home');
      await page.getByRole('region', { name: en['waiting.title'] }).waitFor();
      const waitingShifts = await shiftsOf(page);
      expect(sumOf(waitingShifts), JSON.stringify(waitingShifts, null, 1)).toBeLessThan(mostShift);
    });

    test('nothing moves while a form that was kept is filled in again', async ({ page, context, server }) => {
      const patient = await aPatient(server);
      await startSession(page, patient);
      await page.goto('/dashboard/upload-report');
      await waitForHydration(page);
      await openPhone(page);
      await fillUpload(page, { reportType: 'X-Ray', phone: '9811122233', description: 'Tired' });
      await expect.poll(() => page.evaluate(() => 'unsentForm' in localStorage)).toBe(true);
      await page.close();
      const next = await context.newPage();
      await measureShifts(next);
      await next.goto('/dashboard/upload-report');
      await expect(next.getByText(en['waiting.typed'])).toBeVisible();
      await expect(next.getByLabel(en['upload.descriptionLabel'])).toHaveValue('Tired');
      const shifts = await shiftsOf(next);
      expect(sumOf(shifts), JSON.stringify(shifts, null, 1)).toBeLessThan(mostShift);
    });
  });
}
