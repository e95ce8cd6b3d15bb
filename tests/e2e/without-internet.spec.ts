import { sentences as en } from '../../app/i18n/translate.ts';
import { expectMessage, fillUpload } from './journey.ts';
import { type Page, phone, waitForHydration } from './support/fixtures.ts';
import type { Line } from './support/line.ts';
import { aPatient, fixturePath, type Member, reportsOf, startSession } from './support/people.ts';
import { textsIn } from './support/traces.ts';
import { banner, button, emptyStorage, expect, readBrowserStorage, test } from './support/waiting.ts';

test.use({ viewport: phone });

const description = 'Fever-canary since Monday';
const names = ['rash.png', 'xray.jpg'];
/** Words that a photo begins with. */
const photoMarks = ['IHDR', 'JFIF', 'Exif'];

const text = (page: Page, key: keyof typeof en) => page.getByText(en[key], { exact: true });

/** Lets the phone of a patient write reports without a connection. */
async function turnOn(page: Page, line: Line, patient: Member) {
  await startSession(page, patient);
  await page.goto(`${line.url}/dashboard/without-connection`);
  await waitForHydration(page);
  await button(page, 'offlineForm.turnOn').click();
  await expect(text(page, 'offlineForm.isOn')).toBeVisible();
}

/** Loses the connection, and writes a report of two photos. */
async function writeReport(page: Page, line: Line, { phone: number }: Member) {
  line.set({ isDown: true });
  await page.goto(`${line.url}/dashboard/upload-report`);
  await expect(page).toHaveURL(`${line.url}/offline/form`);
  await expect(page.getByText(en['offlineForm.account'].replace('{initial}', 'A'))).toBeVisible();
  await fillUpload(page, { reportType: 'X-Ray', phone: number, description });
  await page
    .getByLabel(en['upload.reportLabel'], { exact: true })
    .setInputFiles(names.map((name) => fixturePath(name)));
  await expect(page.getByText(/^2 pages, [\d.]+ MB$/)).toBeVisible();
  await button(page, 'offlineForm.save').click();
  await expect(page.getByText('1 report is waiting on this phone.')).toBeVisible();
  await expect(text(page, 'offlineForm.notSent').first()).toBeVisible();
}

/** Reads what the browser stores, without the page itself. */
async function storedTexts(page: Page) {
  const entries = Object.entries(await textsIn(page));
  return entries.filter(([place]) => /^(?:cache|database|localStorage|sessionStorage)/.test(place));
}

/** Lists the places that hold any of some texts. */
const placesWith = (texts: [string, string][], parts: string[]) =>
  texts.filter(([, stored]) => parts.some((part) => stored.includes(part))).map(([place]) => place);

test('a report of two photos is written without a connection, and arrives under its own account', async ({
  page,
  server,
  line,
}) => {
  const asha = await aPatient(server);
  await turnOn(page, line, asha);
  await writeReport(page, line, asha);

  const texts = await storedTexts(page);
  expect(texts.map(([place]) => place)).toContain('database waiting, reports');
  expect(placesWith(texts, [en['offlineForm.title']])).toContain(
    `cache offline-form, ${line.url}/offline/form`,
  );
  expect(placesWith(texts, ['Fever-canary', asha.phone, asha.lastName, asha.email, ...names])).toEqual([]);
  const ofReport = texts.filter(([place]) => place.startsWith('database'));
  expect(placesWith(ofReport, [...photoMarks, 'X-Ray'])).toEqual([]);

  line.set({});
  await expect(page).toHaveURL(`${line.url}/dashboard/home`);
  await expectMessage(page, en['upload.done']);
  expect(await reportsOf(server, asha)).toMatchObject([{ pages: 2, description, reportType: 'X-Ray' }]);
  await expect(banner(page)).toBeHidden();
  expect(await readBrowserStorage(page)).toEqual({ ...emptyStorage, local: ['offlineForm'] });
});

test('after the log-in of another patient nothing is sent or shown', async ({ page, server, line }) => {
  const [asha, otherPatient] = [await aPatient(server), await aPatient(server)];
  await turnOn(page, line, asha);
  await writeReport(page, line, asha);
  // The page would leave once there is a connection.
  await page.goto('about:blank');
  line.set({});
  await page.context().clearCookies({ name: 'session' });
  await startSession(page, otherPatient);
  await page.goto(`${line.url}/dashboard/home`);
  await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
  await expect(banner(page)).toBeHidden();
  expect([await reportsOf(server, asha), await reportsOf(server, otherPatient)]).toEqual([[], []]);

  line.set({ isDown: true });
  await page.goto(`${line.url}/offline/form`);
  await expect(text(page, 'offlineForm.logInFirst')).toBeVisible();
  await expect(page.getByLabel(en['upload.reportLabel'], { exact: true })).toHaveCount(0);
});

test('a new release replaces the stored form', async ({ page, server, line }) => {
  const asha = await aPatient(server);
  await turnOn(page, line, asha);
  await page.evaluate(async () => {
    const flags = String(localStorage.getItem('offlineForm')).split(' ');
    flags[3] = 'older';
    localStorage.setItem('offlineForm', flags.join(' '));
    const cache = await caches.open('offline-form');
    await cache.put('/offline/form', new Response('an older form'));
    await cache.put('/assets/older.js', new Response('older code'));
  });
  await page.goto(`${line.url}/dashboard/home`);
  const readCache = () =>
    page.evaluate(async () => {
      const cache = await caches.open('offline-form');
      const form = await (await cache.match('/offline/form'))?.text();
      return {
        isNew: form?.includes('id="upload"'),
        hasOlder: Boolean(await cache.match('/assets/older.js')),
      };
    });
  await expect.poll(readCache).toEqual({ isNew: true, hasOlder: false });
});

test('a browser that cannot store pages says so and keeps nothing', async ({ page, server, line }) => {
  const asha = await aPatient(server);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'caches', { value: undefined });
  });
  await startSession(page, asha);
  await page.goto(`${line.url}/dashboard/without-connection`);
  await waitForHydration(page);
  await button(page, 'offlineForm.turnOn').click();
  await expect(text(page, 'offlineForm.cannot')).toBeVisible();
  expect(await readBrowserStorage(page)).toEqual(emptyStorage);
});
