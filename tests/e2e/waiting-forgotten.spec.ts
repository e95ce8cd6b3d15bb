import { sentences as en } from '../../app/i18n/translate.ts';
import { whole } from '../support/short-form.ts';
import { hears } from './journey.ts';
import { type Page, whenAlive } from './support/fixtures.ts';
import type { Line } from './support/line.ts';
import { aPatient, enter, type Member, reportsOf } from './support/people.ts';
import {
  banner,
  button,
  expect,
  expectOneReport,
  fill,
  keptIn,
  nothing,
  piecesLeft,
  sendMostOf,
  test,
} from './support/waiting.ts';

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
      // What begins to be sent or asked for just then has no session any more.
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

  test('after three days', whole, async ({ page, server, line }) => {
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

test('a tab whose database is removed as it is read shows nothing that waits', async ({
  page,
  context,
  server,
  line,
}) => {
  const patient = await aPatient(server);
  await enter(page, patient);
  await sendMostOf(page, line, patient);
  line.set({ bytesPerSecond: 3000 });
  const other = await context.newPage();
  // How Chromium may end what reads it then.
  await other.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...given) {
      const started = transaction.apply(this, given);
      const error = new DOMException('Backend aborted error', 'InvalidStateError');
      Object.defineProperty(started, 'error', { value: error });
      started.addEventListener('abort', () => {
        document.documentElement.dataset.aborted = 'yes';
      });
      queueMicrotask(() => started.abort());
      return started;
    };
  });
  await other.goto(`${line.url}/dashboard/home`);
  await expect(other.locator('html')).toHaveAttribute('data-aborted', 'yes');
  await expect(banner(other)).toBeHidden();
  line.set({});
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
});

/** How Chromium may treat a database that is removed, done to each that is used from now on. */
function sayNothingMore() {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const started = transaction.apply(this, given);
    for (const end of ['complete', 'abort'])
      started.addEventListener(end, (event) => event.stopImmediatePropagation());
    return started;
  };
}

for (const isSilent of [false, true])
  test(`a log-out in another tab ends what is being sent${isSilent ? ', though its database says nothing more' : ''}, and nothing of it is left`, async ({
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
    // What is left would take minutes: however slow the machine is, the log-out comes first.
    line.set({ bytesPerSecond: 3000 });
    if (isSilent) await page.evaluate(sayNothingMore);
    const other = await context.newPage();
    await other.goto(`${line.url}/logout`);
    const answered = other.waitForResponse((answer) => answer.request().method() === 'POST');
    await button(other, 'logout.submit').click();
    await answered;
    line.set({});
    await hears(other, en['logout.done']);
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
