import { dangerSigns } from '../../app/domain/report/danger-signs.ts';
import { languageCodes } from '../../app/i18n/language-codes.ts';
import { sentences as en, translate } from '../../app/i18n/translate.ts';
import { fillUpload } from './journey.ts';
import { type Page, phone, waitForHydration } from './support/fixtures.ts';
import { aDoctor, aPatient, type Member, reportsOf, startSession, theAdmin } from './support/people.ts';
import type { Server } from './support/server.ts';
import { banner, button, expect, fillReportForm, test } from './support/waiting.ts';

const path = '/dashboard/upload-report';
const sign = (page: Page, name: keyof typeof en) => page.locator('#danger').getByLabel(en[name]);
const callNow = (page: Page) => page.getByText(en['danger.doNotWait']).first();

/** Every way in which a page could show a sign: its key, and its words in each language. */
const traces = dangerSigns.flatMap((name) => {
  const words = name === 'saidUrgent' ? ('danger.saidUrgent' as const) : (`signs.${name}` as const);
  return [`"${name}"`, ...languageCodes.map((language) => translate(language, words))];
});

/** Records as an admin that a doctor has confirmed the danger signs. */
async function confirmOnPage(page: Page, server: Server) {
  await startSession(page, await theAdmin(server));
  await page.goto('/dashboard/checked-sentences');
  const form = page.locator('#signs-en');
  const list = page.locator('details').filter({ has: form });
  await list.locator('summary').click();
  await form.getByRole('textbox').fill('Dr Tara Bose');
  await Promise.all([page.waitForURL('**/checked-sentences'), form.getByRole('button').click()]);
  await expect(list.locator('.badge.good')).toContainText('Dr Tara Bose');
}

async function openUpload(page: Page, patient: Member) {
  await startSession(page, patient);
  await page.goto(path);
  await waitForHydration(page);
}

/** Reads everything that this browser stores, its blobs too. */
const readStored = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const add = async (value: unknown): Promise<void> => {
      if (value instanceof Blob) texts.push(await value.text());
      else if (value && typeof value === 'object') for (const part of Object.values(value)) await add(part);
      else texts.push(JSON.stringify(value ?? null));
    };
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        await add(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return texts.join('\n');
  });

// Its clinic confirms the signs, which no other spec expects.
test.use({ settings: { HELPLINE: '+91 11 4000 0002' } });

test('signs are asked for once a doctor has confirmed them, say at once to call, and only the doctor reads them', async ({
  page,
  server,
  anotherPage,
}) => {
  await page.setViewportSize(phone);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  await confirmOnPage(await anotherPage(), server);

  await openUpload(page, patient);
  await expect(page.locator('#danger input:checked')).toHaveCount(0);
  await expect(callNow(page)).toBeHidden();
  await sign(page, 'signs.suddenWeakness').check();
  await expect(callNow(page)).toBeVisible();
  // Nothing that a browser keeps ticks them again.
  await fillUpload(page, { description: 'Since noon' });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('unsentForm'))).toBeTruthy();
  const stored = await readStored(page);
  expect(traces.filter((trace) => stored.includes(trace))).toEqual([]);
  await page.reload();
  await waitForHydration(page);
  await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue('Since noon');
  await expect(page.locator('#danger input:checked')).toHaveCount(0);

  await sign(page, 'signs.suddenWeakness').check();
  await sign(page, 'signs.bleeding').check();
  await fillUpload(page, { reportType: 'X-Ray', phone: patient.phone, file: 'xray.jpg' });
  await page.getByRole('button', { name: en['upload.submit'] }).click();
  await page.waitForURL('**/report-submitted');
  await expect(page.locator('main .notice').first()).toContainText(en['danger.doNotWait']);
  const [report] = await reportsOf(server, patient);
  for (const at of ['/report-submitted', '/dashboard/home', `/dashboard/report/${report?._id}`]) {
    await page.goto(at);
    const html = await page.content();
    expect(
      traces.filter((trace) => html.includes(trace)),
      at,
    ).toEqual([]);
  }

  const desk = await anotherPage();
  await startSession(desk, doctor);
  await desk.goto(`/dashboard/add-review/${report?._id}`);
  const shown = desk.getByRole('region', { name: en['danger.ticked'] });
  await expect(shown.getByRole('listitem')).toHaveText([en['signs.suddenWeakness'], en['signs.bleeding']]);
});

test('a report that waits for a line has its signs sealed, and arrives with them', async ({
  page,
  server,
  line,
  anotherPage,
}) => {
  await confirmOnPage(await anotherPage(), server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  await startSession(page, patient);
  await fillReportForm(page, line, patient);
  await sign(page, 'signs.fits').check();
  line.set({ bytesPerSecond: 400_000 });
  await button(page, 'upload.submit').click();
  await page.waitForFunction(() => /(?<!\d)[2-9]\d% – /.test(document.body.textContent ?? ''), undefined, {
    polling: 'raf',
    timeout: 90_000,
  });
  line.set({ bytesPerSecond: 3000 });
  await page.goto(`${line.url}/dashboard/home`);
  await expect(banner(page)).toBeVisible();
  const stored = await readStored(page);
  expect(stored.length).toBeGreaterThan(1000);
  expect(traces.filter((trace) => stored.includes(trace))).toEqual([]);
  const shown = (await page.textContent('body')) ?? '';
  expect(traces.filter((trace) => shown.includes(trace))).toEqual([]);
  line.set({ bytesPerSecond: 300_000 });
  await expect.poll(() => reportsOf(server, patient), { timeout: 90_000 }).toHaveLength(1);
  const [report] = await reportsOf(server, patient);
  const desk = await anotherPage();
  await startSession(desk, doctor);
  await desk.goto(`/dashboard/add-review/${report?._id}`);
  await expect(desk.getByRole('region', { name: en['danger.ticked'] })).toContainText(en['signs.fits']);
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without script the first line after sending says not to wait', async ({
    page,
    server,
    anotherPage,
  }) => {
    await confirmOnPage(await anotherPage(), server);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await page.goto(path);
    await sign(page, 'signs.fits').check();
    await fillUpload(page, { reportType: 'X-Ray', phone: patient.phone, file: 'xray.jpg' });
    await page.getByRole('button', { name: en['upload.submit'] }).click();
    await page.waitForURL('**/report-submitted');
    await expect(page.locator('main .notice').first()).toContainText(en['danger.doNotWait']);
  });
});
