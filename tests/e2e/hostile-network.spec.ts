import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import type { Page } from './support/fixtures.ts';
import { aPatient, startSession } from './support/people.ts';
import {
  button,
  emptyStorage,
  expect,
  expectOneReport,
  file,
  fillReportForm,
  readBrowserStorage,
  test,
} from './support/waiting.ts';

/** Answers pieces in place of the server, like a middlebox. */
async function answerPieces(page: Page, answer: (bytes: number) => number | undefined) {
  const sizes: number[] = [];
  await page.route('**/uploads/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return route.fallback();
    const size = request.postDataBuffer()?.length ?? 0;
    const status = answer(size);
    sizes.push(size);
    return status ? route.fulfill({ status, contentType: 'text/html', body: '<p>no</p>' }) : route.fallback();
  });
  return sizes;
}

for (const [status, tries] of ways(
  [501, 1],
  [500, 3],
  [204, 3],
  [401, 3],
  [409, 3],
  [429, 3],
  [404, 3],
  [403, 1],
))
  test(`falls back to the whole form on a network that answers pieces with ${status}`, async ({
    page,
    server,
    line,
    tolerate,
  }) => {
    if (status >= 400) tolerate(new RegExp(`status of ${status}`));
    const patient = await aPatient(server);
    await startSession(page, patient);
    const sizes = await answerPieces(page, () => status);
    await fillReportForm(page, line, patient);
    await button(page, 'upload.submit').click();
    await expect(page).toHaveURL(`${line.url}/report-submitted`);
    await expectOneReport(server, patient);
    expect(sizes).toHaveLength(tries);
  });

test('sends a report that waits as a whole once the network blocks pieces', async ({
  page,
  context,
  server,
  line,
  tolerate,
}) => {
  tolerate(/status of 500/);
  const patient = await aPatient(server);
  await startSession(page, patient);
  await fillReportForm(page, line, patient);
  await context.setOffline(true);
  await button(page, 'upload.submit').click();
  await expect(page.getByText(en['waiting.kept'])).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await answerPieces(next, () => 500);
  await next.goto(`${line.url}/dashboard/home`);
  await expectMessage(next, en['upload.done']);
  await expectOneReport(server, patient);
  expect(await readBrowserStorage(next)).toEqual(emptyStorage);
});

test('sends smaller pieces through a proxy with a small limit', async ({ page, server, line, tolerate }) => {
  tolerate(/status of 413/);
  const patient = await aPatient(server);
  await startSession(page, patient);
  const limit = 100_000;
  const sizes = await answerPieces(page, (size) => (size > limit ? 413 : undefined));
  await fillReportForm(page, line, patient);
  await button(page, 'upload.submit').click();
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
  // The upload meets the limit once and does not try it again.
  expect(sizes.filter((size) => size > limit)).toHaveLength(1);
});

for (const [what, change] of [
  ['changed', (path: string) => appendFileSync(path, '\n%')],
  ['was deleted', (path: string) => rmSync(path)],
] as const)
  test(`sends the original of a file that ${what} after it was chosen`, async ({ page, server, line }) => {
    const folder = mkdtempSync(join(tmpdir(), 'chosen-'));
    const path = join(folder, 'report.pdf');
    writeFileSync(path, file.buffer);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await fillReportForm(page, line, patient, path);
    await expect(page.getByRole('listitem').filter({ hasText: 'report.pdf' })).toBeVisible();
    change(path);
    await button(page, 'upload.submit').click();
    await expect(page).toHaveURL(`${line.url}/report-submitted`);
    await expectOneReport(server, patient);
    rmSync(folder, { recursive: true });
  });

test('requests an unreadable file again beside its field', async ({ page, server, line }) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await page.addInitScript(() => {
    const { arrayBuffer } = File.prototype;
    File.prototype.arrayBuffer = function () {
      return this.name === 'cloud.pdf'
        ? Promise.reject(new DOMException('changed', 'NotReadableError'))
        : arrayBuffer.call(this);
    };
  });
  await fillReportForm(page, line, patient, { ...file, name: 'cloud.pdf' });
  await expect(page.getByText(en['file.unreadable'])).toBeVisible();
  await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue('Tired');
  await page.getByLabel(en['upload.reportLabel'], { exact: true }).setInputFiles(file);
  await expect(page.getByText(en['file.unreadable'])).toBeHidden();
  await button(page, 'upload.submit').click();
  await expect(page).toHaveURL(`${line.url}/report-submitted`);
  await expectOneReport(server, patient);
});
