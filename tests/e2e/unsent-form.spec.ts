import type { BrowserContext } from '@playwright/test';
import { sentences as en } from '../../app/i18n/translate.ts';
import { openPhone } from '../support/journey-fields.ts';
import { fillUpload } from './journey.ts';
import { expect, type Page, test, waitForHydration } from './support/fixtures.ts';
import { addPerson, aPatient, call, type Member, reportsOf, startSession } from './support/people.ts';

const typedText = 'Fever-canary since Monday';
const path = '/dashboard/upload-report';

const box = (page: Page) => page.getByLabel(en['upload.descriptionLabel']);
const notice = (page: Page) => page.getByText(en['waiting.typed']);
const readStored = (page: Page) =>
  page.evaluate(() => ({ ...(localStorage as Record<string, string>) }).unsentForm);

/** Types into the upload form until this browser has stored it. */
async function typeForm(page: Page, { phone }: Pick<Member, 'phone'>) {
  await page.goto(path);
  await waitForHydration(page);
  // Without waiting between the fields, all are stored at once.
  await openPhone(page);
  await fillUpload(page, { reportType: 'X-Ray', phone, description: typedText });
  await expect.poll(() => readStored(page)).toBeTruthy();
}

/** Opens the form in a new tab, as if the first one was closed. */
async function reopen(page: Page, context: BrowserContext) {
  await page.close();
  const next = await context.newPage();
  await next.goto(path);
  await waitForHydration(next);
  return next;
}

const logOutInTab = async (page: Page) => {
  await page.goto('/logout');
  await page.getByRole('button', { name: en['logout.submit'], exact: true }).click();
  await expect(page.getByText(en['logout.done']).first()).toBeVisible();
};

test('a half-filled upload form survives a closed tab, sealed and without its consent', async ({
  page,
  context,
  server,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await typeForm(page, { phone: '9811122233' });
  const stored = String(await readStored(page));
  expect(stored).not.toMatch(/Fever|9811122233|X-Ray/);
  const sealed = Buffer.from(stored.split(' ').at(-1) ?? '', 'base64').toString('latin1');
  expect(sealed).not.toMatch(/Fever|9811122233|X-Ray/);
  const next = await reopen(page, context);
  await expect(notice(next)).toBeVisible();
  await expect(box(next)).toHaveValue(typedText);
  await expect(next.getByLabel(en['upload.reportTypeLabel'])).toHaveValue('X-Ray');
  await expect(next.getByLabel(en['upload.phoneNumberLabel'])).toHaveValue('9811122233');
  await expect(next.locator('input[name="consent"]')).not.toBeChecked();
  await fillUpload(next, { file: 'xray.jpg' });
  await next.getByRole('button', { name: en['upload.submit'] }).click();
  await expect(next).toHaveURL('/report-submitted');
  expect(await reportsOf(server, patient)).toMatchObject([{ description: typedText }]);
  expect(await readStored(next)).toBeUndefined();
});

test('a half-filled form can be discarded, and what was typed meanwhile stays', async ({
  page,
  context,
  server,
}) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await typeForm(page, patient);
  const next = await reopen(page, context);
  await expect(box(next)).toHaveValue(typedText);
  await next.getByRole('button', { name: en['waiting.throwAway'] }).click();
  await expect(box(next)).toHaveValue('');
  await expect(notice(next)).toBeHidden();
  await expect.poll(() => readStored(next)).toBeUndefined();
  await next.reload();
  await waitForHydration(next);
  await expect(box(next)).toHaveValue('');
});

test('another account on the same phone is never offered the form, and it ends', async ({
  page,
  context,
  server,
}) => {
  const [asha, ravi] = [await aPatient(server), await aPatient(server)];
  await startSession(page, asha);
  await typeForm(page, asha);
  // Her session ran out; nobody logged out.
  await context.clearCookies({ name: 'session' });
  await startSession(page, ravi);
  const next = await reopen(page, context);
  await expect.poll(() => readStored(next)).toBeUndefined();
  await expect(box(next)).toHaveValue('');
  await expect(notice(next)).toBeHidden();
  await context.clearCookies({ name: 'session' });
  await startSession(next, asha);
  await next.goto(path);
  await waitForHydration(next);
  await expect(box(next)).toHaveValue('');
});

test('a session that runs out leaves the form to its own account', async ({ page, context, server }) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await typeForm(page, patient);
  await context.clearCookies({ name: 'session' });
  await page.goto('/');
  await waitForHydration(page);
  await startSession(page, patient);
  const next = await reopen(page, context);
  await expect(box(next)).toHaveValue(typedText);
});

test('a log-out ends the form, here and from another device', async ({ page, context, server, tolerate }) => {
  tolerate(/Clear-Site-Data|status of 401/);
  const patient = await aPatient(server);
  await startSession(page, patient);
  await typeForm(page, patient);
  await logOutInTab(page);
  expect(await readStored(page)).toBeUndefined();

  await startSession(page, patient);
  await typeForm(page, patient);
  await call(server, 'POST', 'auth/logout-others', {}, patient.token);
  const next = await reopen(page, context);
  await expect.poll(() => readStored(next)).toBeUndefined();
  await expect(next.getByText(en['waiting.removed'])).toBeHidden();
});

test('a form ends after 72 hours, on any page', async ({ page, server }) => {
  const patient = await aPatient(server);
  await page.clock.install();
  await startSession(page, patient);
  await typeForm(page, patient);
  await page.clock.fastForward(72 * 3_600_000);
  await page.goto('/dashboard/home');
  await expect.poll(() => readStored(page)).toBeUndefined();
});

test('a half-filled form of several people is kept with the person that was chosen, and with nobody before', async ({
  page,
  context,
  server,
}) => {
  const patient = await aPatient(server);
  await addPerson(server, patient, 'Kiran', new Date().getFullYear() - 40);
  await startSession(page, patient);
  await typeForm(page, patient);
  const next = await reopen(page, context);
  await expect(notice(next)).toBeVisible();
  await expect(next.locator('input[type="radio"][name="personId"]:checked')).toHaveCount(0);
  const before = await readStored(next);
  await next.getByRole('radio', { name: 'Kiran' }).check();
  await expect.poll(() => readStored(next)).not.toBe(before);
  const last = await reopen(next, context);
  await expect(last.getByRole('radio', { name: 'Kiran' })).toBeChecked();
});
