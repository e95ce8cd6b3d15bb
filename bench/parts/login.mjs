// Log-ins compared with the bare hash, and how they slow down the server for everybody else.
import { hash, verify } from '@node-rs/argon2';
import { password, people } from '../lib/clinic.mjs';
import { inTurn, quantile, rateOf } from '../lib/measure.mjs';
import { alone, compared } from '../lib/results.mjs';

// As in app/platform/secrets/passwords.server.ts.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function measure(bench) {
  const { url } = await bench.clinic(bench.sizes.at(-1));
  const storedHash = await hash(password, cost);
  const seconds = bench.seconds(2);
  const { email } = people.patient;
  const logIn = (connections, forSeconds = seconds) =>
    rateOf({
      url: `${url}/api/v1/auth/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      connections,
      seconds: forSeconds,
    });
  const floor = await bench.floor({ FLOOR_HASH: storedHash });
  const logInAtFloor = () =>
    rateOf({
      url: `${floor.url}/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      seconds,
    });
  const bare = (atOnce) => async () => {
    const until = performance.now() + seconds * 1000;
    let hashCount = 0;
    const work = async () => {
      while (performance.now() < until) {
        await verify(storedHash, password);
        hashCount += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return hashCount / seconds;
  };
  await logIn(1);
  await logInAtFloor();
  const single = await inTurn({ ours: () => logIn(1), route: logInAtFloor, hash: bare(1) }, bench.rounds(5));
  const four = await inTurn({ ours: () => logIn(4), theirs: bare(4) }, bench.rounds(5));
  const rows = [
    compared({
      work: 'log-ins, 1 at once',
      ours: single.ours,
      theirs: single.hash,
      unit: '/s',
    }),
    compared({
      work: 'log-ins, 1 at once, beside a bare Remix route that only hashes',
      ours: single.ours,
      theirs: single.route,
      unit: '/s',
      goal: '≥ 0.85 of that route',
      isMet: (ratio) => ratio >= 0.85,
    }),
    compared({
      work: 'that bare route, beside bare argon2id',
      ours: single.route,
      theirs: single.hash,
      unit: '/s',
    }),
    compared({
      work: 'log-ins, 4 at once',
      ...four,
      unit: '/s',
      note: 'the floor takes every core, the product leaves one to everybody else',
    }),
  ];
  rows.push(await answersMeanwhile({ bench, url, logIn }), await listsMeanwhile({ bench, url, logIn }));
  return { rows };
}

/**
 * Measures the answers of `/healthz` while sixteen log in. A server without it is measured by a
 * call that does not exist.
 */
async function answersMeanwhile({ bench, url, logIn }) {
  const hasHealth = (await fetch(`${url}/healthz`)).status === 200;
  const address = hasHealth ? `${url}/healthz` : `${url}/api/v1/no-such-call`;
  const seconds = bench.seconds(5);
  const slowest = [];
  for (let round = 0; round < bench.rounds(3); round += 1) {
    const times = [];
    const load = logIn(16, seconds);
    let isOver = false;
    load.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const began = performance.now();
      await (await fetch(address)).arrayBuffer();
      times.push(performance.now() - began);
    }
    await load;
    slowest.push(quantile(times, 0.99));
  }
  return alone({
    work: `p99 of ${new URL(address).pathname} while 16 log in`,
    ours: slowest,
    unit: 'ms',
    goal: '< 50 ms',
    isMet: (time) => time < 50,
  });
}

/** Measures the remaining rate of the list while four log in all the time. */
async function listsMeanwhile({ bench, url, logIn }) {
  const seconds = bench.seconds(2);
  const headers = { authorization: `Bearer ${people.doctor.token}` };
  const list = () => rateOf({ url: `${url}/api/v1/report/get-pending-reports?limit=50`, headers, seconds });
  const results = await inTurn(
    {
      ours: async () => {
        const [rate] = await Promise.all([list(), logIn(4, seconds)]);
        return rate;
      },
      theirs: list,
    },
    bench.rounds(5),
  );
  return compared({
    work: 'lists while 4 log in, beside lists alone',
    ...results,
    unit: '/s',
    goal: '≥ 0.4 of their rate',
    isMet: (ratio) => ratio >= 0.4,
  });
}
