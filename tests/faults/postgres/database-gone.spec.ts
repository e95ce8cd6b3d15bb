import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { admin } from '../../e2e/support/server.ts';
import { openCuttingProxy } from '../../support/cutting-proxy.ts';
import { startPostgres } from '../../tools/programs/postgres.mjs';
import { type Answer, ask } from '../support/calls.ts';
import { type Clinic, remove, setUpClinic } from '../support/clinic.ts';
import { expectEverything, newLedger, startLoad } from '../support/load.ts';
import { median, printFigures, roundCount, timeoutFor } from '../support/scale.ts';
import { freePort, type Server, start } from '../support/server.ts';

/**
 * Longest time to refuse a request, in milliseconds: two seconds, plus slack for rendering the
 * page.
 */
const longestMs = 2000 + 1500;
const goneMs = roundCount(20_000, 4000);
/** A busy machine takes longer to answer everything again. */
const untilAllIsWell = { interval: 200, timeout: 180_000 };
const sentence = 'सेवा पर अभी बहुत भीड़ है।';

let cluster: Awaited<ReturnType<typeof startPostgres>>;
let line: Awaited<ReturnType<typeof openCuttingProxy>>;
let clinic: Clinic;
let server: Server;
let folder: string;
let cookie: string;
let file: string;
const ledger = newLedger();
beforeAll(async () => {
  // Acknowledged commits must survive a killed database.
  cluster = await startPostgres(['synchronous_commit=on']);
  line = await openCuttingProxy(cluster.url);
  folder = await mkdtemp(join(tmpdir(), 'gone-'));
  const settings = {
    DATABASE_URL: line.url,
    FILE_KEY: 'f1'.repeat(32),
    SESSION_SECRET: 'a secret of thirty-two characters',
  };
  clinic = await setUpClinic(folder, settings);
  server = await start(folder, await freePort(), settings);
  const login = await fetch(`${server.url}/login`, {
    method: 'POST',
    body: new URLSearchParams(admin),
    redirect: 'manual',
  });
  cookie =
    login.headers
      .getSetCookie()
      .find((one) => one.startsWith('session='))
      ?.split(';')[0] ?? '';
  const load = startLoad(clinic, ledger, { url: server.url });
  await vi.waitFor(() => expect(ledger.reviews.length).toBeGreaterThan(0), { timeout: 60_000 });
  await load.stop();
  file = ledger.uploads[0]?.path ?? '';
});
afterAll(async () => {
  await server?.kill();
  await line?.close();
  await cluster?.stop();
  await remove(folder);
});

const page = (path: string) =>
  ask(`${server.url}${path}`, { headers: { Cookie: cookie, 'Accept-Language': 'hi' } });
let strangers = 0;

/** Requests that need the database, by name, one for each code path. */
const ways: Record<string, () => Promise<Answer>> = {
  '/readyz': () => ask(`${server.url}/readyz`),
  'a page': () => page('/dashboard/home'),
  'a list': () => page('/dashboard/pending-report'),
  'the data of a page': () => page('/dashboard/my-profile.data'),
  'the home page of somebody who is signed in': () => page('/'),
  'a log-in': () =>
    ask(`${server.url}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Accept-Language': 'hi' },
      body: [Buffer.from(`${new URLSearchParams(admin)}`)],
    }),
  'a call': () => ask(`${server.url}/api/v1/profile/get-user-details`, { token: clinic.doctors[0]?.token }),
  'a call that writes': () => {
    strangers += 1;
    const body = { email: `stranger.${strangers}@village.test` };
    return ask(`${server.url}/api/v1/auth/send-otp`, { method: 'POST', body });
  },
  'a file': () => ask(`${server.url}${file}`, { token: clinic.admin.token }),
};
/** Requests that need no database. */
const withoutDatabase: typeof ways = {
  'the home page of a guest': () => ask(`${server.url}/`),
  'the log-in page of a guest': () => ask(`${server.url}/login`),
  '/healthz': () => ask(`${server.url}/healthz`),
};
const isDone = (status: number) => status === 200 || status === 302;

type Seen = Answer & { what: string };

/** Sends all requests at once every quarter of a second, for `ms` milliseconds. */
async function askFor(some: typeof ways, ms: number): Promise<Seen[]> {
  const until = performance.now() + ms;
  const answers: Promise<Seen>[] = [];
  while (performance.now() < until) {
    for (const [what, send] of Object.entries(some))
      answers.push(send().then((answer) => ({ ...answer, what })));
    await sleep(250);
  }
  return Promise.all(answers);
}

/** Returns the cluster's process and all its descendants. */
function processes() {
  const parentOf = (id: string) => {
    try {
      return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1]);
    } catch {
      return undefined;
    }
  };
  const children = readdirSync('/proc').filter((id) => /^\d+$/.test(id) && parentOf(id) === cluster.pid());
  return [cluster.pid() as number, ...children.map(Number)];
}

function signal(name: 'SIGSTOP' | 'SIGCONT') {
  for (const id of processes()) process.kill(id, name);
}

const breaks: Record<string, { disconnect(): Promise<void>; back(): Promise<void> }> = {
  'has ended': { disconnect: () => cluster.halt(), back: () => cluster.restart() },
  'stands still': { disconnect: async () => signal('SIGSTOP'), back: async () => signal('SIGCONT') },
  'cannot be reached': { disconnect: async () => line.freeze(true), back: async () => line.freeze(false) },
};

test.each(Object.keys(breaks))(
  'answers promptly with 503 and a sentence while the database %s, and then recovers',
  async (name) => {
    const undone = async (some: typeof ways) =>
      (await askFor(some, 1)).flatMap(({ what, status }) => (isDone(status) ? [] : [what]));
    await expect.poll(() => undone({ ...ways, ...withoutDatabase }), untilAllIsWell).toEqual([]);
    const load = startLoad(clinic, ledger, { url: server.url, uploaders: 6, reviewers: 4 });
    await sleep(500);
    await breaks[name]?.disconnect();
    const [refused, unmoved] = await Promise.all([askFor(ways, goneMs), askFor(withoutDatabase, goneMs)]);
    await breaks[name]?.back();
    const backAt = performance.now();
    await expect.poll(() => undone(ways), untilAllIsWell).toEqual([]);
    const healedMs = Math.round(performance.now() - backAt);
    await load.stop();
    const refusalTimes = refused.map(({ ms }) => ms);
    const machineMs = Math.max(...unmoved.map(({ ms }) => ms));
    printFigures(`the database ${name}`, {
      'refused answers': refused.length,
      'ms in the middle': Math.round(median(refusalTimes)),
      'ms at most': Math.round(Math.max(...refusalTimes)),
      'ms at most without a database': Math.round(machineMs),
      'ms until all is well': healedMs,
      'refused uploads and reviews': ledger.refused,
    });
    expect(refused.filter(({ status }) => status !== 503).map(({ what, status }) => [what, status])).toEqual(
      [],
    );
    expect(unmoved.filter(({ status }) => status !== 200).map(({ what, status }) => [what, status])).toEqual(
      [],
    );
    const slow = refused.filter(({ ms }) => ms > longestMs + machineMs);
    expect(slow.map(({ what, ms }) => [what, Math.round(ms)])).toEqual([]);
    for (const { what, headers, bytes } of refused) {
      const text = bytes.toString('utf8');
      if (what === '/readyz') expect(text).toContain('database');
      else expect(Number(headers['retry-after']), what).toBeGreaterThan(0);
      if (/page|list|log-in/.test(what)) expect(text, what).toContain(sentence);
    }
    expect(server.hasExited()).toBe(false);
    expect({ broken: ledger.broken, odd: ledger.odd }).toEqual({ broken: 0, odd: [] });
    await expectEverything(server, clinic, ledger);
    // Without a mail server, e-mails are printed between the lines of the log.
    const log = server
      .log()
      .split('\n')
      .filter((one) => one.startsWith('{"level"'));
    expect(log.join('\n')).not.toMatch(/@(?:clinic|village)|Asha|Tired|water|98765/);
  },
  timeoutFor(60),
);
