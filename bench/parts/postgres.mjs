// The product on PostgreSQL compared with SQLite, and its list with many reports.
import { join } from 'node:path';
import { password, pendingOf, people } from '../lib/clinic.mjs';
import { inTurn, pagesInTurn, rateOf, ratioOf, timeOf } from '../lib/measure.mjs';
import { clinicsOfPostgres } from '../lib/postgres-clinic.mjs';
import { send, uploadBody } from '../lib/reports.mjs';
import { compared, spread } from '../lib/results.mjs';
import { startServer } from '../lib/servers.mjs';

const call = '/api/v1/report/get-pending-reports?limit=50';
const timesInRound = 10;
const byDoctor = { authorization: `Bearer ${people.doctor.token}` };

export async function measure(bench) {
  const postgres = await clinicsOfPostgres();
  const servers = [];
  try {
    const sizes = [bench.sizes[0], bench.sizes.at(-1)];
    for (const reports of sizes) {
      bench.say(`Filling a clinic of PostgreSQL with ${reports.toLocaleString('en')} reports…`);
      const folder = join(bench.folder, `postgres-${reports}`);
      servers.push(await startServer({ settings: await postgres.make({ folder, reports }) }));
    }
    const urls = { ours: servers.at(-1).url, theirs: (await bench.clinic(sizes.at(-1))).url };
    const rows = [await lists(bench, urls), ...(await works(bench, urls))];
    rows.push(await growth(bench, { sizes, servers }));
    return { rows, notes: [conditions] };
  } finally {
    for (const { stop } of servers) await stop();
    await postgres.stop();
  }
}

const conditions =
  'PostgreSQL on the same disk and machine, over TCP, with its default settings (fsync and synchronous_commit on); SQLite writes with synchronous = FULL. Both hold the same clinic. The ratio is the time on PostgreSQL over that on SQLite.';

const msOf = async (options) => 1000 / (await rateOf(options));

async function lists(bench, urls) {
  const lastPage = Math.ceil(pendingOf(bench.sizes.at(-1)) / 50);
  const options = { headers: byDoctor, connections: 16, seconds: bench.seconds(1.5) };
  const read = (url) => () => msOf({ url, ...options, nextPath: pagesInTurn(`${call}&page=`, lastPage) });
  return compareEngines(bench, { work: 'list of 50 pending, 16 at once', of: read, urls, rounds: 7 });
}

async function works(bench, urls) {
  const body = uploadBody(1024 * 1024);
  const upload = (url) => () =>
    send({ url: `${url}/api/v1/report/upload-report`, token: people.patient.token, body });
  const logIn = (url) => () => post(`${url}/api/v1/auth/login`, { email: people.patient.email, password });
  const rows = [];
  for (const [work, start] of Object.entries({
    'upload of 1 MB': upload,
    'log-in': logIn,
    review: reviewAt,
  })) {
    const timerOf = (url) => {
      const once = start(url);
      return async () => {
        let sum = 0;
        for (let time = 0; time < timesInRound; time += 1) {
          let ownTime;
          const took = await timeOf(async () => {
            ownTime = await once();
          });
          sum += typeof ownTime === 'number' ? ownTime : took;
        }
        return sum / timesInRound;
      };
    };
    rows.push(await compareEngines(bench, { work: `${work}, 1 at once`, of: timerOf, urls, rounds: 9 }));
  }
  return rows;
}

/** Reviews pending reports one by one. Returns the milliseconds of the review call. */
function reviewAt(url) {
  const waiting = [];
  return async () => {
    if (waiting.length === 0) {
      const { data } = await (await fetch(`${url}${call}`, { headers: byDoctor })).json();
      waiting.push(...data.map(({ _id }) => _id));
    }
    const body = { review: 'Iron is low. Go on with the tablets.' };
    return timeOf(() => post(`${url}/api/v1/report/add-review/${waiting.pop()}`, body, byDoctor));
  };
}

async function compareEngines(bench, { work, of, urls, rounds }) {
  const contenders = { ours: of(urls.ours), theirs: of(urls.theirs) };
  for (const warm of Object.values(contenders)) await warm();
  return compared({
    work: `PostgreSQL beside SQLite: ${work}`,
    ...(await inTurn(contenders, bench.rounds(rounds))),
    unit: 'ms',
  });
}

async function growth(bench, { sizes, servers }) {
  const options = { headers: byDoctor, seconds: bench.seconds(1.5) };
  const [small, large] = servers.map(
    ({ url }) =>
      () =>
        msOf({ url: `${url}${call}`, ...options }),
  );
  for (const warm of [small, large]) await warm();
  const results = await inTurn({ small, large }, bench.rounds(7));
  const ratio = ratioOf(results.large, results.small);
  return {
    work: `PostgreSQL: first page: ${sizes.map((size) => size.toLocaleString('en')).join(' → ')} reports`,
    product: `${spread(results.small, 'ms')} → ${spread(results.large, 'ms')}`,
    ratio,
    goal: '< 1.5× end to end',
    met: ratio < 1.5,
  };
}

async function post(url, body, headers) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
}
