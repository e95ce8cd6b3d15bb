// A page over a slow line: 400 kbit/s, 400 ms to the server and back.
import { openBrowser, patientPages, visitor } from '../lib/browser.mjs';
import { alone } from '../lib/results.mjs';

const bytesPerSecond = 400_000 / 8;
const shown = ['/', '/signup', '/login', '/dashboard/home', '/dashboard/upload-report'];

export async function measure(bench) {
  const { url } = await bench.empty('weight');
  const browser = await openBrowser();
  const rows = [];
  try {
    for (const [path, isSignedIn] of patientPages.filter(([one]) => shown.includes(one))) {
      const times = [];
      for (let round = 0; round < bench.rounds(3); round += 1)
        times.push(await timesOf(browser, { url, path, isSignedIn }));
      for (const [work, name] of [
        ['first input possible', 'input'],
        ['largest paint', 'paint'],
      ]) {
        rows.push(
          alone({
            work: `${path}: ${work}`,
            ours: times.map((one) => one[name] / 1000),
            unit: 's',
            goal: '≤ 3 s',
            isMet: (seconds) => seconds <= 3,
          }),
        );
      }
    }
  } finally {
    await browser.close();
  }
  const notes = [
    'Line: Chromium with 400 kbit/s down and up and 400 ms latency (Network.emulateNetworkConditions), an empty cache. First input is possible once the page is parsed: every form and link works without script. The largest paint is that of the browser (largest-contentful-paint).',
  ];
  return { rows, notes };
}

async function timesOf(browser, { url, path, isSignedIn }) {
  const { context, page, line } = await visitor(browser, { url, isSignedIn });
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await page.addInitScript(() => {
    globalThis.largestPaint = 0;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) globalThis.largestPaint = startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(path, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(300);
  const times = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return { input: Math.max(navigation.domInteractive, painted), paint: globalThis.largestPaint };
  });
  await context.close();
  return times;
}
