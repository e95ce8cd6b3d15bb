// The product on PostgreSQL beside itself on SQLite, and its lists at many reports.
import { join } from 'node:path';
import { password, pendingOf, people } from '../lib/clinic.mjs';
import { listRows } from '../lib/list-times.mjs';
import { inTurn, rateOf, timeOf } from '../lib/measure.mjs';
import { clinicsOfPostgres } from '../lib/postgres-clinic.mjs';
import { send, sendInPieces, threePhotosBody, uploadBody } from '../lib/reports.mjs';
import { compared } from '../lib/results.mjs';
import { countingProxy } from '../lib/round-trips.mjs';
import { startServer } from '../lib/servers.mjs';

const call = '/api/v1/report/get-pending-reports?limit=50';
const uploadBytes = 1024 * 1024;
const timesInRound = 10;

export async function measure(bench) {
  const postgres = await clinicsOfPostgres();
  try {
    const settings = {};
    for (const reports of [bench.sizes[0], bench.sizes.at(-1)]) {
      bench.say(`Filling a clinic of PostgreSQL with ${reports.toLocaleString('en')} reports…`);
      settings[reports] = await postgres.make({ folder: join(bench.folder, `postgres-${reports}`), reports });
    }
    const [small, large] = Object.values(settings);
    const names = [bench.sizes[0], bench.sizes.at(-1)].map((size) => size.toLocaleString('en'));
    const { rows, notes } = await besideSqlite(bench, { small, large });
    rows.push(
      ...(await listRows({ small, large, names, rounds: bench.rounds(7) })).map((row) => ({
        ...row,
        work: `PostgreSQL: ${row.work}`,
      })),
    );
    return { rows, notes };
  } finally {
    await postgres.stop();
  }
}

async function besideSqlite(bench, { small, large }) {
  const reports = bench.sizes.at(-1);
  const sqlite = await bench.clinic(reports);
  const server = await startServer({ settings: large });
  try {
    const rows = await lists(bench, { ours: server.url, theirs: sqlite.url });
    rows.push(...(await single(bench, { ours: server.url, theirs: sqlite.url })));
    return { rows, notes: [fair, await counted(small)] };
  } finally {
    await server.stop();
  }
}

const fair =
  'PostgreSQL on the same disk and machine, over TCP, with its default settings (fsync and synchronous_commit on); SQLite writes with synchronous = FULL. Both hold the same clinic. The ratio is the time on PostgreSQL over that on SQLite.';

const msOf = async (options) => 1000 / (await rateOf(options));

/** A page of the list again and again, and each time another one, which no memory knows. */
async function lists(bench, urls) {
  const seconds = bench.seconds(1.5);
  const headers = { authorization: `Bearer ${people.doctor.token}` };
  const rows = [];
  for (const connections of [1, 16]) {
    const again = (url) => () => msOf({ url: `${url}${call}`, headers, connections, seconds });
    const walk = walker(Math.ceil(pendingOf(bench.sizes.at(-1)) / 50), { connections, seconds });
    for (const [work, how] of [
      ['another 50 pending each time', { of: walk, most: 2 }],
      // No comparison of databases: SQLite is not asked.
      ['the same 50 pending', { of: again, note: 'on SQLite out of memory, while nothing is written' }],
    ]) {
      rows.push(await beside(bench, { work: `${work}, ${connections} at once`, urls, rounds: 7, ...how }));
    }
  }
  return rows;
}

/** An expert who is not approved walks: no line of the audit log is written of what is masked. */
function walker(most, { connections, seconds }) {
  const headers = { authorization: `Bearer ${people.masked.token}` };
  let page = 1;
  return (url) => async () => {
    const until = performance.now() + seconds * 1000;
    let done = 0;
    const one = async () => {
      while (performance.now() < until) {
        page = (page % most) + 1;
        await answered(await fetch(`${url}${call}&page=${page}`, { headers }));
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, one));
    return (seconds * 1000) / done;
  };
}

const byDoctor = { authorization: `Bearer ${people.doctor.token}` };

/** Gives one report that waits after the other; takes the address of a server. */
function waitingAt(url) {
  const waiting = [];
  return async () => {
    if (waiting.length === 0) {
      const { data } = await (await fetch(`${url}${call}`, { headers: byDoctor })).json();
      waiting.push(...data.map(({ _id }) => _id));
    }
    return waiting.pop();
  };
}

/** Lets go of a report again: an expert holds three at most. */
const release = async (url, id) =>
  answered(await fetch(`${url}/api/v1/report/claim/${id}`, { method: 'DELETE', headers: byDoctor }));

/** What somebody does once: uploads, a log-in, a claim, the next report, a review. */
const works = {
  'upload of 1 MB': (url) => {
    const body = uploadBody(uploadBytes);
    return () => send({ url: `${url}/api/v1/report/upload-report`, token: people.patient.token, body });
  },
  'upload of three photos': (url) => {
    const body = threePhotosBody();
    const { token } = people.patient;
    return async () => send({ url: `${url}/api/v1/report/upload-report`, token, body: await body });
  },
  'upload of 1 MB in 8 pieces': (url) => () =>
    sendInPieces({ url, token: people.patient.token, bytes: uploadBytes, pieceBytes: uploadBytes / 8 }),
  'log-in': (url) => () => post(`${url}/api/v1/auth/login`, { email: people.patient.email, password }),
  claim: (url) => {
    const next = waitingAt(url);
    return async () => {
      const id = await next();
      const took = await timeOf(() => post(`${url}/api/v1/report/claim/${id}`, {}, byDoctor));
      await release(url, id);
      return took;
    };
  },
  'next report': (url) => async () => {
    let found;
    const took = await timeOf(async () => {
      found = await post(`${url}/api/v1/report/next`, {}, byDoctor);
    });
    await release(url, JSON.parse(found).data._id);
    return took;
  },
  review: (url) => {
    const next = waitingAt(url);
    return async () => {
      const id = await next();
      const body = { review: 'Iron is low. Go on with the tablets.' };
      return timeOf(() => post(`${url}/api/v1/report/add-review/${id}`, body, byDoctor));
    };
  },
};

async function single(bench, urls) {
  const rows = [];
  for (const [work, start] of Object.entries(works)) {
    const of = (url) => {
      const once = start(url);
      return async () => {
        const times = [];
        for (let time = 0; time < timesInRound; time += 1) {
          let own;
          const took = await timeOf(async () => {
            own = await once();
          });
          times.push(typeof own === 'number' ? own : took);
        }
        return times.reduce((sum, one) => sum + one, 0) / times.length;
      };
    };
    rows.push(await beside(bench, { work: `${work}, 1 at once`, of, urls, rounds: 9, most: 2 }));
  }
  return rows;
}

async function beside(bench, { work, of, urls, rounds, most, note }) {
  const contenders = { ours: of(urls.ours), theirs: of(urls.theirs) };
  for (const warm of Object.values(contenders)) await warm();
  return compared({
    work: `PostgreSQL beside SQLite: ${work}`,
    ...(await inTurn(contenders, bench.rounds(rounds))),
    unit: 'ms',
    ...(most && { goal: `≤ ${most}×`, isMet: (ratio) => ratio <= most }),
    note,
  });
}

/** How many statements and round trips each of them takes, as a sentence. */
async function counted(settings) {
  const proxy = await countingProxy(settings.DATABASE_URL);
  const server = await startServer({ settings: { ...settings, DATABASE_URL: proxy.url } });
  const headers = { authorization: `Bearer ${people.doctor.token}` };
  const all = {
    'page of the list': () => async () => answered(await fetch(`${server.url}${call}`, { headers })),
    ...works,
  };
  const said = [];
  try {
    for (const [work, start] of Object.entries(all)) {
      const once = start(server.url);
      for (let warm = 0; warm < 3; warm += 1) await once();
      const before = proxy.count();
      for (let time = 0; time < timesInRound; time += 1) await once();
      const after = proxy.count();
      const each = (name) => ((after[name] - before[name]) / timesInRound).toFixed(0);
      said.push(`${work}: ${each('statements')} in ${each('roundTrips')}`);
    }
  } finally {
    await server.stop();
    proxy.stop();
  }
  return `On PostgreSQL each statement that waits for the one before it is a round trip, which on SQLite is a call of a function: statements and round trips are, ${said.join('; ')}. Counted between the server and its database, among them those that say who is asking and count the limits.`;
}

const post = async (url, body, headers) =>
  answered(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );

async function answered(answer) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  return text;
}
