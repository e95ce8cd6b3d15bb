// The page of pending reports, rendered on the server.
import { cookieOf, pendingOf, people } from '../lib/clinic.mjs';
import { inTurn, rateOf } from '../lib/measure.mjs';
import { compared } from '../lib/results.mjs';

export async function measure(bench) {
  const { url } = await bench.clinic(bench.sizes.at(-1));
  const headers = { cookie: cookieOf(people.doctor) };
  const page = `${url}/dashboard/pending-report`;
  const bytes = (await (await fetch(page, { headers })).text()).length;
  const plain = await bench.floor();
  const bare = (await (await fetch(`${plain.url}/page`)).text()).length;
  // The filler stands in the page and once more in the data that the browser takes over.
  const floor = await bench.floor({ FLOOR_FILLER: 'x'.repeat(Math.max(0, Math.floor((bytes - bare) / 2))) });
  const seconds = bench.seconds(1.5);
  const rows = [];
  for (const connections of [1, 16]) {
    for (const encoding of connections === 1 ? [undefined, 'gzip'] : [undefined]) {
      const accept = encoding && { 'accept-encoding': encoding };
      const { ours, theirs } = await inTurn(
        {
          ours: () => rateOf({ url: page, headers: { ...headers, ...accept }, connections, seconds }),
          theirs: () => rateOf({ url: `${floor.url}/page`, headers: accept, connections, seconds }),
        },
        bench.rounds(5),
      );
      const how = encoding ? ', compressed' : '';
      rows.push(
        compared({
          work: `/dashboard/pending-report, 20 rows, ${connections} at once${how}`,
          ours,
          theirs,
          unit: '/s',
          goal: encoding ? undefined : '≥ 0.75 of a bare page',
          isMet: encoding ? undefined : (ratio) => ratio >= 0.75,
        }),
      );
    }
  }
  rows.push(await neverTheSame({ bench, page, headers, floor, seconds }));
  return {
    rows,
    notes: [
      'A page is drawn once for whoever is shown the very same within a minute; the row “each time another page” is drawn each time.',
      `The page of pending reports has ${(bytes / 1024).toFixed(1)} KB before it is compressed; the bare page is filled up to as many.`,
    ],
  };
}

/** Every request another page of the list, which nobody has read and nothing was drawn of. */
async function neverTheSame({ bench, page, headers, floor, seconds }) {
  const most = Math.ceil(pendingOf(bench.sizes.at(-1)) / 20);
  const connections = 16;
  let at = 1;
  const nextPath = () => {
    at = (at % most) + 1;
    return `/dashboard/pending-report?page=${at}`;
  };
  const ours = () => rateOf({ url: page, headers, connections, seconds, nextPath });
  return compared({
    work: `the same, each time another page, ${connections} at once`,
    ...(await inTurn(
      { ours, theirs: () => rateOf({ url: `${floor.url}/page`, connections, seconds }) },
      bench.rounds(5),
    )),
    unit: '/s',
  });
}
