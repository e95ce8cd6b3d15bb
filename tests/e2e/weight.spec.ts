import { writeSync } from 'node:fs';
import { allLanguages } from '../../app/i18n/languages.ts';
import { isShort, whole } from '../support/short-form.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  aPerson,
  aReport,
  createMember,
  setLanguageCookie,
  startSession,
  theAdmin,
} from './support/people.ts';
import type { Server } from './support/server.ts';

const bothWidths = [phone, { width: 1280, height: 800 }];
const pictureMostBytes = 20 * 1024;
const mostRequests = 8;

type AnotherPage = () => Promise<Page>;

for (const { name, hasScript, limitBytes } of [
  { name: 'with script', hasScript: true, limitBytes: 141 * 1024 },
  { name: 'without script', hasScript: false, limitBytes: 19 * 1024 },
]) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${name} each page of a patient weighs at most ${limitBytes / 1024} KB in ${mostRequests} requests on a first visit`, async ({
      page,
      anotherPage,
      server,
    }) => {
      const visitor = await anotherPage();
      await holdSignup(page);
      const patient = await aPatient(server);
      for (const file of ['blood-test.pdf', 'xray.jpg', 'rash.png']) await aReport(server, patient, file);
      const signedIn = await anotherPage();
      await startSession(signedIn, patient);

      const figures: string[] = [];
      for (const [path, who] of [
        ['/', visitor],
        ['/about-us', visitor],
        ['/contact-us', visitor],
        ['/query', visitor],
        ['/call-back', visitor],
        ['/signup', visitor],
        ['/login', visitor],
        ['/verify-email', page],
        ['/dashboard/home', signedIn],
        ['/dashboard/my-profile', signedIn],
        ['/dashboard/settings', signedIn],
        ['/dashboard/my-data', signedIn],
        ['/dashboard/second-factor', signedIn],
        ['/dashboard/upload-report', signedIn],
        ['/report-submitted', signedIn],
        [`/dashboard/previous-report/${patient.id}`, signedIn],
      ] as const) {
        const { bytes, requests, pictures } = await weigh(who, path);
        const kilobytes = (bytes / 1024).toFixed(1);
        figures.push(
          `${path.replace(patient.id, '…')} ${kilobytes} KB, ${requests} requests, pictures: ${pictures.join(', ') || 'none'}`,
        );
        expect.soft(bytes, `${path} ${name}`).toBeLessThanOrEqual(limitBytes);
        expect.soft(requests, `requests of ${path} ${name}`).toBeLessThanOrEqual(mostRequests);
        for (const picture of pictures)
          expect.soft(picture, `a picture of ${path}`).toBeLessThanOrEqual(pictureMostBytes);
      }
      writeSync(1, `Page weight ${name}:\n  ${figures.join('\n  ')}\n`);
    });
  });
}

/**
 * Measures the transfer when a page is opened with an empty cache: each picture, and the sum and
 * number of all other requests.
 */
async function weigh(page: Page, path: string) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.clearBrowserCache');
  // A picture inlined in the page is no request, and may be cached.
  const fromCache: string[] = [];
  client.on('Network.requestServedFromCache', ({ requestId }) => {
    if (underWay.has(requestId)) fromCache.push(requestId);
  });
  const pictureIds = new Set<string>();
  const pictures: number[] = [];
  const underWay = new Set<string>();
  let bytes = 0;
  let requests = 0;
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Image') pictureIds.add(requestId);
  });
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) underWay.add(requestId);
  });
  client.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    underWay.delete(requestId);
    if (pictureIds.has(requestId)) pictures.push(encodedDataLength);
    else {
      bytes += encodedDataLength;
      requests += 1;
    }
  });
  const answer = await page.goto(path);
  await expect.poll(() => underWay.size).toBe(0);
  await client.detach();
  expect(fromCache, `the files of ${path} cached by an earlier visit`).toEqual([]);
  expect(answer?.status(), path).toBe(200);
  expect(new URL(page.url()).pathname).toBe(path);
  return { bytes, requests, pictures };
}

test.describe(() => {
  test.use({ viewport: phone });

  test(
    'at 360 and at 1280 px no page is wider than the window and no text is cut',
    whole,
    async ({ page: guest, anotherPage, server, tolerate }) => {
      tolerate(/status of 404/);
      await holdSignup(guest);
      const open = ['/', '/about-us', '/contact-us', '/query', '/call-back'];
      await expectWhole(guest, [...open, '/signup', '/login', '/verify-email', '/no-such-page'], bothWidths);

      const { patient, doctor, unapproved, pendingId } = await aFullClinic(server);
      await visit(anotherPage, patient, [
        '/',
        '/dashboard/home',
        '/dashboard/my-profile',
        '/dashboard/settings',
        '/dashboard/my-data',
        '/dashboard/second-factor',
        '/dashboard/upload-report',
        '/report-submitted',
        `/dashboard/previous-report/${patient.id}`,
        `/dashboard/delete-report/${pendingId}`,
        `/dashboard/withdraw-consent/${pendingId}`,
        `/dashboard/give-consent/${pendingId}`,
        '/logout',
      ]);
      await visit(anotherPage, await aPatient(server), ['/dashboard/home']);
      await visit(anotherPage, doctor, [
        '/dashboard/home',
        '/dashboard/pending-report',
        `/dashboard/add-review/${pendingId}`,
        `/dashboard/previous-report/${patient.id}`,
        '/dashboard/previous-reviewed-report',
        '/dashboard/approved-expert',
      ]);
      await visit(anotherPage, unapproved, [
        '/dashboard/home',
        '/dashboard/pending-report',
        '/dashboard/previous-reviewed-report',
      ]);
      await visit(anotherPage, await theAdmin(server), [
        '/dashboard/home',
        '/dashboard/pending-report',
        '/dashboard/pending-expert',
        '/dashboard/messages',
        '/dashboard/audit',
        '/dashboard/system',
        '/dashboard/previous-reviewed-report',
        '/dashboard/previous-reviewed-reports',
      ]);
    },
  );
});

test.describe(() => {
  test.use({ viewport: phone });

  test('at 360 px no page overflows the window or cuts text, in any language', async ({
    anotherPage,
    server,
  }) => {
    const { patient } = await aFullClinic(server);
    const [guest, reader] = [await anotherPage(), await anotherPage()];
    await holdSignup(guest);
    await startSession(reader, patient);
    const open = ['/', '/signup', '/login', '/verify-email', '/contact-us'];
    const ownPages = [
      '/dashboard/home',
      '/dashboard/upload-report',
      `/dashboard/previous-report/${patient.id}`,
      '/dashboard/settings',
    ];
    for (const [at, language] of allLanguages.entries()) {
      // In the short form, each page is tested in some languages only, and each language on some
      // pages.
      const itsTurn = (_path: string, place: number) => !isShort || (place + at) % 3 === 0;
      await test.step(language, async () => {
        await setLanguageCookie(guest, language, server);
        await setLanguageCookie(reader, `${language}.account`, server);
        await expectWhole(guest, open.filter(itsTurn));
        await expect(guest.locator('html')).toHaveAttribute('lang', language);
        await expectWhole(reader, ownPages.filter(itsTurn));
        await expect(reader.locator('html')).toHaveAttribute('lang', language);
      });
    }
  });
});

/**
 * Fills a clinic with long names, a pending report, a report with a long review, and a message
 * without a break opportunity.
 */
async function aFullClinic(server: Server) {
  const longName = { firstName: 'Venkatanarasimharajuvaripeta', lastName: 'Chattopadhyay-Krishnamurthy' };
  const patient = await createMember(server, { ...aPerson('Patient', 'Asha'), ...longName });
  const doctor = await aDoctor(server);
  const unapproved = await createMember(server, { ...aPerson('Expert', 'Dev'), ...longName });
  const reviewed = await aReport(server, patient);
  const words =
    'Haemoglobin is low. See https://clinic.test/a-very-long-address-without-any-place-to-break-it '.repeat(
      5,
    );
  await addReview(server, doctor, reviewed._id, words);
  const pending = await aReport(server, patient, 'xray.jpg');
  const body = new URLSearchParams({
    name: 'm'.repeat(90),
    email: `${'m'.repeat(90)}@clinic.test`,
    message: words,
  });
  await fetch(`${server.url}/contact-us`, { method: 'POST', body, headers: { Origin: server.url } });
  return { patient, doctor, unapproved, pendingId: pending._id };
}

async function holdSignup(page: Page) {
  const {
    accountType,
    firstName,
    lastName,
    email,
    phone: contactNumber,
    password,
  } = aPerson('Patient', 'Asha');
  const details = { accountType, firstName, lastName, email, contactNumber, password };
  await page.request.post('/signup', { form: { ...details, countryCode: '+91', confirmPassword: password } });
}

async function visit(anotherPage: AnotherPage, person: { email: string; password: string }, paths: string[]) {
  const page = await anotherPage();
  await startSession(page, person);
  await expectWhole(page, paths, bothWidths);
  await page.context().close();
}

/** Opens each path in the first window size, and resizes to the others. */
async function expectWhole(page: Page, paths: string[], windows = [phone]) {
  for (const path of paths) {
    await page.setViewportSize(windows[0] ?? phone);
    await page.goto(path);
    expect(new URL(page.url()).pathname, 'the address after the visit').toBe(path);
    for (const window of windows) {
      await page.setViewportSize(window);
      const { tooWide, cut } = await page.evaluate(findCutText);
      const where = `${path} at ${window.width} px`;
      expect.soft(tooWide, `pixels by which ${where} overflows its window`).toBe(0);
      expect.soft(cut, `text cut on ${where}`).toEqual([]);
    }
  }
}

/**
 * Measures how much the page is too wide, and finds words that exceed the window or a clipping box.
 * Runs in the page.
 */
function findCutText() {
  const cut: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest('script, style, noscript, option, title'))
      continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // Text for screen readers, previews and IDs that are whole in their title are clipped on
    // purpose; the skip link waits above the page.
    if (element.closest('a[href="#content"]')) continue;
    let isShortened = false;
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { clipPath, webkitLineClamp } = getComputedStyle(around);
      const isWholeInTitle = around.getAttribute('title') === node.textContent;
      isShortened ||= clipPath === 'inset(50%)' || webkitLineClamp !== 'none' || isWholeInTitle;
    }
    if (isShortened) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      let left = 0;
      let right = window.innerWidth;
      let bottom = Number.POSITIVE_INFINITY;
      for (
        let around: Element | null = element;
        around && around !== document.body;
        around = around.parentElement
      ) {
        const style = getComputedStyle(around);
        const edge = around.getBoundingClientRect();
        if (style.overflowX !== 'visible') {
          left = Math.max(left, edge.left);
          right = Math.min(right, edge.right);
        }
        if (/hidden|clip/.test(style.overflowY)) bottom = Math.min(bottom, edge.bottom);
      }
      if (box.left < left - 1 || box.right > right + 1 || box.bottom > bottom + 2) {
        cut.push(
          `${node.textContent.trim().slice(0, 60)} (${Math.round(box.left)}–${Math.round(box.right)})`,
        );
        break;
      }
    }
  }
  const { scrollWidth } = document.documentElement;
  return { tooWide: Math.max(0, scrollWidth - window.innerWidth), cut };
}
