// The list of pending reports through the API, another page of it each time.
import { gzipSync } from 'node:zlib';
import { pendingOf, people } from '../lib/clinic.mjs';
import { inTurn, pagesInTurn, rateOf, ratioOf } from '../lib/measure.mjs';
import { compared, spread } from '../lib/results.mjs';

const call = '/api/v1/report/get-pending-reports?limit=50';
const headers = { authorization: `Bearer ${people.doctor.token}` };

export async function measure(bench) {
  const largest = bench.sizes.at(-1);
  const { url } = await bench.clinic(largest);
  const floor = await bench.floor();
  const seconds = bench.seconds(1.5);
  const lastPage = Math.ceil(pendingOf(largest) / 50);
  const rows = [];
  for (const connections of [1, 16]) {
    const load = { connections, seconds };
    const contenders = {
      ours: walk({ url, headers, ...load, nextPath: pagesInTurn(`${call}&page=`, lastPage) }),
      theirs: walk({ url: floor.url, ...load, nextPath: pagesInTurn('/statement?page=', lastPage) }),
    };
    for (const warm of Object.values(contenders)) await warm();
    rows.push(
      compared({
        work: `list of 50 of ${pendingOf(largest).toLocaleString('en')} pending, ${connections} at once`,
        ...(await inTurn(contenders, bench.rounds(9))),
        unit: '/s',
        ...(connections === 16 && {
          goal: '≥ 0.4 of one prepared statement',
          isMet: (ratio) => ratio >= 0.4,
        }),
      }),
    );
  }
  rows.push(...(await deepPages({ bench, url, seconds, lastPage })));
  rows.push(await growth({ bench, seconds }));
  return { rows, notes: [await sameAnswers({ url, floor })] };
}

/**
 * Returns a function that measures answers per second for programs that use `fetch`, another page
 * each time.
 */
function walk({ url, headers, connections, seconds, nextPath }) {
  return async () => {
    const until = performance.now() + seconds * 1000;
    let requestCount = 0;
    const connection = async () => {
      while (performance.now() < until) {
        const answer = await fetch(`${url}${nextPath()}`, { headers });
        if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}`);
        await answer.arrayBuffer();
        requestCount += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
    return requestCount / seconds;
  };
}

/**
 * Describes the bytes of a page on both sides, before and after compression.
 *
 * @throws if the floor answers other fields than the product.
 */
async function sameAnswers({ url, floor }) {
  const pages = [await fetch(`${url}${call}`, { headers }), await fetch(`${floor.url}/statement?page=1`)];
  const [ours, floorText] = await Promise.all(pages.map((page) => page.text()));
  const fieldsOf = (text) => Object.keys(JSON.parse(text).data[0]).join(' ');
  if (fieldsOf(ours) !== fieldsOf(floorText)) throw new Error('The floor answers other fields of a report.');
  const kilobytes = ({ length }) => `${(length / 1024).toFixed(1)} KB`;
  const sizes = (text) => `${kilobytes(text)} (${kilobytes(gzipSync(text))} packed)`;
  return `A list of 50 reports has ${sizes(ours)}, and ${sizes(floorText)} in its floor, which answers the same fields. The floor knows where each page begins and counts nothing; the product writes to the audit log whose reports were seen.`;
}

/** Compares pages deep in the list with its first page. */
async function deepPages({ bench, url, seconds, lastPage }) {
  const read = (query) => async () =>
    1000 / (await rateOf({ url: `${url}${call}${query}`, headers, seconds }));
  const { first, ...laterPages } = await inTurn(
    {
      first: read(''),
      last: read(`&page=${lastPage}`),
      'the middle': read(`&page=${Math.ceil(lastPage / 2)}`),
      'with a reportType': read('&reportType=MRI'),
    },
    bench.rounds(5),
  );
  return Object.entries(laterPages).map(([name, ours]) =>
    compared({ work: `${name}, beside the first page`, ours, theirs: first, unit: 'ms' }),
  );
}

/** Compares the first page in three sizes of clinic. */
async function growth({ bench, seconds }) {
  const clinics = [];
  // One after the other: this process has one open database.
  for (const reports of bench.sizes) clinics.push(await bench.clinic(reports));
  const names = bench.sizes.map((reports) => reports.toLocaleString('en'));
  const contenders = Object.fromEntries(
    clinics.map(({ url }, at) => [
      names[at],
      async () => 1000 / (await rateOf({ url: `${url}${call}`, headers, seconds })),
    ]),
  );
  for (const warm of Object.values(contenders)) await warm();
  const results = await inTurn(contenders, bench.rounds(5));
  const ratio = ratioOf(results[names.at(-1)], results[names[0]]);
  return {
    work: `first page: ${names.join(' → ')} reports`,
    product: names.map((name) => spread(results[name], 'ms')).join(' → '),
    ratio,
    goal: '< 1.5× end to end',
    met: ratio < 1.5,
  };
}
