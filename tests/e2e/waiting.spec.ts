import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sentences as en, translate } from '../../app/i18n/translate.ts';
import { pdfOf } from '../support/padded.ts';
import { openPoorLine } from '../support/poor-line.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillUpload } from './journey.ts';
import { type Page, waitForHydration } from './support/fixtures.ts';
import type { Line } from './support/line.ts';
import { aPatient, fixturePath, logInWithLanguage, reportsOf, startSession } from './support/people.ts';
import { pressWhileLoading } from './support/press.ts';
import {
  banner,
  button,
  discardDialog,
  discardWaiting,
  emptyStorage,
  expect,
  expectOneReport,
  file,
  fileBytes,
  fillReportForm,
  leaveWaiting,
  readBrowserStorage,
  sendMostOf,
  test,
} from './support/waiting.ts';

/** The mark of the server's own answers to pieces. */
const ours = { 'Tus-Resumable': '1.0.0' };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test('an upload continues without choosing the file again after its tab is killed at 60 %', async ({
  page,
  context,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await sendMostOf(page, line, patient);
  await page.close();
  line.set({ bytesPerSecond: 300_000 });
  const next = await context.newPage();
  const chunkSizes: number[] = [];
  next.on('request', async (request) => {
    if (request.method() === 'PATCH') chunkSizes.push(request.postDataBuffer()?.length ?? 0);
  });
  await next.goto(`${line.url}/dashboard/home`);
  await expect(banner(next)).toBeVisible();
  await expectMessage(next, en['upload.done']);
  await expect(banner(next)).toBeHidden();
  expect(chunkSizes.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.55 * fileBytes);
  await expectOneReport(server, patient);
  expect(await readBrowserStorage(next)).toEqual(emptyStorage);
});

test('several partly sent photos wait as one report and continue', async ({
  page,
  context,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await page.goto(`${line.url}/dashboard/upload-report`);
  await waitForHydration(page);
  const loaded = page.waitForResponse(/\/assets\/waiting-/).catch(() => undefined);
  await fillUpload(page, { reportType: 'X-Ray', phone: patient.phone, description: 'Tired' });
  const names = ['rash.png', 'xray.jpg', 'ecg.gif'];
  await page
    .getByLabel(en['upload.reportLabel'], { exact: true })
    .setInputFiles(names.map((name) => fixturePath(name)));
  await expect(page.getByText(/^3 pages, [\d.]+ MB$/)).toBeVisible();
  await loaded;
  const total = names.reduce((sum, name) => sum + statSync(fixturePath(name)).size, 0);
  line.set({ bytesPerSecond: total / 5 });
  await button(page, 'upload.submit').click();
  await expect(page.getByText(/^[4-9]\d% – /)).toBeVisible();
  await page.close();
  line.set({});
  const next = await context.newPage();
  await next.goto(`${line.url}/dashboard/home`);
  await expectMessage(next, en['upload.done']);
  expect(await reportsOf(server, patient)).toMatchObject([{ pages: 3, resourceType: 'raw' }]);
  expect(await readBrowserStorage(next)).toEqual(emptyStorage);
});

for (const [what, plan] of [
  ['a piece', { loses: /^PATCH / }],
  ['the announcement of a file', { loses: /^POST \/uploads / }],
  ['the request for the offset', { cutAnswerTo: /^PATCH /, loses: /^HEAD \/uploads/ }],
] as const) {
  test(
    `sends again after half a minute if ${what} gets lost silently`,
    whole,
    async ({ page, server, line }) => {
      const patient = await aPatient(server);
      await startSession(page, patient);
      await page.clock.install();
      await fillReportForm(page, line, patient);
      line.set(plan);
      await button(page, 'upload.submit').click();
      await expect.poll(line.losses).toBeGreaterThan(0);
      line.set({});
      await page.clock.fastForward(31_000);
      await expect(page.getByText(en['waiting.offline'], { exact: true })).toBeVisible();
      await page.clock.fastForward(61_000);
      await expect(page).toHaveURL(`${line.url}/report-submitted`);
      await expectOneReport(server, patient);
    },
  );
}

test(
  'the form is retried if the server is overloaded, and nothing is sent twice',
  whole,
  async ({ page, server, line, tolerate }) => {
    tolerate(/status of 503/);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await fillReportForm(page, line, patient);
    const headers = { 'X-Remix-Response': 'yes' };
    await page.route('**/upload-report.data*', (route) => route.fulfill({ status: 503, headers, body: '' }), {
      times: 1,
    });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.method()));
    await button(page, 'upload.submit').click();
    await expect(page).toHaveURL(`${line.url}/report-submitted`);
    await expectOneReport(server, patient);
    expect(requested.filter((method) => method === 'HEAD')).toHaveLength(1);
    expect(requested).not.toContain('DELETE');
  },
);

test('pieces sent too fast wait as long as the server says, and the report is still sent', async ({
  page,
  server,
  line,
  tolerate,
}) => {
  tolerate(/status of 429/);
  const patient = await aPatient(server);
  await startSession(page, patient);
  await fillReportForm(page, line, patient);
  const refusal = { success: false, message: 'Too many attempts', code: 'too_many' };
  await page.route(
    '**/uploads/*',
    (route) => route.fulfill({ status: 429, headers: { ...ours, 'Retry-After': '1' }, json: refusal }),
    { times: 2 },
  );
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await button(page, 'upload.submit').click();
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
  expect(requested.filter((one) => one === 'POST /uploads')).toHaveLength(1);
  expect(requested.filter((one) => one.startsWith('DELETE'))).toEqual([]);
});

test('the upload resumes by itself after an hour offline and makes one report', async ({
  page,
  context,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await page.clock.install();
  await fillReportForm(page, line, patient);
  await context.setOffline(true);
  await button(page, 'upload.submit').click();
  await expect(page.getByText(en['waiting.offline'], { exact: true })).toBeVisible();
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText(en['waiting.kept'])).toBeVisible();
  await context.setOffline(false);
  await page.clock.fastForward('01:30');
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
  expect(await readBrowserStorage(page)).toEqual(emptyStorage);
});

test(
  'a report arrives over a line that is cut every 20 s, with little sent twice',
  whole,
  async ({ page, server, tolerate }) => {
    test.setTimeout(420_000);
    tolerate(/^request to another host: http:\/\/127\.0\.0\.1:|net::ERR_|status of 409/);
    const patient = await aPatient(server);
    await startSession(page, patient);
    // 50 kbit/s; a whole megabyte takes three minutes. A busy machine sends less between two cuts.
    const bytesPerSecond = 6250;
    const fileBytes = 1_000_000;
    const lostInCut = 32_000;
    const plan = { bytesPerSecond: Number.POSITIVE_INFINITY, cutEveryMs: 20_000 };
    const line = await openPoorLine(Number(new URL(server.url).port), plan);
    await page.goto(`${line.url}/dashboard/upload-report`);
    await waitForHydration(page);
    const loaded = page.waitForResponse(/\/assets\/waiting-/).catch(() => undefined);
    await fillUpload(page, { reportType: 'X-Ray', phone: patient.phone, description: 'Tired' });
    const buffer = Buffer.from(await (await pdfOf(fileBytes)).arrayBuffer());
    await page.getByLabel(en['upload.reportLabel'], { exact: true }).setInputFiles({ ...file, buffer });
    await loaded;
    plan.bytesPerSecond = bytesPerSecond;
    const [sentBefore, cutsBefore] = [line.sent(), line.cuts()];
    await button(page, 'upload.submit').click();
    await expect(page).toHaveURL(/report-submitted$/, { timeout: 400_000 });
    const share = (line.sent() - sentBefore) / fileBytes;
    const cutsMet = line.cuts() - cutsBefore;
    process.stdout.write(`  sent ${share.toFixed(2)} of the file, ${cutsMet} cuts\n`);
    expect(share).toBeLessThanOrEqual(1.05 + (cutsMet * lostInCut) / fileBytes);
    expect(cutsMet).toBeGreaterThan(1);
    await line.close();
    await expectOneReport(server, patient, buffer);
  },
);

for (const [where, cripple] of ways(
  [
    'no space',
    () => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...given) {
        const request = put.apply(this, given);
        this.transaction.abort();
        return request;
      };
    },
  ],
  [
    'no encryption, as on an insecure connection,',
    () => Object.defineProperty(crypto, 'subtle', { value: undefined }),
  ],
  [
    'no storage',
    () => {
      for (const name of ['indexedDB', 'localStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    },
  ],
)) {
  test(`in a browser that has ${where} a report is sent from its own page, which says so`, async ({
    page,
    server,
    line,
  }) => {
    await page.addInitScript(cripple);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await sendMostOf(page, line, patient);
    line.set({ bytesPerSecond: 10_000 });
    await expect(page.getByText(en['waiting.kept'])).toBeHidden();
    await expect(page.getByText(en['waiting.notKept'], { exact: true })).toBeVisible();
    const requested: string[] = [];
    page.on('dialog', async (dialog) => {
      requested.push(dialog.type());
      await dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await expect.poll(() => requested).toEqual(['beforeunload']);
    line.set({ isDown: true });
    await expect(page.getByText(en['waiting.offline'], { exact: true })).toBeVisible();
    line.set({});
    await expect(page).toHaveURL(`${line.url}/report-submitted`);
    await expectOneReport(server, patient);
  });
}

test(
  'the notice of a waiting report passes axe and works by keyboard',
  whole,
  async ({ page, server, line }) => {
    await page.addInitScript(axeSource);
    const faults = () =>
      page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') };
        const found = await axe.run(document, { resultTypes: ['violations'] });
        return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`);
      });
    const patient = await aPatient(server);
    await startSession(page, patient);
    await sendMostOf(page, line, patient);
    line.set({ bytesPerSecond: 10_000 });
    expect(await faults()).toEqual([]);
    await page.route('**/uploads/**', (route) => route.abort());
    line.set({ isDown: true });
    await expect(page.getByText(en['waiting.offline'], { exact: true })).toBeVisible();
    line.set({});
    expect(await faults()).toEqual([]);
    await page.goto(`${line.url}/dashboard/home`);
    await expect(banner(page).getByText(en['waiting.offline']).first()).toBeVisible();
    expect(await faults()).toEqual([]);
    await button(page, 'waiting.goOn').focus();
    await page.keyboard.press('Tab');
    await expect(button(page, 'waiting.throwAway')).toBeFocused();
    await page.keyboard.press('Enter');
    // The way back has the focus.
    await expect(discardDialog(page)).toBeVisible();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(discardDialog(page)).toBeHidden();
    await expect(button(page, 'waiting.throwAway')).toBeFocused();
    await expect(banner(page)).toBeVisible();
    line.set({});
    await page.unroute('**/uploads/**');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeFocused();
    await expectMessage(page, en['upload.done']);
    await expectOneReport(server, patient);
  },
);

test(
  'the notice of a waiting report does not displace a link during a press',
  whole,
  async ({ page, server, line }) => {
    const patient = await aPatient(server);
    await startSession(page, patient);
    await sendMostOf(page, line, patient);
    line.set({ bytesPerSecond: 3000 });
    await pressWhileLoading(page, {
      file: /\/assets\/waiting-/,
      request: () => page.goto(`${line.url}/dashboard/home`),
      target: page.locator('#content a[href="/dashboard/upload-report"]').first(),
    });
    await expect(banner(page)).toBeHidden();
    await page.mouse.up();
    await expect(page).toHaveURL(`${line.url}/dashboard/upload-report`);
    await expect(banner(page)).toBeVisible();
  },
);

test('a report that the server rejects says so, and is discarded only by hand', async ({
  page,
  server,
  line,
  tolerate,
}) => {
  tolerate(/status of 415/);
  const patient = await aPatient(server);
  await startSession(page, patient);
  await leaveWaiting(page, line, patient);
  const message = en['upload.wrongType'];
  await page.route('**/uploads/**', (route) =>
    route.fulfill({ status: 415, headers: ours, body: JSON.stringify({ success: false, message }) }),
  );
  line.set({});
  const why = banner(page).getByText(`${en['waiting.refused']} ${message}`, { exact: true });
  await expect(why.first()).toBeVisible();
  await page.reload();
  await expect(why.first()).toBeVisible();
  await discardWaiting(page);
  await expect(banner(page)).toBeHidden();
  await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
});

test(
  'a waiting report names the reason if its form is rejected',
  whole,
  async ({ page, server, line, tolerate }) => {
    tolerate(/status of 422/);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await leaveWaiting(page, line, patient);
    await page.route('**/dashboard/upload-report.data*', (route) =>
      route.continue({ postData: route.request().postData()?.replace(patient.phone, '12') }),
    );
    line.set({});
    const why = `${en['waiting.refused']} ${en['phone.notInCountry']}`;
    await expect(banner(page).getByText(why, { exact: true }).first()).toBeVisible();
    await page.unroute('**/dashboard/upload-report.data*');
    await button(page, 'waiting.goOn').click();
    await expect(banner(page)).toBeHidden();
    await expectOneReport(server, patient);
  },
);

test('the next report renews an outdated offline page', async ({ page, server }) => {
  await startSession(page, await aPatient(server));
  await page.goto('/dashboard/upload-report');
  await page.evaluate(async () => {
    const cache = await caches.open('offline');
    await cache.put('/offline', new Response('of last year', { headers: { 'Content-Language': 'en' } }));
  });
  await page.getByLabel(en['upload.descriptionLabel']).focus();
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/offline'))?.text()))
    .toContain(en['offline.title']);
  // Closing a page while it registers a service worker causes an error.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
});

/** Opens the form and begins to fill it in, so that the browser stores the page for offline use. */
async function keepOfflinePage(page: Page, { url }: Line) {
  await page.goto(`${url}/dashboard/upload-report`);
  await waitForHydration(page);
  await page.locator('textarea[name="description"]').focus();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(async () => (await caches.match('/offline'))?.status)).toBe(200);
}

test(
  'the offline page continues once the server is reachable, even if the phone was online all the time',
  whole,
  async ({ page, server, line }) => {
    await startSession(page, await aPatient(server));
    await keepOfflinePage(page, line);
    line.set({ isDown: true });
    await page.goto(`${line.url}/dashboard/settings`, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['offline.title']);
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    line.set({});
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['settings.title']);
    await waitForHydration(page);
  },
);

for (const language of ways('ur', 'hi')) {
  test(`offline, the product’s own page in ${language} has the input, which is sent once`, async ({
    page,
    context,
    server,
    line,
  }) => {
    const patient = await aPatient(server);
    await logInWithLanguage(server, patient, language);
    await startSession(page, patient);
    await keepOfflinePage(page, line);
    const label = (key: keyof typeof en) => page.getByLabel(translate(language, key));

    const tab = await context.newPage();
    await context.setOffline(true);
    line.set({ isDown: true });
    await tab.goto(`${line.url}/dashboard/settings`, { waitUntil: 'commit' });
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(translate(language, 'offline.title'));
    await expect(tab.locator('html')).toHaveAttribute('lang', language);
    expect(await tab.content()).not.toContain(patient.firstName);
    await tab.getByRole('link', { name: translate(language, 'offline.again') }).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(translate(language, 'offline.title'));

    await label('upload.reportTypeLabel').selectOption('X-Ray');
    await label('upload.descriptionLabel').fill('थकान');
    await label('upload.consentLabel').check();
    await page.getByLabel(translate(language, 'upload.reportLabel'), { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: translate(language, 'upload.submit') }).click();
    await expect(page.getByText(translate(language, 'waiting.offline'), { exact: true })).toBeVisible();
    await expect(label('upload.descriptionLabel')).toHaveValue('थकान');
    line.set({});
    await context.setOffline(false);
    await expect(page).toHaveURL(`${line.url}/report-submitted`);
    await expectOneReport(server, patient);
    await expect(tab).toHaveURL(`${line.url}/dashboard/settings`);
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(translate(language, 'settings.title'));
    // Closing a page while it loads its messages causes an error.
    await waitForHydration(tab);
  });
}
