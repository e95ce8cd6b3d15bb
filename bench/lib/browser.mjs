// Chromium as on a patient's phone.
import { chromium } from '@playwright/test';
import { requireChromium } from '../../tests/tools/programs/chromium.mjs';
import { cookieOf, people } from './clinic.mjs';

const phone = { width: 360, height: 740 };

/** The pages a patient sees, and whether they are signed in there. */
export const patientPages = [
  ['/', false],
  ['/about-us', false],
  ['/contact-us', false],
  ['/signup', false],
  ['/login', false],
  ['/dashboard/home', true],
  ['/dashboard/my-profile', true],
  ['/dashboard/settings', true],
  ['/dashboard/my-data', true],
  ['/dashboard/upload-report', true],
  [`/dashboard/previous-report/${people.patient.id}`, true],
];

/** Starts the browser. */
export async function openBrowser() {
  return chromium.launch({ executablePath: await requireChromium(), args: ['--no-sandbox'] });
}

/** Opens a new browser context for one visit, with an empty cache. */
export async function visitor(browser, { url, isSignedIn, hasScript = true }) {
  const context = await browser.newContext({ viewport: phone, javaScriptEnabled: hasScript, baseURL: url });
  if (isSignedIn) {
    const [name, value] = cookieOf(people.patient).split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  return { context, page, line };
}

/**
 * Counts the network traffic from now on.
 *
 * @returns a function that returns the sums so far: bytes without pictures, and requests that
 * reached the server.
 */
export function count(line) {
  const sums = { bytes: 0, requests: 0 };
  const pictures = new Set();
  const fromCache = new Set();
  line.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId));
  line.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Image') pictures.add(requestId);
    if (response.fromDiskCache || !response.url.startsWith('http')) fromCache.add(requestId);
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (fromCache.has(requestId)) return;
    sums.requests += 1;
    if (!pictures.has(requestId)) sums.bytes += encodedDataLength;
  });
  return sums;
}
