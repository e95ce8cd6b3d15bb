import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sentences as en, translate } from '../../app/i18n/translate.ts';
import { pdfOf } from '../support/padded.ts';
import { openPoorLine } from '../support/poor-line.ts';
import { fillUpload, hears } from './journey.ts';
import { test as base, expect as baseExpect, type Page, whenAlive } from './support/fixtures.ts';
import { type Line, openLine } from './support/line.ts';
import { aPatient, enter, fixturePath, type Member, reads, reportsOf } from './support/people.ts';
import type { Server } from './support/server.ts';

/** Decoding takes long where much else runs; after some tries the next is up to a minute away. */
const expect = baseExpect.configure({ timeout: 90_000 });

const test = base.extend<{ line: Line }>({
  line: async ({ server, tolerate }, use) => {
    const line = await openLine(server.url);
    tolerate(/^request to another host: http:\/\/127\.0\.0\.1:/);
    tolerate(/Failed to load resource: net::ERR_/);
    await use(line);
    await line.close();
  },
});

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const bytes = 1_500_000;
const content = Buffer.from(await (await pdfOf(bytes)).arrayBuffer());
const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const file = { name: 'blood-test.pdf', mimeType: 'application/pdf', buffer: content };

const banner = (page: Page) => page.getByRole('region', { name: en['waiting.title'] });
const button = (page: Page, name: keyof typeof en) =>
  page.getByRole('button', { name: en[name], exact: true });

/** Fills in the form on a line, and waits until what sends it in pieces is there. */
async function fill(page: Page, line: Line, { phone }: Member) {
  await page.goto(`${line.url}/dashboard/upload-report`);
  await whenAlive(page);
  const loaded = page.waitForResponse(/\/assets\/waiting-/).catch(() => undefined);
  await fillUpload(page, { reportType: 'X-Ray', phone, description: 'Tired' });
  await page.getByLabel(en['upload.reportLabel'], { exact: true }).setInputFiles(file);
  await loaded;
}

/** What this browser keeps of reports, for its address. */
const keptIn = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    local: Object.keys(localStorage).filter((key) => key !== 'offlinePage'),
    session: Object.keys(sessionStorage).filter((key) => /waiting|report/.test(key)),
  }));
const nothing = { databases: [], local: [], session: [] };

async function expectOneReport(server: Server, patient: Member) {
  const [report, ...others] = await reportsOf(server, patient);
  expect(others).toEqual([]);
  const answer = await fetch(String(report?.reportUrl));
  expect(hashOf(Buffer.from(await answer.arrayBuffer()))).toBe(hashOf(content));
}

const piecesLeft = ({ uploadsDir }: Server) =>
  readdirSync(uploadsDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** Sends so much of a report that more than half of it has arrived, on a slow line. */
async function sendMostOf(page: Page, line: Line, patient: Member) {
  await fill(page, line, patient);
  line.set({ bytesPerSecond: 400_000 });
  await button(page, 'upload.submit').click();
  // Looked at with each frame: a busy machine would miss it between two looks of an expectation.
  await page.waitForFunction(() => /(?<!\d)[6-9]\d% – /.test(document.body.textContent ?? ''), undefined, {
    polling: 'raf',
    timeout: 90_000,
  });
}

test('a tab that is killed at 60 % and opened again goes on without choosing again', async ({
  page,
  context,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await enter(page, patient);
  await sendMostOf(page, line, patient);
  await page.close();
  line.set({ bytesPerSecond: 300_000 });
  const next = await context.newPage();
  const sent: number[] = [];
  next.on('request', async (request) => {
    if (request.method() === 'PATCH') sent.push(request.postDataBuffer()?.length ?? 0);
  });
  await next.goto(`${line.url}/dashboard/home`);
  await expect(banner(next)).toBeVisible();
  await hears(next, en['upload.done']);
  await expect(banner(next)).toBeHidden();
  expect(sent.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.55 * bytes);
  await expectOneReport(server, patient);
  expect(await keptIn(next)).toEqual(nothing);
});

test('several photos of which some are sent wait as one report, and go on', async ({
  page,
  context,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await enter(page, patient);
  await page.goto(`${line.url}/dashboard/upload-report`);
  await whenAlive(page);
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
  await hears(next, en['upload.done']);
  expect(await reportsOf(server, patient)).toMatchObject([{ pages: 3, resourceType: 'raw' }]);
  expect(await keptIn(next)).toEqual(nothing);
});

for (const [what, plan] of [
  ['the announcement of a file', { loses: /^POST \/uploads / }],
  ['a piece', { loses: /^PATCH / }],
  ['the question how much has arrived', { cutAnswerTo: /^PATCH /, loses: /^HEAD \/uploads/ }],
] as const) {
  test(`where ${what} gets lost and nobody says so, it is sent again after half a minute`, async ({
    page,
    server,
    line,
  }) => {
    const patient = await aPatient(server);
    await enter(page, patient);
    await page.clock.install();
    await fill(page, line, patient);
    line.set(plan);
    await button(page, 'upload.submit').click();
    await expect.poll(line.losses).toBeGreaterThan(0);
    line.set({});
    await page.clock.fastForward(31_000);
    await expect(page.getByText(en['waiting.offline'], { exact: true })).toBeVisible();
    await page.clock.fastForward(61_000);
    await expect(page).toHaveURL(`${line.url}/report-submitted`);
    await expectOneReport(server, patient);
  });
}

test('a server that has to rest as the form comes is asked again, and nothing is sent twice', async ({
  page,
  server,
  line,
  tolerate,
}) => {
  tolerate(/status of 503/);
  const patient = await aPatient(server);
  await enter(page, patient);
  await fill(page, line, patient);
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
});

test('a phone that is offline for an hour goes on by itself, with one report', async ({
  page,
  context,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await enter(page, patient);
  await page.clock.install();
  await fill(page, line, patient);
  await context.setOffline(true);
  await button(page, 'upload.submit').click();
  await expect(page.getByText(en['waiting.offline'], { exact: true })).toBeVisible();
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText(en['waiting.kept'])).toBeVisible();
  await context.setOffline(false);
  await page.clock.fastForward('01:30');
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
  expect(await keptIn(page)).toEqual(nothing);
});

test('over a line that is cut every 20 s a report arrives, and little of it is sent twice', async ({
  page,
  server,
  tolerate,
}) => {
  test.setTimeout(420_000);
  tolerate(/^request to another host: http:\/\/127\.0\.0\.1:|net::ERR_|status of 409/);
  const patient = await aPatient(server);
  await enter(page, patient);
  // 50 kbit/s; a whole megabyte takes three minutes, and in less of it each cut weighs more.
  const bytesPerSecond = 6250;
  const [fileBytes, most] = process.env.WHOLE_MEGABYTE ? [1_000_000, 1.2] : [250_000, 1.35];
  const plan = { bytesPerSecond: Number.POSITIVE_INFINITY, cutEveryMs: 20_000 };
  const line = await openPoorLine(Number(new URL(server.url).port), plan);
  await page.goto(`${line.url}/dashboard/upload-report`);
  await whenAlive(page);
  const loaded = page.waitForResponse(/\/assets\/waiting-/).catch(() => undefined);
  await fillUpload(page, { reportType: 'X-Ray', phone: patient.phone, description: 'Tired' });
  const buffer = Buffer.from(await (await pdfOf(fileBytes)).arrayBuffer());
  await page.getByLabel(en['upload.reportLabel'], { exact: true }).setInputFiles({ ...file, buffer });
  await loaded;
  plan.bytesPerSecond = bytesPerSecond;
  const [sent, cuts] = [line.sent(), line.cuts()];
  await button(page, 'upload.submit').click();
  await expect(page).toHaveURL(/report-submitted$/, { timeout: 400_000 });
  const share = (line.sent() - sent) / fileBytes;
  process.stdout.write(`  sent ${share.toFixed(2)} of the file, ${line.cuts() - cuts} cuts\n`);
  expect(share).toBeLessThanOrEqual(most);
  expect(line.cuts() - cuts).toBeGreaterThan(1);
  await line.close();
  const [report] = await reportsOf(server, patient);
  const answer = await fetch(String(report?.reportUrl));
  expect(hashOf(Buffer.from(await answer.arrayBuffer()))).toBe(hashOf(buffer));
});

test('a report can be thrown away, here and on the server', async ({ page, context, server, line }) => {
  const patient = await aPatient(server);
  await enter(page, patient);
  const before = piecesLeft(server);
  await sendMostOf(page, line, patient);
  await page.close();
  line.set({ bytesPerSecond: 20_000 });
  const next = await context.newPage();
  await next.goto(`${line.url}/dashboard/home`);
  next.once('dialog', (dialog) => {
    expect(dialog.message()).toBe(en['waiting.sure']);
    void dialog.accept();
  });
  await button(next, 'waiting.throwAway').click();
  await expect(banner(next)).toBeHidden();
  await expect(next.locator('#content')).toBeFocused();
  line.set({});
  await expect.poll(() => piecesLeft(server)).toBe(before);
  expect(await reportsOf(server, patient)).toEqual([]);
  await next.reload();
  await whenAlive(next);
  await expect(banner(next)).toBeHidden();
  expect(await keptIn(next)).toEqual(nothing);
});

test.describe('nothing of it is left in the browser', () => {
  /** A report that waits, seen from a page of the dashboard. */
  async function aWaitingReport(page: Page, line: Line, patient: Member) {
    await enter(page, patient);
    await sendMostOf(page, line, patient);
    line.set({ bytesPerSecond: 3000 });
    await page.getByRole('link', { name: en['nav.settings'] }).first().click();
    await expect(banner(page)).toBeVisible();
    expect((await keptIn(page)).databases).toEqual(['waiting']);
    line.set({});
  }

  for (const isTold of [true, false])
    test(`after a log-out${isTold ? '' : ', in a browser that cannot be told to forget'}`, async ({
      page,
      server,
      line,
      tolerate,
    }) => {
      tolerate(/Clear-Site-Data/);
      await aWaitingReport(page, line, await aPatient(server));
      await page.route('**/uploads/**', (route) => route.abort());
      if (!isTold)
        await page.route('**/logout*', async (route) => {
          const response = await route.fetch({ maxRedirects: 0 });
          const { 'clear-site-data': _forget, ...headers } = response.headers();
          await route.fulfill({ response, headers });
        });
      await page.goto(`${line.url}/logout`);
      await button(page, 'logout.submit').click();
      await hears(page, en['logout.done']);
      await expect.poll(() => keptIn(page)).toEqual(nothing);
    });

  test('after the account is deleted', async ({ page, server, line, tolerate }) => {
    tolerate(/Clear-Site-Data/);
    const before = piecesLeft(server);
    const patient = await aPatient(server);
    await aWaitingReport(page, line, patient);
    expect(piecesLeft(server)).toBeGreaterThan(before);
    await page.route('**/uploads/**', (route) => route.abort());
    await page.goto(`${line.url}/dashboard/settings`);
    await whenAlive(page);
    const form = page.locator('form', { has: button(page, 'deleteAccount.submit') });
    await form.getByLabel(/Type DELETE/).fill('DELETE');
    await form.getByLabel(en['login.passwordLabel']).fill(patient.password);
    await button(page, 'deleteAccount.submit').click();
    await hears(page, en['deleteAccount.done']);
    await expect.poll(() => keptIn(page)).toEqual(nothing);
    await expect.poll(() => piecesLeft(server)).toBe(before);
  });

  test('after the log-in of somebody else', async ({ page, server, line }) => {
    const [asha, other] = [await aPatient(server), await aPatient(server)];
    await aWaitingReport(page, line, asha);
    await page.route('**/uploads/**', (route) => route.abort());
    await page.context().clearCookies({ name: 'session' });
    await enter(page, other);
    await page.goto(`${line.url}/dashboard/home`);
    await expect.poll(() => keptIn(page)).toEqual(nothing);
    await expect(banner(page)).toBeHidden();
    expect([await reportsOf(server, asha), await reportsOf(server, other)]).toEqual([[], []]);
  });

  test('after three days, whoever looks', async ({ page, server, line }) => {
    await page.clock.install();
    await aWaitingReport(page, line, await aPatient(server));
    await page.route('**/uploads/**', (route) => route.abort());
    await page.context().clearCookies({ name: 'session' });
    await page.goto(`${line.url}/about-us`);
    await whenAlive(page);
    expect((await keptIn(page)).databases).toEqual(['waiting']);
    await page.clock.fastForward(72 * 3_600_000);
    await page.goto(`${line.url}/about-us`);
    await expect.poll(() => keptIn(page)).toEqual(nothing);
  });

  test('after three days', async ({ page, server, line }) => {
    await page.clock.install();
    await aWaitingReport(page, line, await aPatient(server));
    await page.route('**/uploads/**', (route) => route.abort());
    await page.clock.fastForward(72 * 3_600_000);
    await page.reload();
    await hears(page, en['waiting.over']);
    await expect.poll(async () => (await keptIn(page)).local).toEqual([]);
    await expect(banner(page)).toBeHidden();
  });
});

test('a session that is over meanwhile takes nothing with it: after the log-in it goes on', async ({
  page,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await enter(page, patient);
  await sendMostOf(page, line, patient);
  line.set({ bytesPerSecond: 3000 });
  await page.context().clearCookies({ name: 'session' });
  await page.goto(line.url);
  await whenAlive(page);
  line.set({});
  await enter(page, patient);
  await page.goto(`${line.url}/dashboard/home`);
  await hears(page, en['upload.done']);
  await expectOneReport(server, patient);
  expect(await keptIn(page)).toEqual(nothing);
});

test('two tabs send a report once, and throw it away for both', async ({
  page,
  context,
  server,
  line,
  tolerate,
}) => {
  // The piece that is under way as it is thrown away.
  tolerate(/status of 4(?:04|09)/);
  const patient = await aPatient(server);
  await enter(page, patient);
  const other = await context.newPage();
  await other.goto(`${line.url}/dashboard/home`);
  await whenAlive(other);
  await sendMostOf(page, line, patient);
  // The first tab learns of it with its next piece, which is half a megabyte after a quick line.
  line.set({ bytesPerSecond: 60_000 });
  await expect(banner(other)).toBeVisible();
  other.once('dialog', (dialog) => void dialog.accept());
  await button(other, 'waiting.throwAway').click();
  await expect(page.getByText(en['upload.stopped'], { exact: true }).last()).toBeVisible();
  line.set({});
  expect(await reportsOf(server, patient)).toEqual([]);
  await button(page, 'upload.submit').click();
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expect(banner(other)).toBeHidden();
  await expectOneReport(server, patient);
  expect(await keptIn(page)).toEqual(nothing);
});

test('a tab that somebody else has left open takes nothing of what waits', async ({
  page,
  context,
  server,
  line,
}) => {
  const [asha, other] = [await aPatient(server), await aPatient(server)];
  await enter(page, asha);
  const left = await context.newPage();
  await left.goto(`${line.url}/dashboard/home`);
  await context.clearCookies({ name: 'session' });
  await enter(page, other);
  await fill(page, line, other);
  const looks = left.waitForResponse(/\/assets\/waiting-/);
  line.set({ bytesPerSecond: 50_000 });
  await button(page, 'upload.submit').click();
  await looks;
  await expect(page.getByText(/^[1-9]\d% – /)).toBeVisible();
  await expect(banner(left)).toBeHidden();
  line.set({});
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, other);
  expect(await reportsOf(server, asha)).toEqual([]);
});

for (const [where, cripple] of [
  [
    'no room',
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
] as const) {
  test(`in a browser that has ${where} a report is sent from its page, which says so`, async ({
    page,
    server,
    line,
  }) => {
    await page.addInitScript(cripple);
    const patient = await aPatient(server);
    await enter(page, patient);
    await sendMostOf(page, line, patient);
    line.set({ bytesPerSecond: 10_000 });
    await expect(page.getByText(en['waiting.kept'])).toBeHidden();
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

test('where another tab removes everything just as a report is put away, its page sends it, and nothing stays', async ({
  page,
  server,
  line,
}) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      localStorage.removeItem('waiting');
      return put.apply(this, given);
    };
  });
  const patient = await aPatient(server);
  await enter(page, patient);
  await sendMostOf(page, line, patient);
  await expect(page.getByText(en['waiting.kept'])).toBeHidden();
  await expect.poll(() => keptIn(page)).toEqual(nothing);
  line.set({});
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
  expect(await keptIn(page)).toEqual(nothing);
});

test('a log-out in another tab ends what is being sent, and nothing of it is left', async ({
  page,
  context,
  server,
  line,
  tolerate,
}) => {
  tolerate(/Clear-Site-Data|status of 40[149]/);
  const patient = await aPatient(server);
  await enter(page, patient);
  await sendMostOf(page, line, patient);
  line.set({ bytesPerSecond: 20_000 });
  const other = await context.newPage();
  await other.goto(`${line.url}/logout`);
  await button(other, 'logout.submit').click();
  await hears(other, en['logout.done']);
  line.set({});
  // It is stopped, or led to the log-in, whichever the page hears of first.
  const isStopped = page.getByText(en['upload.stopped'], { exact: true }).last();
  await expect(isStopped.or(page.getByRole('heading', { name: en['login.title'] }))).toBeVisible();
  await expect.poll(() => keptIn(page)).toEqual(nothing);
  expect(await reportsOf(server, patient)).toEqual([]);
});

test('a log-out that takes the note of whose report waits takes all of it', async ({
  page,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await enter(page, patient);
  await sendMostOf(page, line, patient);
  await page.evaluate(() => localStorage.removeItem('waiting'));
  line.set({});
  await expect(page.getByText(en['upload.stopped'], { exact: true }).last()).toBeVisible();
  await expect.poll(() => keptIn(page)).toEqual(nothing);
});

test('a report that waits is shown without a fault that axe finds, and used by keyboard', async ({
  page,
  server,
  line,
}) => {
  await page.addInitScript(axeSource);
  const faults = () =>
    page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const found = await axe.run(document, { resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`);
    });
  const patient = await aPatient(server);
  await enter(page, patient);
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
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeVisible();
  line.set({});
  await page.unroute('**/uploads/**');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(banner(page)).toBeFocused();
  await hears(page, en['upload.done']);
  await expectOneReport(server, patient);
});

test('a report that the server refuses says so, and goes only by hand', async ({
  page,
  server,
  line,
  tolerate,
}) => {
  tolerate(/status of 415/);
  const patient = await aPatient(server);
  await enter(page, patient);
  await sendMostOf(page, line, patient);
  line.set({ bytesPerSecond: 3000 });
  await page.goto(`${line.url}/dashboard/home`);
  await expect(banner(page)).toBeVisible();
  await page.route('**/uploads/**', (route) => route.fulfill({ status: 415, body: '' }));
  line.set({});
  await expect(banner(page).getByText(en['waiting.refused']).first()).toBeVisible();
  await page.reload();
  await expect(banner(page).getByText(en['waiting.refused']).first()).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await button(page, 'waiting.throwAway').click();
  await expect(banner(page)).toBeHidden();
  await expect.poll(() => keptIn(page)).toEqual(nothing);
});

test('a page for when there is no connection that has become old is kept anew with the next report', async ({
  page,
  server,
}) => {
  await enter(page, await aPatient(server));
  await page.goto('/dashboard/upload-report');
  await page.evaluate(async () => {
    const cache = await caches.open('offline');
    await cache.put('/offline', new Response('of last year', { headers: { 'Content-Language': 'en' } }));
  });
  await page.getByLabel(en['upload.descriptionLabel']).focus();
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/offline'))?.text()))
    .toContain(en['offline.title']);
  // Whoever closes a page while it registers something has it complain.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
});

for (const language of ['hi', 'ur'] as const) {
  test(`offline, a page is our own, in ${language}, and what was typed is there and is sent once`, async ({
    page,
    context,
    server,
    line,
  }) => {
    const patient = await aPatient(server);
    await reads(server, patient, language);
    await enter(page, patient);
    await page.goto(`${line.url}/dashboard/upload-report`);
    await whenAlive(page);
    const label = (key: keyof typeof en) => page.getByLabel(translate(language, key));
    await label('upload.descriptionLabel').focus();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => page.evaluate(async () => (await caches.match('/offline'))?.status)).toBe(200);

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
    await label('upload.phoneNumberLabel').fill(patient.phone);
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
    // Whoever closes a page while it loads its words has it complain.
    await whenAlive(tab);
  });
}
