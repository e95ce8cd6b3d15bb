import { sentences as en } from '../../app/i18n/translate.ts';
import { whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { type Page, waitForHydration } from './support/fixtures.ts';
import type { Line } from './support/line.ts';
import { aPatient, type Member, reportsOf, startSession } from './support/people.ts';
import { openSettings } from './support/press.ts';
import {
  banner,
  button,
  discardWaiting,
  emptyStorage,
  expect,
  expectOneReport,
  fillReportForm,
  piecesLeft,
  readBrowserStorage,
  sendMostOf,
  test,
} from './support/waiting.ts';

test('a waiting report can be discarded, here and on the server', async ({ page, context, server, line }) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  const before = piecesLeft(server);
  await sendMostOf(page, line, patient);
  await page.close();
  line.set({ bytesPerSecond: 20_000 });
  const next = await context.newPage();
  await next.goto(`${line.url}/dashboard/home`);
  await discardWaiting(next);
  await expect(banner(next)).toBeHidden();
  await expect(next.locator('#content')).toBeFocused();
  line.set({});
  await expect.poll(() => piecesLeft(server)).toBe(before);
  expect(await reportsOf(server, patient)).toEqual([]);
  await next.reload();
  await waitForHydration(next);
  await expect(banner(next)).toBeHidden();
  expect(await readBrowserStorage(next)).toEqual(emptyStorage);
});

test.describe('nothing of a report is left in the browser', () => {
  /** Leaves a report waiting and opens a page of the dashboard. */
  async function aWaitingReport(page: Page, line: Line, patient: Member) {
    await startSession(page, patient);
    await sendMostOf(page, line, patient);
    line.set({ bytesPerSecond: 3000 });
    await page.getByRole('link', { name: en['nav.settings'] }).first().click();
    await expect(banner(page)).toBeVisible();
    expect((await readBrowserStorage(page)).databases).toEqual(['waiting']);
    line.set({});
  }

  for (const isTold of [true, false])
    test(`after a log-out${isTold ? '' : ', in a browser that cannot be told to forget'}`, async ({
      page,
      server,
      line,
      tolerate,
    }) => {
      // Requests that start at this moment have no session any more.
      tolerate(/Clear-Site-Data|status of 401 .*\/(uploads|files\/waiting-key\/\w+)\)/);
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
      await expectMessage(page, en['logout.done']);
      await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
    });

  test('after the account is deleted', async ({ page, server, line, tolerate }) => {
    tolerate(/Clear-Site-Data/);
    const before = piecesLeft(server);
    const patient = await aPatient(server);
    await aWaitingReport(page, line, patient);
    expect(piecesLeft(server)).toBeGreaterThan(before);
    await page.route('**/uploads/**', (route) => route.abort());
    await page.goto(`${line.url}/dashboard/settings`);
    await waitForHydration(page);
    const form = await openSettings(page, en['deleteAccount.title']);
    await form.getByLabel(/Type DELETE/).fill('DELETE');
    await form.getByLabel(en['login.passwordLabel']).fill(patient.password);
    await button(page, 'deleteAccount.submit').click();
    await expectMessage(page, en['deleteAccount.done']);
    await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
    await expect.poll(() => piecesLeft(server)).toBe(before);
  });

  test('after the log-in of another patient', async ({ page, server, line }) => {
    const [asha, otherPatient] = [await aPatient(server), await aPatient(server)];
    await aWaitingReport(page, line, asha);
    await page.route('**/uploads/**', (route) => route.abort());
    await page.context().clearCookies({ name: 'session' });
    await startSession(page, otherPatient);
    await page.goto(`${line.url}/dashboard/home`);
    await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
    await expect(banner(page)).toBeHidden();
    expect([await reportsOf(server, asha), await reportsOf(server, otherPatient)]).toEqual([[], []]);
  });

  test('after three days, for any visitor', async ({ page, server, line }) => {
    await page.clock.install();
    await aWaitingReport(page, line, await aPatient(server));
    await page.route('**/uploads/**', (route) => route.abort());
    await page.context().clearCookies({ name: 'session' });
    await page.goto(`${line.url}/about-us`);
    await waitForHydration(page);
    expect((await readBrowserStorage(page)).databases).toEqual(['waiting']);
    await page.clock.fastForward(72 * 3_600_000);
    await page.goto(`${line.url}/about-us`);
    await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
  });

  test('after three days', whole, async ({ page, server, line }) => {
    await page.clock.install();
    await aWaitingReport(page, line, await aPatient(server));
    await page.route('**/uploads/**', (route) => route.abort());
    await page.clock.fastForward(72 * 3_600_000);
    await page.reload();
    await expectMessage(page, en['waiting.over']);
    await expect.poll(async () => (await readBrowserStorage(page)).local).toEqual([]);
    await expect(banner(page)).toBeHidden();
  });
});

test('a report survives the end of the session and continues after the log-in', async ({
  page,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await sendMostOf(page, line, patient);
  line.set({ bytesPerSecond: 3000 });
  await page.context().clearCookies({ name: 'session' });
  await page.goto(line.url);
  await waitForHydration(page);
  line.set({});
  await startSession(page, patient);
  await page.goto(`${line.url}/dashboard/home`);
  await expectMessage(page, en['upload.done']);
  await expectOneReport(server, patient);
  expect(await readBrowserStorage(page)).toEqual(emptyStorage);
});

test('two tabs send a report once, and discard it together', async ({
  page,
  context,
  server,
  line,
  tolerate,
}) => {
  // The piece that is being sent when the report is discarded.
  tolerate(/status of 4(?:04|09)/);
  const patient = await aPatient(server);
  await startSession(page, patient);
  const otherTab = await context.newPage();
  await otherTab.goto(`${line.url}/dashboard/home`);
  await waitForHydration(otherTab);
  await sendMostOf(page, line, patient);
  // The first tab notices with its next piece, which is half a megabyte on a fast line.
  line.set({ bytesPerSecond: 60_000 });
  await expect(banner(otherTab)).toBeVisible();
  await discardWaiting(otherTab);
  await expect(page.getByText(en['upload.stopped'], { exact: true }).last()).toBeVisible();
  line.set({});
  expect(await reportsOf(server, patient)).toEqual([]);
  await button(page, 'upload.submit').click();
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expect(banner(otherTab)).toBeHidden();
  await expectOneReport(server, patient);
  expect(await readBrowserStorage(page)).toEqual(emptyStorage);
});

test('a tab left open by another person does not touch the waiting report', async ({
  page,
  context,
  server,
  line,
}) => {
  const [asha, otherPatient] = [await aPatient(server), await aPatient(server)];
  await startSession(page, asha);
  const left = await context.newPage();
  await left.goto(`${line.url}/dashboard/home`);
  await context.clearCookies({ name: 'session' });
  await startSession(page, otherPatient);
  await fillReportForm(page, line, otherPatient);
  const looks = left.waitForResponse(/\/assets\/waiting-/);
  line.set({ bytesPerSecond: 50_000 });
  await button(page, 'upload.submit').click();
  await looks;
  await expect(page.getByText(/^[1-9]\d% – /)).toBeVisible();
  await expect(banner(left)).toBeHidden();
  line.set({});
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, otherPatient);
  expect(await reportsOf(server, asha)).toEqual([]);
});

test('the page itself sends a report if another tab clears the storage just as it is stored', async ({
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
  await startSession(page, patient);
  await sendMostOf(page, line, patient);
  await expect(page.getByText(en['waiting.kept'])).toBeHidden();
  await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
  line.set({});
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
  expect(await readBrowserStorage(page)).toEqual(emptyStorage);
});

test('a tab whose database is removed during a read shows no waiting report', async ({
  page,
  context,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await sendMostOf(page, line, patient);
  line.set({ bytesPerSecond: 3000 });
  const otherTab = await context.newPage();
  // Imitates how Chromium may abort a reader of the database.
  await otherTab.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...args) {
      const started = transaction.apply(this, args);
      const error = new DOMException('Backend aborted error', 'InvalidStateError');
      Object.defineProperty(started, 'error', { value: error });
      started.addEventListener('abort', () => {
        document.documentElement.dataset.aborted = 'yes';
      });
      queueMicrotask(() => started.abort());
      return started;
    };
  });
  await otherTab.goto(`${line.url}/dashboard/home`);
  await expect(otherTab.locator('html')).toHaveAttribute('data-aborted', 'yes');
  await expect(banner(otherTab)).toBeHidden();
  line.set({});
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
});

/** Imitates how Chromium may treat a removed database, for each one used from now on. */
function sayNothingMore() {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...args) {
    const started = transaction.apply(this, args);
    for (const end of ['complete', 'abort'])
      started.addEventListener(end, (event) => event.stopImmediatePropagation());
    return started;
  };
}

for (const isSilent of [false, true])
  test(`a log-out in another tab stops the upload${isSilent ? ', even if its database stops answering' : ''}, and nothing of it is left`, async ({
    page,
    context,
    server,
    line,
    tolerate,
  }) => {
    tolerate(/Clear-Site-Data|status of 40[149]/);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await sendMostOf(page, line, patient);
    // The rest would take minutes, so the log-out comes first on any machine.
    line.set({ bytesPerSecond: 3000 });
    if (isSilent) await page.evaluate(sayNothingMore);
    const otherTab = await context.newPage();
    await otherTab.goto(`${line.url}/logout`);
    const answered = otherTab.waitForResponse((answer) => answer.request().method() === 'POST');
    await button(otherTab, 'logout.submit').click();
    await answered;
    line.set({});
    // The tab that asks first shows the message. The upload's tab may make this one load anew.
    await expect(otherTab).toHaveURL(`${line.url}/`);
    await waitForHydration(otherTab);
    // The upload is stopped or redirected to the log-in, depending on which event comes first.
    const isStopped = page.getByText(en['upload.stopped'], { exact: true }).last();
    await expect(isStopped.or(page.getByRole('heading', { name: en['login.title'] }))).toBeVisible();
    await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
    expect(await reportsOf(server, patient)).toEqual([]);
  });

test('a log-out that removes the note of a report’s owner removes the whole report', async ({
  page,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await sendMostOf(page, line, patient);
  await page.evaluate(() => localStorage.removeItem('waiting'));
  line.set({});
  await expect(page.getByText(en['upload.stopped'], { exact: true }).last()).toBeVisible();
  // The form is still on the page of an open session, which stores what was typed in it again.
  const storage = async () => {
    const { local, ...others } = await readBrowserStorage(page);
    return { ...others, local: local.filter((name) => name !== 'unsentForm') };
  };
  await expect.poll(storage).toEqual(emptyStorage);
});
