// Runs npm run suite -- failover: two servers on a database whose leader is killed under load.
// Afterwards, checks everything that they acknowledged.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodeOf, interruptions, say } from '../../scripts/lib/project.mjs';
import { setUpClinic } from '../faults/support/clinic.ts';
import { run } from '../faults/support/command.ts';
import { freePort, type Server, start } from '../faults/support/server.ts';
import { createMailServer } from '../faults/support/smtp-server.ts';
import { makeBucket } from '../support/test-storage.ts';
import { startSwift } from '../tools/programs/swift.mjs';
import { type Check, checkAcknowledged, checkKeys } from './support/checks.ts';
import { type Ledger, startLoad, watchProbes } from './support/load.ts';
import { until } from './support/processes.ts';
import { type Figures, report } from './support/report.ts';
import { killNode, type Node, openStack, type Stack } from './support/stack.ts';

const secondsBefore = 20;
const secondsAfter = 15;
const limitSeconds = 90;
const maxMsToRefusal = 5000;
const shownLines = 20;

// Exits on a signal, so that the exit handlers end all processes and remove their folders.
for (const signal of interruptions) process.on(signal, () => process.exit(exitCodeOf(signal)));

try {
  process.exitCode = (await failOver()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
process.exit();

async function failOver() {
  const figures: Figures = [];
  const startedAt = performance.now();
  say('Starting etcd, two PostgreSQL under Patroni, and HAProxy…');
  const stack = await openStack();
  figures.push(['leader and synchronous standby after', seconds(performance.now() - startedAt)]);
  const { servers, clinic, settings } = await openServers(stack);
  const urls = servers.map(({ url }) => url);

  say(`Uploads and reviews for ${secondsBefore} s…`);
  const load = startLoad(clinic, urls);
  const probes = urls.map(watchProbes);
  await sleep(secondsBefore * 1000);
  const old = (await stack.leader()) as Node;
  const killedAt = performance.now();
  killNode(old);
  say(`Killed the leader ${old.name}; waiting for the next…`);
  await until('a new leader', limitSeconds, async () => {
    const leader = await stack.leader();
    return leader !== undefined && leader.name !== old.name;
  });
  const ledAgainAt = performance.now();
  figures.push(['new leader after', seconds(ledAgainAt - killedAt)]);
  const isAnswering = () => load.ledger.acknowledged.some(({ at }) => at > ledAgainAt);
  await until('an acknowledged write after the fail-over', limitSeconds, isAnswering);
  await sleep(secondsAfter * 1000);
  await load.stop(limitSeconds);
  await Promise.all(probes.map(({ stop }) => stop()));

  const startedAgainAt = performance.now();
  stack.startNode(old);
  await stack.untilStandby((name) => name === old.name);
  figures.push([
    `${old.name} is a synchronous standby again after`,
    seconds(performance.now() - startedAgainAt),
  ]);

  const { ledger } = load;
  const checks = [
    ...(await checkAcknowledged(urls, clinic, ledger)),
    await checkKeys(urls, ledger),
    ...checkAnswers(ledger, servers),
    ...probes.map(({ probes: seen }, at) => checkProbes(urls[at] as string, seen, killedAt)),
    await checkRows(stack, ledger),
    await checkAudit(servers, settings),
  ];
  figures.push(
    ...figuresOf(ledger, killedAt),
    ...probes.flatMap(({ probes: seen }) => figuresOfProbes(seen, killedAt)),
  );
  const isRight = report(figures, checks);
  if (!isRight) for (const { url, log } of servers) say(`\nWhat ${url} logged last:\n${incidentsIn(log())}`);
  return isRight;
}

/** Filters the e-mails that a server prints out of its log. */
function incidentsIn(printed: string) {
  const lines = printed.split('\n').filter((line) => line.startsWith('{'));
  return lines.slice(-shownLines).join('\n');
}

/** Starts two servers that share a database, a store, a mail server and one set of keys. */
async function openServers(stack: Stack) {
  const folder = mkdtempSync(join(tmpdir(), 'failover-servers-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const settings = {
    DATABASE_URL: stack.url,
    FILE_KEY: randomBytes(32).toString('hex'),
    SESSION_SECRET: randomBytes(32).toString('hex'),
  };
  // People sign up while one server runs, which writes its e-mails into a folder.
  const clinic = await setUpClinic(join(folder, 'first'), settings);
  const store = await startSwift();
  const office = createMailServer(await freePort());
  office.open();
  const shared = {
    ...settings,
    ...store.settings,
    STORAGE_URL: `s3://${await makeBucket(store.settings, 'failover')}/clinic`,
    SMTP_URL: office.url,
    PUBLIC_URL: 'http://clinic.test',
  };
  const servers: Server[] = [];
  for (const name of ['first', 'second'])
    servers.push(await start(join(folder, name), await freePort(), shared));
  return { servers, clinic, settings: shared };
}

function checkAnswers({ failed }: Ledger, servers: Server[]): Check[] {
  return [
    {
      claim: 'the servers never ended',
      against: servers.filter(({ hasExited: isGone }) => isGone()).map(({ url }) => url),
    },
    {
      claim: 'calls that failed were answered 503, with a sentence and Retry-After',
      against: failed
        .filter(({ status, sentence }) => status !== 503 || sentence === '')
        .map(({ status, sentence }) => `${status} ${sentence}`),
    },
    {
      claim: `every 503 came within ${seconds(maxMsToRefusal)}`,
      against: failed.filter(({ ms }) => ms > maxMsToRefusal).map(({ ms }) => seconds(ms)),
    },
  ];
}

type Seen = ReturnType<typeof watchProbes>['probes'];

function checkProbes(url: string, seen: Seen, killedAt: number): Check {
  const after = seen.filter(({ at }) => at > killedAt);
  return {
    claim: `/readyz of ${url} was 503 meanwhile and 200 before and after; /healthz was always 200`,
    against: [
      ...seen
        .filter(({ at, ready }) => at < killedAt - 1000 && ready !== 200)
        .map(({ ready }) => `${ready} before`),
      ...(after.some(({ ready }) => ready === 503) ? [] : ['never 503']),
      ...(after.at(-1)?.ready === 200 ? [] : [`${after.at(-1)?.ready} at the end`]),
      ...seen.filter(({ alive }) => alive !== 200).map(({ alive }) => `/healthz ${alive}`),
    ],
  };
}

/** Compares the rows of both nodes, including the one that came back, with the ledger. */
async function checkRows(stack: Stack, { uploads, reviews }: Ledger): Promise<Check> {
  const query = `select (select count(*) from reports) || ' ' ||
    (select count(distinct object_id) from audit where action = 'report.reviewed') || ' ' ||
    (select count(*) from audit where action = 'report.reviewed')`;
  const expectedCounts = `${uploads.length} ${reviews.length} ${reviews.length}`;
  const against: string[] = [];
  for (const node of stack.nodes) {
    const isSame = () => stack.query(node, query) === expectedCounts;
    await until('the rows', 10, isSame).catch(() =>
      against.push(`${node.name}: ${stack.query(node, query)}`),
    );
  }
  return {
    claim: `both nodes have ${uploads.length} reports, and ${reviews.length} reviews in the audit log`,
    against,
  };
}

/** Runs `npm run audit:verify` on the entries that both servers wrote. */
async function checkAudit([server]: Server[], settings: Record<string, string>): Promise<Check> {
  const { code, output } = await run(['audit:verify'], { dataDir: server?.dataDir ?? '', settings });
  return { claim: 'the audit log is one unbroken chain', against: code === 0 ? [] : [output.trim()] };
}

function figuresOf({ uploads, reviews, failed, acknowledged }: Ledger, killedAt: number): Figures {
  const sorted = acknowledged.map(({ at }) => at).sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((at, index) => at - (sorted[index] as number));
  const repeated = [...uploads, ...reviews].filter(({ tries }) => tries > 1).length;
  const statuses = new Map<number, number>();
  for (const { status } of failed) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const [accepted, refused] = [acknowledged, failed].map((all) =>
    all.map(({ ms }) => ms).sort((a, b) => a - b),
  );
  return [
    ['uploads acknowledged', `${uploads.length}`],
    ['reviews acknowledged', `${reviews.length}`],
    ['of both, after the kill', `${sorted.filter((at) => at > killedAt).length}`],
    ['  time that took, median and longest', middleAndLongest(accepted)],
    ['longest silence between two acknowledged writes', seconds(Math.max(...gaps))],
    [
      'calls that failed',
      [...statuses].map(([status, count]) => `${count} × ${status || 'broken'}`).join(', ') || '0',
    ],
    ['  of what was sent, repeated until acknowledged', `${repeated}`],
    ['  time until they failed, median and longest', middleAndLongest(refused)],
  ];
}

function figuresOfProbes(seen: Seen, killedAt: number): Figures {
  const unready = seen.filter(({ at, ready }) => at > killedAt - 1000 && ready !== 200);
  const last = unready.at(-1);
  const readyAgain = seen.find(({ at, ready }) => last && at > last.at && ready === 200);
  const after = (at: number | undefined) => (at === undefined ? 'never' : seconds(at - killedAt));
  return [['/readyz 503 after the kill, 200 again', `${after(unready[0]?.at)}, ${after(readyAgain?.at)}`]];
}

function middleAndLongest(sorted: number[] = []) {
  return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)}, ${seconds(sorted.at(-1) ?? 0)}`;
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(2)} s`;
}
