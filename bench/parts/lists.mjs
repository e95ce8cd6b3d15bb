// The list of pending reports, as a program asks for it.
import { gzipSync } from 'node:zlib';
import { password, pendingOf, people } from '../lib/clinic.mjs';
import { inTurn, rateOf, ratioOf, timeOf } from '../lib/measure.mjs';
import { compared, spread } from '../lib/results.mjs';

const call = '/api/v1/report/get-pending-reports';
const headers = { authorization: `Bearer ${people.doctor.token}` };
const perSecond = '/s';

export async function measure(bench) {
  const largest = bench.sizes.at(-1);
  const { url } = await bench.clinic(largest);
  const floor = await bench.floor();
  const seconds = bench.seconds(1.5);
  const of =
    (query, more = {}) =>
    () =>
      rateOf({ url: `${url}${call}?${query}`, headers, seconds, ...more });
  const count = largest.toLocaleString('en');
  const rows = [];

  await rateOf({ url: `${url}${call}?limit=50`, headers, seconds });
  await rateOf({ url: `${floor.url}/statement`, seconds });
  for (const connections of [1, 16]) {
    const { ours, statement, memory } = await inTurn(
      {
        ours: of('limit=50', { connections }),
        statement: () => rateOf({ url: `${floor.url}/statement`, seconds, connections }),
        memory: () => rateOf({ url: `${floor.url}/memory`, seconds, connections }),
      },
      bench.rounds(7),
    );
    const work = `first 50 of ${pendingOf(largest).toLocaleString('en')} pending of ${count}, ${connections} at once`;
    const goal = '≥ 0.8 of one prepared statement';
    rows.push(
      compared({ work, ours, theirs: statement, unit: perSecond, goal, isMet: (ratio) => ratio >= 0.8 }),
      compared({ work: `${work}, beside JSON from memory`, ours, theirs: memory, unit: perSecond }),
    );
  }
  for (const connections of [1, 16])
    rows.push(await neverTheSame({ bench, url, floor, seconds, connections }));
  rows.push(...(await deep({ bench, of, last: Math.ceil(pendingOf(largest) / 50) })));
  rows.push(...(await unread({ bench, url, last: Math.ceil(pendingOf(largest) / 50) })));
  rows.push(...(await growth({ bench, seconds })));
  return { rows, notes: [note, await sameAnswers({ url, floor })] };
}

const note =
  'A page of a list that was read twice stays in memory until anything but the audit log is written, at most a minute; the row “each time another page” reads a page that nobody has read, and writes to the audit log whose reports were seen. Its floor finds once where each page begins, passes over no rows and counts none.';

/**
 * What a page has in bytes on both sides, before and after it is packed.
 *
 * @throws where the floor answers other fields than the product.
 */
async function sameAnswers({ url, floor }) {
  const pages = [
    await fetch(`${url}${call}?limit=50`, { headers }),
    await fetch(`${floor.url}/statement?page=1`),
  ];
  const [ours, theirs] = await Promise.all(pages.map((page) => page.text()));
  const fieldsOf = (text) => Object.keys(JSON.parse(text).data[0]).join(' ');
  if (fieldsOf(ours) !== fieldsOf(theirs)) throw new Error('The floor answers other fields of a report.');
  const kilobytes = ({ length }) => `${(length / 1024).toFixed(1)} KB`;
  const sizes = (text) => `${kilobytes(text)} (${kilobytes(gzipSync(text))} packed)`;
  return `A page of a list of 50 reports has ${sizes(ours)}, and ${sizes(theirs)} in its floor, which answers the same fields of each.`;
}

/**
 * Every call another page, of the floor too: nothing is remembered, and the audit log notes fifty
 * patients each time. Both are asked for as many at once.
 */
async function neverTheSame({ bench, url, floor, seconds, connections }) {
  const most = Math.ceil(pendingOf(bench.sizes.at(-1)) / 50);
  const walk = (addressOf, init) => {
    let page = 1;
    return async () => {
      const until = performance.now() + seconds * 1000;
      let done = 0;
      const one = async () => {
        while (performance.now() < until) {
          page = (page % most) + 1;
          const answer = await fetch(addressOf(page), init);
          if (answer.status !== 200) throw new Error(`page ${page} answered ${answer.status}`);
          await answer.arrayBuffer();
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: connections }, one));
      return done / seconds;
    };
  };
  const contenders = {
    ours: walk((page) => `${url}${call}?limit=50&page=${page}`, { headers }),
    theirs: walk((page) => `${floor.url}/statement?page=${page}`),
  };
  for (const warm of Object.values(contenders)) await warm();
  return compared({
    work: `the same, each time another page, ${connections} at once`,
    ...(await inTurn(contenders, bench.rounds(9))),
    unit: perSecond,
    goal: '≥ 0.6 of one prepared statement',
    isMet: (ratio) => ratio >= 0.6,
  });
}

const deepPages = (last) => ({
  first: 'limit=50',
  last: `limit=50&page=${last}`,
  'page 1,000': `limit=50&page=${Math.min(1000, last)}`,
  'the middle': `limit=50&page=${Math.ceil(last / 2)}`,
  'with a reportType': 'limit=50&reportType=MRI',
});

/** Pages deep in the list against its first page. */
async function deep({ bench, of, last }) {
  const pages = Object.fromEntries(Object.entries(deepPages(last)).map(([name, query]) => [name, of(query)]));
  const given = await inTurn(pages, bench.rounds(5));
  const times = ([name, rates]) => [name, rates.map((rate) => 1000 / rate)];
  return besideFirst(Object.fromEntries(Object.entries(given).map(times)), '');
}

/** Rows of what pages took beside the first one, in milliseconds. */
function besideFirst({ first, ...others }, when) {
  return Object.entries(others).map(([name, ours]) => {
    const most = name === 'the middle' ? 6 : 1.5;
    return compared({
      work: `${name}, beside the first page${when}`,
      ours,
      theirs: first,
      unit: 'ms',
      goal: `≤ ${most}× the first page`,
      isMet: (ratio) => ratio <= most,
    });
  });
}

/**
 * The same pages when something was written since: nothing is remembered but where the rows stand.
 * A log-in is such a write.
 */
async function unread({ bench, url, last }) {
  const of = (query) => () => afterWrite(url, query);
  const pages = Object.fromEntries(Object.entries(deepPages(last)).map(([name, query]) => [name, of(query)]));
  // Whose reports somebody sees is written down the first time.
  for (const read of Object.values(pages)) await read();
  const given = await inTurn(pages, bench.rounds(25));
  return besideFirst(given, ', after a write');
}

/** Milliseconds of a list that is asked for once after something was written. */
async function afterWrite(url, query) {
  const body = JSON.stringify({ email: people.patient.email, password });
  const write = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  await (await fetch(`${url}/api/v1/auth/login`, write)).arrayBuffer();
  return timeOf(async () => (await fetch(`${url}${call}?${query}`, { headers })).arrayBuffer());
}

/**
 * The first page, and a call that asks for hardly more than the total, in three sizes of clinic.
 */
async function growth({ bench, seconds }) {
  const clinics = [];
  // One after the other: this process has one open database.
  for (const reports of bench.sizes) clinics.push(await bench.clinic(reports));
  const names = bench.sizes.map((reports) => reports.toLocaleString('en'));
  const busy = (query) => async (url) =>
    1000 / (await rateOf({ url: `${url}${call}?${query}`, headers, seconds }));
  const rows = [];
  for (const [work, measure, rounds] of [
    ['first page', busy('limit=50'), 5],
    ['first page after a write', (url) => afterWrite(url, 'limit=50'), 25],
    ['total (a page of one row)', busy('limit=1'), 5],
  ]) {
    const contenders = Object.fromEntries(clinics.map(({ url }, at) => [names[at], () => measure(url)]));
    for (const warm of Object.values(contenders)) await warm();
    const given = await inTurn(contenders, bench.rounds(rounds));
    const [smallest, largest] = [given[names[0]], given[names.at(-1)]];
    rows.push({
      work: `${work}: ${names.join(' → ')} reports`,
      product: names.map((name) => spread(given[name], 'ms')).join(' → '),
      ratio: ratioOf(largest, smallest),
      goal: '< 1.3× end to end',
      met: ratioOf(largest, smallest) < 1.3,
    });
  }
  return rows;
}
