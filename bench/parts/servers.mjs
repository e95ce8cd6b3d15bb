// Two servers that are one clinic beside one that is alone: what a request costs them, and how many
// they answer. Both on PostgreSQL and an object store.
import { join } from 'node:path';
import { startSwift } from '../../scripts/lib/swift.mjs';
import { makeBucket } from '../../tests/support/test-storage.ts';
import { password, people } from '../lib/clinic.mjs';
import { cpuMsOf } from '../lib/cpu-time.mjs';
import { inTurn } from '../lib/measure.mjs';
import { clinicsOfPostgres } from '../lib/postgres-clinic.mjs';
import { send, uploadBody } from '../lib/reports.mjs';
import { compared } from '../lib/results.mjs';
import { startServer } from '../lib/servers.mjs';

const uploadBytes = 1024 * 1024;
const clientsAtOnce = 8;
const json = { 'content-type': 'application/json' };
const doctor = { authorization: `Bearer ${people.doctor.token}` };

/** What is asked of a server, and how often in a round: steps of processor time are 10 ms. */
const works = {
  'page of a list': {
    times: 200,
    once: async (url) =>
      answered(await fetch(`${url}/api/v1/report/get-pending-reports?limit=50`, { headers: doctor })),
  },
  'upload of 1 MB': {
    times: 30,
    body: uploadBody(uploadBytes),
    once(url) {
      return send({
        url: `${url}/api/v1/report/upload-report`,
        token: people.patient.token,
        body: this.body,
      });
    },
  },
  'log-in': {
    times: 60,
    once: async (url) =>
      answered(
        await fetch(`${url}/api/v1/auth/login`, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ email: people.patient.email, password }),
        }),
      ),
  },
};

export async function measure(bench) {
  const [postgres, store] = await Promise.all([clinicsOfPostgres(), startSwift()]);
  const servers = [];
  try {
    const open = async (name, count) => {
      const settings = await postgres.make({ folder: join(bench.folder, name), reports: bench.sizes[1] });
      await makeBucket(store.settings, name);
      const own = [];
      for (let at = 0; at < count; at += 1) {
        const folder = join(bench.folder, `${name}-${at}`);
        own.push(
          await startServer({
            settings: {
              ...settings,
              ...store.settings,
              STORAGE_URL: `s3://${name}/clinic`,
              DATA_DIR: folder,
              UPLOADS_DIR: join(folder, 'uploads'),
              SERVER_NAME: `${name}-${at}`,
              PUBLIC_URL: 'http://clinic.test',
              // Nothing is sent here; several servers are not started without it.
              SMTP_URL: 'smtp://127.0.0.1:9',
            },
          }),
        );
      }
      servers.push(...own);
      return own;
    };
    const [one, two] = [await open('one', 1), await open('two', 2)];
    const rows = [];
    for (const [name, work] of Object.entries(works)) {
      rows.push(await costs(bench, { name, work, one, two }));
      rows.push(await rates(bench, { name, work, one, two }));
    }
    return { rows, notes: [fair] };
  } finally {
    for (const { stop } of servers) await stop();
    await Promise.all([postgres.stop(), store.stop()]);
  }
}

const fair =
  'Two servers beside one: each on its own PostgreSQL database and its own bucket of OpenStack Swift, with 100,000 reports; requests take turns between the two. Processor time is that of the servers and the processes that decode files, user and system, not that of the database and the store. All of it shares the two cores of this machine, so two servers cannot answer twice as many here.';

/** Milliseconds of processor time a request, one at a time. */
async function costs(bench, { name, work, one, two }) {
  const of = (servers) => async () => {
    const pids = servers.map(({ pid }) => pid);
    const times = bench.isSmall ? 10 : work.times;
    const before = cpuMsOf(pids);
    for (let time = 0; time < times; time += 1) await work.once(servers[time % servers.length].url);
    return (cpuMsOf(pids) - before) / times;
  };
  const contenders = { ours: of(two), theirs: of(one) };
  for (const warm of Object.values(contenders)) await warm();
  const { ours, theirs } = await inTurn(contenders, bench.rounds(9));
  return compared({
    work: `two servers beside one: processor time of a ${name}`,
    ours,
    theirs,
    unit: 'ms',
    goal: 'equal within the spread',
    isMet: () => Math.min(...ours) <= Math.max(...theirs) && Math.min(...theirs) <= Math.max(...ours),
  });
}

/** Answers a second to eight clients at once. */
async function rates(bench, { name, work, one, two }) {
  const of = (servers) => async () => {
    const [began, seconds] = [performance.now(), bench.seconds(2)];
    let done = 0;
    const client = async (_, at) => {
      for (let turn = at; performance.now() - began < seconds * 1000; turn += 1) {
        await work.once(servers[turn % servers.length].url);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: clientsAtOnce }, client));
    return done / ((performance.now() - began) / 1000);
  };
  return compared({
    work: `two servers beside one: ${name}, ${clientsAtOnce} at once`,
    ...(await inTurn({ ours: of(two), theirs: of(one) }, bench.rounds(5))),
    unit: '/s',
  });
}

async function answered(answer) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
}
