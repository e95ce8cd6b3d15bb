import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { sentences as en } from '../../../app/i18n/translate.ts';
import { pdfOf } from '../../support/padded.ts';
import { fillUpload } from '../journey.ts';
import { test as base, expect as baseExpect, type Page, waitForHydration } from './fixtures.ts';
import { type Line, openLine } from './line.ts';
import { type Member, reportsOf } from './people.ts';
import type { Server } from './server.ts';

/**
 * Decoding takes long on a busy machine, and after some retries the next is up to a minute away.
 */
export const expect = baseExpect.configure({ timeout: 90_000 });

/** A test with a connection to the server that can be slow, cut or down. */
export const test = base.extend<{ line: Line }>({
  line: async ({ server, tolerate }, use) => {
    const line = await openLine(server.url);
    tolerate(/^request to another host: http:\/\/127\.0\.0\.1:/);
    // A browser without a connection also cannot ask for a newer service worker.
    tolerate(/Failed to load resource: net::ERR_|An unknown error occurred when fetching the script/);
    await use(line);
    await line.close();
  },
});

/** The size of the uploaded file, in bytes. */
export const fileBytes = 1_500_000;
const content = Buffer.from(await (await pdfOf(fileBytes)).arrayBuffer());
const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
/** The uploaded file. */
export const file = { name: 'blood-test.pdf', mimeType: 'application/pdf', buffer: content };

/** The notice on every page that a report is waiting to be sent. */
export const banner = (page: Page) => page.getByRole('region', { name: en['waiting.title'] });
export const button = (page: Page, name: keyof typeof en) =>
  page.getByRole('button', { name: en[name], exact: true });

/** Opens the question before a waiting report is discarded. */
export const discardDialog = (page: Page) => page.getByRole('dialog', { name: en['waiting.sure'] });

/** Discards the waiting report, and confirms it in the dialog. */
export async function discardWaiting(page: Page) {
  await banner(page).getByRole('button', { name: en['waiting.throwAway'], exact: true }).click();
  await discardDialog(page).getByRole('button', { name: en['waiting.throwAway'], exact: true }).click();
}

/** Fills in the form, and waits until the code that sends it in pieces is loaded. */
export async function fillReportForm(
  page: Page,
  line: Line,
  { phone }: Member,
  chosen: typeof file | string = file,
) {
  await page.goto(`${line.url}/dashboard/upload-report`);
  await waitForHydration(page);
  const loaded = page.waitForResponse(/\/assets\/waiting-/).catch(() => undefined);
  await fillUpload(page, { reportType: 'X-Ray', phone, description: 'Tired' });
  await page.getByLabel(en['upload.reportLabel'], { exact: true }).setInputFiles(chosen);
  await loaded;
}

/**
 * Reads what this browser stores of reports for its origin. While everything is being removed,
 * Chromium may leave a request unanswered, and a page that navigates away gives none: ask again.
 */
export const readBrowserStorage = (page: Page): ReturnType<typeof evaluateStorage> =>
  evaluateStorage(page).catch(() => ({ databases: ['no answer'], local: [], session: [] }));

const evaluateStorage = (page: Page) =>
  page.evaluate(async () => ({
    databases: await Promise.race([
      indexedDB.databases().then((all) => all.map(({ name }) => name)),
      new Promise<string[]>((resolve) => setTimeout(() => resolve(['no answer']), 5000)),
    ]),
    local: Object.keys(localStorage).filter((key) => key !== 'offlinePage'),
    session: Object.keys(sessionStorage).filter((key) => /waiting|report/.test(key)),
  }));
export const emptyStorage = { databases: [], local: [], session: [] };

/** Expects the report to have arrived once, as chosen. */
export async function expectOneReport(server: Server, patient: Member, chosen = content) {
  const [report, ...duplicates] = await reportsOf(server, patient);
  expect(duplicates).toEqual([]);
  const answer = await fetch(String(report?.reportUrl));
  expect(hashOf(Buffer.from(await answer.arrayBuffer()))).toBe(hashOf(chosen));
}

/** Counts the server's files, pieces included. */
export const piecesLeft = ({ uploadsDir }: Server) =>
  readdirSync(uploadsDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** Sends more than half of a report, on a slow line. */
export async function sendMostOf(page: Page, line: Line, patient: Member) {
  await fillReportForm(page, line, patient);
  line.set({ bytesPerSecond: 400_000 });
  await button(page, 'upload.submit').click();
  // Polled each frame, because on a busy machine an expectation would miss it.
  await page.waitForFunction(() => /(?<!\d)[6-9]\d% – /.test(document.body.textContent ?? ''), undefined, {
    polling: 'raf',
    timeout: 90_000,
  });
}

/** Navigates away from a half-sent report, on a line that hardly moves. */
export async function leaveWaiting(page: Page, line: Line, patient: Member) {
  await sendMostOf(page, line, patient);
  line.set({ bytesPerSecond: 3000 });
  await page.goto(`${line.url}/dashboard/home`);
  await expect(banner(page)).toBeVisible();
}
