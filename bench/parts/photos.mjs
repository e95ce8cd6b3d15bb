// A paper photographed and sent over a slow line by a slow phone, shrunk before it is sent, and
// compared with the original photo.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { photoOfPaper } from '../../tests/support/paper.ts';
import { openBrowser, visitor } from '../lib/browser.mjs';
import { alone, compared } from '../lib/results.mjs';

const bytesPerSecond = 400_000 / 8;
const cpuSlowdown = 4;

export async function measure(bench) {
  const { url } = await bench.empty('photos');
  const browser = await openBrowser();
  const rounds = { small: [], whole: [] };
  const photo = join(bench.folder, 'paper.jpg');
  const content = await photoOfPaper();
  try {
    for (let round = 0; round < bench.rounds(3); round += 1) {
      // No two rounds send the same file: that would be the earlier report again.
      writeFileSync(photo, await photoOfPaper({ seed: 100 * (round + 1) }));
      rounds.small.push(await send(browser, { url, photo, hasScript: true }));
      rounds.whole.push(await send(browser, { url, photo, hasScript: false }));
    }
  } finally {
    await browser.close();
    rmSync(photo, { force: true });
  }
  const valuesOf = (name, pick) => rounds[name].map(pick);
  return {
    rows: [
      alone({
        work: 'a photo of a paper, 12 MP: what leaves the phone',
        ours: valuesOf('small', ({ bytes }) => bytes / 1024),
        unit: 'KB',
        goal: '≤ 450 KB',
        isMet: (kilobytes) => kilobytes <= 450,
        note: `as it was taken: ${(content.length / 1024).toFixed(0)} KB`,
      }),
      compared({
        work: 'from its choice to "Report Submitted", pressed at once',
        ours: valuesOf('small', ({ seconds }) => seconds),
        theirs: valuesOf('whole', ({ seconds }) => seconds),
        unit: 's',
        note: 'the floor is the same page without script, which sends the file as it was taken',
      }),
    ],
    notes: [
      `Photos: Chromium with a CPU ${cpuSlowdown} times slower, 400 kbit/s down and up and 400 ms latency; the code that makes photos small comes over the same line.`,
    ],
  };
}

/**
 * Sends a photo as a patient does.
 *
 * @returns the bytes of everything that was sent, and the seconds.
 */
async function send(browser, { url, photo, hasScript }) {
  const { context, page, line } = await visitor(browser, { url, isSignedIn: true, hasScript });
  let bytes = 0;
  // The second of a request's two events has the bytes on the wire.
  line.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    bytes += Number(headers['Content-Length'] ?? headers['content-length'] ?? 0);
  });
  try {
    await page.goto('/dashboard/upload-report', { waitUntil: 'networkidle' });
    const year = page.locator('input[name="ownBirthYear"]');
    if (await year.isVisible()) {
      await year.fill('1984');
      await page.locator('select[name="ownSex"]').selectOption('female');
    }
    await page.locator('select[name="reportType"]').selectOption('Blood Test');
    await page.locator('input[name="phoneNumber"]').fill('9876543210');
    await page.locator('input[name="consent"]').check();
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await line.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    const began = performance.now();
    await page.locator('input[name="report"]').setInputFiles(photo);
    await page.locator('form#upload button[type="submit"]').click({ noWaitAfter: true });
    await page.waitForURL('**/report-submitted', { timeout: 300_000 });
    const seconds = (performance.now() - began) / 1000;
    return { seconds, bytes };
  } finally {
    await context.close();
  }
}
