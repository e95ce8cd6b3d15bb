// The page of pending reports, another one each time, rendered on the server.
import { cookieOf, pendingOf, people } from '../lib/clinic.mjs';
import { inTurn, pagesInTurn, rateOf } from '../lib/measure.mjs';
import { compared } from '../lib/results.mjs';

const path = '/dashboard/pending-report';

/** Size of the bare page. It stays, so that a smaller page of the product is not compared with less. */
const bareBytes = 68.7 * 1024;

export async function measure(bench) {
  const { url } = await bench.clinic(bench.sizes.at(-1));
  const headers = { cookie: cookieOf(people.doctor) };
  const bytes = Buffer.byteLength(await (await fetch(`${url}${path}`, { headers })).text());
  const plain = await bench.floor();
  const bare = (await (await fetch(`${plain.url}/page`)).text()).length;
  // The filler is in the page and again in the data for hydration.
  const floor = await bench.floor({ FLOOR_FILLER: 'x'.repeat(Math.floor((bareBytes - bare) / 2)) });
  const seconds = bench.seconds(1.5);
  const nextPath = pagesInTurn(`${path}?page=`, Math.ceil(pendingOf(bench.sizes.at(-1)) / 20));
  const rows = [];
  for (const connections of [1, 16]) {
    const contenders = {
      ours: () => rateOf({ url, headers, connections, seconds, nextPath }),
      theirs: () => rateOf({ url: `${floor.url}/page`, connections, seconds }),
    };
    for (const warm of Object.values(contenders)) await warm();
    rows.push(
      compared({
        work: `${path}, 20 rows, ${connections} at once`,
        ...(await inTurn(contenders, bench.rounds(7))),
        unit: '/s',
        ...(connections === 16 && { goal: '≥ 0.25 of a bare page', isMet: (ratio) => ratio >= 0.25 }),
      }),
    );
  }
  return {
    rows,
    notes: [
      `The page of pending reports has ${(bytes / 1024).toFixed(1)} KB before it is compressed, at most 45 KB is the goal; the bare page has 68.7 KB.`,
    ],
  };
}
