import { sentences as en } from '../../app/i18n/translate.ts';
import { resources } from '../../app/urls/resources.ts';
import { type Screen, screens } from '../../app/urls/screens.ts';
import { accessTo, isPlain } from '../support/screen-access.ts';
import { expectMessage } from './journey.ts';
import { type Page, waitForHydration } from './support/fixtures.ts';
import type { Line } from './support/line.ts';
import {
  aDoctor,
  aPatient,
  aPerson,
  aReport,
  aReportWithoutEmail,
  call,
  createMember,
  type Member,
  reportsOf,
  startSession,
  theAdmin,
} from './support/people.ts';
import type { Server } from './support/server.ts';
import { expectNoTrace, textsIn } from './support/traces.ts';
import {
  banner,
  emptyStorage,
  expect,
  expectOneReport,
  file,
  leaveWaiting,
  readBrowserStorage,
  test,
} from './support/waiting.ts';

const description = 'Fever-canary since Monday';

/**
 * Creates a patient with a report, and lists the texts that must be found nowhere after they leave.
 */
async function aPersonToForget(server: Server) {
  const asha = await aPatient(server);
  await aReport(server, asha, 'blood-test.pdf', { description });
  return { asha, canaries: [asha.lastName, asha.email, asha.phone, 'Fever-canary', file.name] };
}

const ofReports = ({ id }: Member) => `/dashboard/previous-report/${id}`;

/** Every page that a patient opens by its path alone; all others lead to one of them. */
const paths = Object.values<Screen>({ ...screens, offline: resources.offline })
  .filter((screen) => isPlain(screen) && accessTo(screen, 'Patient') === 'open')
  .filter(({ path }) => !['/logout', '/language', '/*'].includes(path))
  .map(({ path }) => path);

async function logOutInMenu(page: Page) {
  await page.getByRole('banner').locator('summary').last().click();
  await page.getByRole('banner').getByRole('link', { name: en['nav.logOut'] }).click();
  await page.getByRole('dialog').getByRole('button', { name: en['logout.submit'] }).click();
}

const removed = (page: Page) => page.getByText(en['waiting.removed'], { exact: true });

/** Logs the next person in on the same phone, and opens some pages and their own reports. */
async function looksAround(page: Page, line: Line, person: Member, canaries: string[], seen: string[]) {
  await page.goto(`${line.url}/login`);
  await expectNoTrace(page, canaries);
  await page.getByLabel(en['login.emailLabel']).fill(person.email);
  await page.getByLabel(en['login.passwordLabel'], { exact: true }).fill(person.password);
  await page.getByRole('button', { name: en['login.submit'] }).click();
  await expect(page).toHaveURL(`${line.url}/dashboard/home`);
  await expectNoTrace(page, canaries);
  for (const path of [...seen, ofReports(person)]) {
    await page.goto(line.url + path);
    await expectNoTrace(page, canaries, path);
  }
  expect(await readBrowserStorage(page)).toEqual(emptyStorage);
}

test.describe('people in a row on a shared phone', () => {
  test('leaves nothing of each person after a log-out', async ({ page, server, line, tolerate }) => {
    tolerate(/Clear-Site-Data|status of 40[149]/);
    const { asha, canaries } = await aPersonToForget(server);
    const ravi = await createMember(server, aPerson('Patient', 'Ravi'));
    await startSession(page, asha);
    await leaveWaiting(page, line, asha);
    line.set({});
    await page.route('**/uploads/**', (route) => route.abort());
    await page.goto(line.url + ofReports(asha));
    await page.getByRole('article').locator('summary').first().click();
    await expect(page.getByText(description)).toBeVisible();
    await logOutInMenu(page);
    await expectMessage(page, en['logout.done']);
    await expect.poll(() => readBrowserStorage(page)).toEqual(emptyStorage);
    await expectNoTrace(page, canaries);
    await page.goBack();
    await waitForHydration(page);
    await expectNoTrace(page, canaries, 'one page back');
    await looksAround(page, line, ravi, canaries, paths);
    await page.unrouteAll();

    // The third person has a clinic number only.
    await logOutInMenu(page);
    await expectMessage(page, en['logout.done']);
    const { userId, clinicNumber, password } = await aReportWithoutEmail(server, await theAdmin(server));
    const lakshmi = { id: userId, email: clinicNumber, password } as Member;
    const others = [...canaries, ravi.lastName, ravi.email, ravi.phone];
    await looksAround(page, line, lakshmi, others, ['/dashboard/upload-report', '/dashboard/settings']);
    await logOutInMenu(page);
    await expectMessage(page, en['logout.done']);
    await expectNoTrace(page, [...others, clinicNumber, 'Lakshmi', '9812345678']);
  });

  test('leaves nothing after a log-out from another device, and reports what was lost', async ({
    page,
    server,
    line,
    tolerate,
  }) => {
    tolerate(/status of 40[149]/);
    const { asha, canaries } = await aPersonToForget(server);
    const ravi = await createMember(server, aPerson('Patient', 'Ravi'));
    await startSession(page, asha);
    await leaveWaiting(page, line, asha);
    await page.goto(line.url + ofReports(asha));
    await page.getByRole('article').locator('summary').first().click();
    await expect(page.getByText(description)).toBeVisible();
    // The page has the person's data, but the browser's stores have nothing readable.
    const { document: _document, data: _data, fields: _fields, ...stores } = await textsIn(page);
    expect(Object.keys(stores)).toContain('database waiting, reports');
    for (const canary of [...canaries, '%PDF']) expect(JSON.stringify(stores)).not.toContain(canary);
    await call(server, 'POST', 'auth/logout-others', {}, asha.token);
    // The next piece is refused, and the page notices by itself.
    line.set({});
    await expect(page).toHaveURL(/\/login\?/);
    await expect(removed(page)).toBeVisible();
    expect(await readBrowserStorage(page)).toEqual(emptyStorage);
    await expectNoTrace(page, canaries);
    await looksAround(page, line, ravi, canaries, ['/dashboard/upload-report']);
    expect(await reportsOf(server, asha)).toHaveLength(1);
  });
});

test('a new password pauses the waiting report until the next log-in', async ({
  page,
  server,
  line,
  tolerate,
}) => {
  tolerate(/status of 401/);
  const asha = await aPatient(server);
  await startSession(page, asha);
  await leaveWaiting(page, line, asha);
  const newPassword = 'another quiet river';
  const passwords = { oldPassword: asha.password, newPassword, confirmNewPassword: newPassword };
  await call(server, 'POST', 'auth/change-password', passwords, asha.token);
  line.set({});
  await expect(page).toHaveURL(/\/login\?/);
  await waitForHydration(page);
  expect((await readBrowserStorage(page)).databases).toEqual(['waiting']);
  await startSession(page, { ...asha, password: newPassword });
  await page.goto(`${line.url}/dashboard/home`);
  await expectMessage(page, en['upload.done']);
  const { token } = await call(server, 'POST', 'auth/login', { email: asha.email, password: newPassword });
  await expectOneReport(server, { ...asha, token });
  expect(await readBrowserStorage(page)).toEqual(emptyStorage);
});

test('a log-out clears another tab and its content', async ({ page, context, server, line, tolerate }) => {
  tolerate(/Clear-Site-Data/);
  const { asha, canaries } = await aPersonToForget(server);
  await startSession(page, asha);
  const otherTab = await context.newPage();
  await otherTab.goto(line.url + ofReports(asha));
  await otherTab.getByRole('article').locator('summary').first().click();
  await expect(otherTab.getByText(description)).toBeVisible();
  await page.goto(`${line.url}/dashboard/home`);
  await logOutInMenu(page);
  await expectMessage(page, en['logout.done']);
  await expect(otherTab.getByRole('heading', { name: en['login.title'] })).toBeVisible();
  await waitForHydration(otherTab);
  await expectNoTrace(otherTab, canaries);
});

test('a log-out from another device removes a doctor’s unsent text from the tab', async ({
  page,
  server,
}) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient);
  const words = 'Review-canary: drink more water';
  await startSession(page, doctor);
  await page.goto(`/dashboard/add-review/${_id}`);
  await page.getByRole('textbox', { name: en['review.label'] }).fill(words);
  await expect.poll(async () => (await textsIn(page)).sessionStorage).toContain(words);
  await call(server, 'POST', 'auth/logout-others', {}, doctor.token);
  // The page notices as soon as it is visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page).toHaveURL(/\/login\?/);
  await waitForHydration(page);
  await expectNoTrace(page, ['Review-canary', doctor.lastName, patient.lastName]);
});

test('a report that an earlier version stored unencrypted is encrypted and sent', async ({
  page,
  server,
  line,
  tolerate,
}) => {
  tolerate(/net::ERR_FAILED/);
  const asha = await aPatient(server);
  await startSession(page, asha);
  await leaveWaiting(page, line, asha);
  await page.route('**/uploads/**', (route) => route.abort());
  await page.route('**/uploads', (route) => route.abort());
  await page.goto(`${line.url}/healthz`, { waitUntil: 'commit' });
  line.set({});
  const bytes = [...file.buffer];
  await page.evaluate(
    async ({ owner, phone, name, content }) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('waiting', 1);
        opening.onsuccess = () => resolve(opening.result);
      });
      const report = {
        ...{ id: '1-2-3-4', owner, at: Date.now(), address: '/dashboard/upload-report.data' },
        leadsTo: '/report-submitted',
        fields: [],
        files: [{ field: 'report', file: new File([new Uint8Array(content)], name), sent: 0 }],
      };
      const transaction = database.transaction(['reports', 'progress'], 'readwrite');
      const reports = transaction.objectStore('reports');
      reports.clear();
      transaction.objectStore('progress').clear();
      const fields = [
        ['description', 'Fever-canary'],
        ['phoneNumber', phone],
      ];
      reports.put({ ...report, fields });
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      database.close();
      localStorage.removeItem('waitingKey');
    },
    { owner: asha.id, phone: asha.phone, name: file.name, content: bytes },
  );
  const stored = async () => (await textsIn(page))['database waiting, reports'] ?? '';
  expect(await stored()).toContain('Fever-canary');
  await page.goto(`${line.url}/about-us`);
  await expect(banner(page)).toBeVisible();
  await expect.poll(stored).not.toContain('Fever-canary');
  for (const canary of [file.name, asha.phone, '%PDF']) expect(await stored()).not.toContain(canary);
  expect((await readBrowserStorage(page)).databases).toEqual(['waiting']);
});

test('public pages show a waiting report, and its upload continues', async ({
  page,
  server,
  line,
  tolerate,
}) => {
  tolerate(/status of 404/);
  const asha = await aPatient(server);
  await startSession(page, asha);
  await leaveWaiting(page, line, asha);
  for (const path of ['/', '/about-us', '/contact-us', '/no-such-page']) {
    await page.goto(line.url + path);
    await expect(banner(page)).toContainText(en['waiting.meanwhile']);
  }
  line.set({});
  await expectMessage(page, en['upload.done']);
  await expect(banner(page)).toBeHidden();
  await expectOneReport(server, asha);
});
