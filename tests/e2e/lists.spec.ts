import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  aPerson,
  aReport,
  createMember,
  type Member,
  startSession,
  theAdmin,
} from './support/people.ts';
import { unfoldFilters } from './support/press.ts';
import type { Server } from './support/server.ts';

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const bar = (page: Page) => page.getByRole('search', { name: en['filter.label'] });
const search = (page: Page) => bar(page).getByRole('searchbox');
const type = (page: Page) => bar(page).getByLabel(en['filter.type']);
const show = (page: Page) => bar(page).getByRole('button', { name: en['filter.submit'] });

for (const script of ways('with script', 'without script')) {
  test.describe(() => {
    test.use({ javaScriptEnabled: script === 'with script' });

    for (const viewport of ways(phone, { width: 1280, height: 800 })) {
      test.describe(() => {
        test.use({ viewport });

        test(`${script} at ${viewport.width} px a doctor searches the pending reports, and the URL keeps the search`, async ({
          page,
          server,
        }) => {
          const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
          for (const file of ['blood-test.pdf', 'rash.png']) await aReport(server, patient, file);
          await startSession(page, doctor);
          await page.goto('/dashboard/pending-report?page=1&limit=1');
          await expect(rows(page)).toHaveCount(1);

          await unfoldFilters(page);
          await search(page).fill(patient.lastName.toUpperCase());
          await search(page).press('Enter');
          await expect(page).toHaveURL((url) => url.searchParams.get('q') === patient.lastName.toUpperCase());
          await expect(page, 'a new search begins at the first page').not.toHaveURL(/page=/);
          await expect(rows(page)).toHaveCount(2);
          await expect(bar(page).getByRole('status')).toHaveText('2 in all');
          await expect(bar(page).locator('summary')).toHaveText(`Filters: ${patient.lastName.toUpperCase()}`);
          await expect(rows(page).first().getByRole('cell')).toHaveCount(7);
          const table = page.getByRole('table', { name: en['pending.title'] });
          await expect(table.getByRole('rowheader', { name: patient.lastName })).toHaveCount(2);

          await unfoldFilters(page);
          await type(page).selectOption('ECG');
          await show(page).click();
          await expect(page).toHaveURL(/reportType=ECG/);
          await expect(page.getByText(en['filter.nothing'])).toBeVisible();
          await expect(page.getByText(en['pending.empty'])).toBeHidden();

          await page.goBack();
          await expect(rows(page)).toHaveCount(2);
          await expect(type(page)).toHaveValue('');
          await page.goForward();
          await expect(type(page)).toHaveValue('ECG');
          await page.getByRole('link', { name: en['filter.all'] }).click();
          await expect(page).toHaveURL(/\/dashboard\/pending-report$/);
          await unfoldFilters(page);
          await expect(search(page)).toHaveValue('');
          await expect(type(page)).toHaveValue('');
          await expect(rows(page).first()).toBeVisible();
        });
      });
    }

    test(`${script} a long review expands in place`, whole, async ({ page, server }) => {
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      await reviewed(server, { patient, doctor, words: `${'Rest and drink. '.repeat(30)}Then come back.` });
      await startSession(page, doctor);
      await page.goto('/dashboard/previous-reviewed-report');
      const row = rows(page).filter({ hasText: patient.email });
      await expect(row.getByText('Then come back.')).toBeHidden();
      await row.getByText(en['reviewed.more']).click();
      await expect(row.getByText('Then come back.')).toBeVisible();
      await expect(page.getByText(en['reviewed.expertId'], { exact: true })).toHaveCount(0);
      await row.getByText(en['reviewed.less']).click();
      await expect(row.getByText('Then come back.')).toBeHidden();
    });
  });
}

test('on a phone the whole card of a report links to its review, and a separate link opens its file', async ({
  page,
  server,
}) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient);
  await startSession(page, doctor);
  await page.setViewportSize(phone);
  await page.goto(`/dashboard/pending-report?q=${_id.slice(0, 4)}-${_id.slice(4, 8)}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('link', { name: en['pending.view'] }).click({ trial: true });
  // The link covers the name, so press at the position of the name.
  await rows(page).getByText(patient.lastName).first().click({ force: true });
  await expect(page).toHaveURL(new RegExp(`/dashboard/add-review/${_id}\\?q=`));
});

test('a filter applies at once, and a name being typed stays', whole, async ({ page, server }) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  await aReport(server, patient);
  await startSession(page, doctor);
  await page.goto('/dashboard/pending-report');
  await unfoldFilters(page);
  await type(page).selectOption('ECG');
  await search(page).focus();
  await page.keyboard.type('Asha');
  await expect(page).toHaveURL(/reportType=ECG/);
  await expect(search(page)).toHaveValue('Asha');
});

test(
  'an admin sees the reviewer of each report, and searches by either name',
  whole,
  async ({ page, server }) => {
    const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
    await reviewed(server, { patient, doctor, words: 'All is well' });
    await startSession(page, await theAdmin(server));
    await page.goto('/dashboard/previous-reviewed-reports');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['reviewed.allTitle']);
    for (const { lastName } of [patient, doctor]) {
      await unfoldFilters(page);
      await search(page).fill(lastName);
      await show(page).click();
      await expect(page).toHaveURL(new RegExp(`q=${lastName}`));
      await expect(rows(page)).toHaveCount(1);
      const texts = [`${doctor.firstName} ${doctor.lastName}`, `${patient.firstName} ${patient.lastName}`];
      for (const text of [...texts, 'All is well']) await expect(rows(page)).toContainText(text);
    }
    await page.goto(`/dashboard/previous-reviewed-report?q=${patient.lastName}`);
    await expect(rows(page)).toContainText(doctor.id);
    await expect(rows(page).getByRole('time')).toHaveText(/^\d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d IST$/);
  },
);

test(
  'an unapproved doctor sees colleagues but no reviews, and cannot search by patient',
  whole,
  async ({ page, server }) => {
    const doctor = await aDoctor(server);
    await startSession(page, await createMember(server, aPerson('Expert', 'Dev')));
    await page.goto('/dashboard/previous-reviewed-report');
    await expect(page.getByText(en['reviewed.empty'])).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await page.goto('/dashboard/approved-expert');
    await unfoldFilters(page);
    await search(page).fill(doctor.email);
    await show(page).click();
    await expect(page).toHaveURL(/q=/);
    const card = page.getByRole('listitem').filter({ hasText: doctor.email });
    await expect(card).toContainText(`+91${doctor.phone}`);
    await aReport(server, await aPatient(server));
    await page.goto('/dashboard/pending-report');
    await unfoldFilters(page);
    await expect(type(page)).toBeVisible();
    await expect(search(page)).toHaveCount(0);
  },
);

test('a loading list says so and keeps the focus where it was', whole, async ({ page, server }) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  await aReport(server, patient);
  await startSession(page, doctor);
  await page.goto('/dashboard/pending-report');
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/pending-report.data*', async (route) => {
    await gate;
    await route.continue();
  });
  await unfoldFilters(page);
  await search(page).fill(patient.lastName);
  await search(page).press('Enter');
  await expect(bar(page).getByRole('status')).toHaveText('Loading...');
  await expect(page.locator('[aria-busy="true"]')).toBeVisible();
  letThrough();
  await expect(bar(page).getByRole('status')).toHaveText('1 in all');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(search(page)).toBeFocused();
});

test('a failed list shows an error inside the dashboard, with a number and a way to retry', async ({
  page,
  server,
  tolerate,
}) => {
  tolerate(/status of 500/);
  await startSession(page, await aDoctor(server));
  const database = new Database(join(server.dataDir, 'app.db'));
  try {
    database.exec('alter table report_days rename to report_days_gone');
    const answer = await page.goto('/dashboard/pending-report?reportType=ECG');
    expect(answer?.status()).toBe(500);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Could Not Fetch PEnding report');
    await expect(page.getByRole('alert').filter({ hasText: /[0-9a-z]{10}/ })).toBeVisible();
    await expect(page.getByRole('navigation', { name: en['nav.dashboard'] })).toBeVisible();
  } finally {
    database.exec('alter table report_days_gone rename to report_days');
    database.close();
  }
  await page.getByRole('link', { name: en['error.retry'] }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['pending.title']);
  await expect(page).toHaveURL(/reportType=ECG/);
});

async function reviewed(
  server: Server,
  { patient, doctor, words }: { patient: Member; doctor: Member; words: string },
) {
  const { _id } = await aReport(server, patient);
  await addReview(server, doctor, _id, words);
}
