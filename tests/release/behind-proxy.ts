import { chmodSync, cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../scripts/lib/project.mjs';
import { type Check, checkAcknowledged } from '../failover/support/checks.ts';
import { startLoad } from '../failover/support/load.ts';
import type { Figures } from '../failover/support/report.ts';
import { startFormUploads } from '../faults/servers/form-uploads.ts';
import { ask } from '../faults/support/calls.ts';
import { setUpClinic } from '../faults/support/clinic.ts';
import { hashOf } from '../faults/support/files.ts';
import { freePort, machine, settingsOf } from '../faults/support/server.ts';
import { startCaddyOfOneMachine } from '../support/balancers.ts';
import { startReader } from '../upgrade/reader.ts';
import { mark } from './archives.ts';
import { runProgram, startServer } from './launched.ts';

const phaseMs = 7000;

type Options = {
  /** The folder that contains both unpacked archives. */
  place: string;
  older: string;
  newer: string;
  /** A folder for the clinic. */
  data: string;
  /** The value of PATH, which contains Node. */
  path: string;
};

/**
 * Upgrades a clinic on one machine behind the proxy of `deploy/`, and goes back, while people
 * upload, review and read: another archive is activated, and the server restarted.
 */
export async function upgradeBehindProxy({ place, older, newer, data, path }: Options) {
  const clinic = await setUpClinic(join(data, 'clinic'));
  // A copy for the last part, from before the load.
  cpSync(clinic.folder, join(data, 'migrated'), { recursive: true });
  const port = await freePort();
  const launch = () => ({
    command: [join(place, 'current', 'secondlook')],
    cwd: data,
    env: { ...machine(), ...settingsOf(clinic.folder, port, { TRUST_PROXY: '127.0.0.1' }), PATH: path },
  });
  const activate = async (folder: string) => {
    const { code, output } = await runProgram({
      command: [join(folder, 'secondlook'), 'activate'],
      env: { PATH: path },
    });
    if (code !== 0) throw new Error(`activate ended with ${code}: ${output}`);
  };
  await activate(older);
  let server = await startServer(launch(), port);
  const proxy = await startCaddyOfOneMachine(port);
  const [patient] = clinic.patients;
  if (!patient) throw new Error('The clinic has no patient');
  const load = startLoad(clinic, [proxy.url]);
  const forms = startFormUploads(proxy.url, patient);
  const reader = startReader(proxy.url);
  const homePage = async () => (await ask(proxy.url, { headers: { Accept: 'text/html' } })).bytes.toString();

  const figures: Figures = [];
  const pages = [await homePage()];
  await sleep(phaseMs);
  for (const [name, folder] of [
    ['upgrade', newer],
    ['roll-back', older],
  ] as const) {
    say(`Running the ${name} under load…`);
    await activate(folder);
    const since = performance.now();
    await server.stop();
    const stoppedAt = performance.now();
    server = await startServer(launch(), port);
    figures.push([
      `${name}: stopping, starting`,
      `${seconds(stoppedAt - since)}, ${seconds(server.readyMs)}`,
    ]);
    pages.push(await homePage());
    await sleep(phaseMs);
  }
  await load.stop(60);
  const read = await reader.stop();
  load.ledger.uploads.push(...(await forms.stop()));
  const { ledger } = load;
  const times = ledger.acknowledged.map(({ ms }) => ms).sort((a, b) => a - b);
  figures.push(
    ['calls acknowledged', `${ledger.acknowledged.length}`],
    ['  longest', seconds(times.at(-1) ?? 0)],
    ['uploads and reviews', `${ledger.uploads.length}, ${ledger.reviews.length}`],
    ['pages and files read, of builds', `${read.pages}, ${read.files}, ${read.builds}`],
  );
  const checks: Check[] = [
    {
      claim: 'no call and no form failed',
      against: [
        ...ledger.failed.map(({ status, sentence }) => `${status} ${sentence}`),
        ...forms.failed.map(String),
      ],
    },
    { claim: 'every page of either version came, with every file it names', against: read.against },
    {
      claim: 'the older, the newer and again the older version served',
      against:
        pages.map((page) => page.includes(mark)).join() === 'false,true,false' ? [] : ['another order'],
    },
    ...(await checkAcknowledged([proxy.url], clinic, ledger)),
  ];
  await proxy.stop();
  await server.stop();
  return { figures, checks };
}

/**
 * Adds a migration to the newer archive, runs it, and expects the older one to refuse the database
 * with the name of the release that it needs.
 */
export async function goBackAfterMigration({ older, newer, data, path }: Options): Promise<Check[]> {
  addMigration(newer);
  const dataDir = join(data, 'migrated');
  const port = await freePort();
  const launch = (folder: string) => ({
    command: [join(folder, 'secondlook')],
    cwd: data,
    env: { ...machine(), ...settingsOf(dataDir, port), PATH: path },
  });
  await (await startServer(launch(newer), port)).stop();
  const before = hashesIn(dataDir);
  const refused = await runProgram(launch(older));
  const after = hashesIn(dataDir);
  const { version } = JSON.parse(readFileSync(join(newer, 'package.json'), 'utf8'));
  const says = `was written by SecondLook ${version}, which is newer than this one. Start that version or a later one`;
  const again = await startServer(launch(newer), port);
  await again.stop();
  return [
    {
      claim: 'after a migration the older release refuses to start, and names the release that is needed',
      against:
        refused.code === 1 && refused.output.includes(says) ? [] : [`${refused.code}: ${refused.output}`],
    },
    {
      claim: 'it changes no row and no stored file',
      against: [...before, ...after]
        .map(([name]) => name)
        .filter((name) => before.get(name) !== after.get(name)),
    },
  ];
}

function addMigration(folder: string) {
  const journal = join(folder, 'drizzle/meta/_journal.json');
  const { entries, ...others } = JSON.parse(readFileSync(journal, 'utf8'));
  const last = entries.at(-1);
  const tag = '9999_later';
  entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  chmodSync(journal, 0o644);
  writeFileSync(journal, JSON.stringify({ ...others, entries }));
  writeFileSync(join(folder, `drizzle/${tag}.sql`), 'CREATE TABLE `later` (`id` text);\n');
}

/** Hashes the files of a clinic, without the locks and empty journals that reading leaves. */
function hashesIn(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/lock|-(?:journal|shm|wal)$/.test(name),
  );
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, hashOf(readFileSync(join(folder, name)))]),
  );
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
