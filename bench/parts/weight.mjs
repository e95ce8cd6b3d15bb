// Network traffic when a patient opens a page: for the first time, without script, and again.
import { count, openBrowser, patientPages, visitor } from '../lib/browser.mjs';

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

export async function measure(bench) {
  const { url } = await bench.empty('weight');
  const browser = await openBrowser();
  const visits = [];
  try {
    for (const [path, isSignedIn] of patientPages)
      visits.push(await weigh(browser, { url, path, isSignedIn }));
  } finally {
    await browser.close();
  }
  const row = (work, pick, goal, limit, show) => {
    const heaviest = [...visits].sort((a, b) => pick(b) - pick(a))[0];
    const values = visits.map(pick).sort((a, b) => a - b);
    const product = `${show(values[Math.floor(values.length / 2)])} (${show(values[0])}–${show(values.at(-1))})`;
    return {
      work,
      product,
      goal,
      met: pick(heaviest) <= limit,
      note: `the heaviest of ${visits.length} pages is ${heaviest.path.replace(/p{26}/, '…')}`,
    };
  };
  const plain = (number) => String(number);
  return {
    rows: [
      row('first visit with script', ({ first }) => first.bytes, '≤ 126 KB', 126 * 1024, kilobytes),
      row('first visit, requests', ({ first }) => first.requests, '≤ 8', 8, plain),
      row('first visit without script', ({ bare }) => bare.bytes, '≤ 16.5 KB', 16.5 * 1024, kilobytes),
      row('repeat visit', ({ again }) => again.bytes, '≤ 15 KB', 15 * 1024, kilobytes),
    ],
    notes: [
      'Weights are bytes over the line, headers and compression included, pictures of reports not counted.',
    ],
  };
}

async function weigh(browser, { url, path, isSignedIn }) {
  const bare = await visitor(browser, { url, isSignedIn, hasScript: false });
  const ofBare = count(bare.line);
  await bare.page.goto(path, { waitUntil: 'networkidle' });
  await bare.context.close();
  const { context, page, line } = await visitor(browser, { url, isSignedIn });
  const sums = count(line);
  await page.goto(path, { waitUntil: 'networkidle' });
  const first = { ...sums };
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'networkidle' });
  const again = { bytes: sums.bytes - first.bytes, requests: sums.requests - first.requests };
  await context.close();
  return { path, first, again, bare: { ...ofBare } };
}
