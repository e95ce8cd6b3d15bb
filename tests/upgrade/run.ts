// Runs npm run suite -- upgrade: this version continues a one-machine clinic that an earlier one
// filled, and two servers of the earlier one are replaced, one after the other, while people
// upload, review and read.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodeOf, interruptions, say } from '../../scripts/lib/project.mjs';
import { type Check, checkAcknowledged, checkKeys } from '../failover/support/checks.ts';
import { startLoad } from '../failover/support/load.ts';
import { type Figures, report } from '../failover/support/report.ts';
import { startFormUploads } from '../faults/servers/form-uploads.ts';
import { compareRowsAndObjects } from '../faults/servers/rows-and-objects.ts';
import { openSeveral } from '../faults/servers/several.ts';
import { startHaproxy } from '../support/balancers.ts';
import { programFolder, setProgram } from '../support/program.ts';
import { upgradeOneMachine } from './one-machine.ts';
import { startReader } from './reader.ts';

const phaseMs = 7000;
// As in deploy/several/secondlook.conf.
const stopDelay = '10';

const [, , earlier = '', commit = ''] = process.argv;

// Exits on a signal, so that the exit handlers end all processes and remove their folders.
for (const signal of interruptions) process.on(signal, () => process.exit(exitCodeOf(signal)));

try {
  const { figures, checks } = await upgradeOneMachine(earlier, commit);
  const isSame = report(figures, checks);
  // PostgreSQL and several servers were introduced together.
  const hasSeveral = existsSync(join(earlier, 'drizzle/postgres'));
  if (!hasSeveral) say(`\n${commit} runs on one machine alone: no server of it is replaced beside another.`);
  const hasGoneOn = !hasSeveral || (await upgrade());
  process.exitCode = isSame && hasGoneOn ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
process.exit();

async function upgrade() {
  setProgram(earlier);
  say(`Starting two servers of ${commit} on PostgreSQL and an object store, behind HAProxy…`);
  const several = await openSeveral({ balance: startHaproxy, settings: { STOP_DELAY: stopDelay } });
  const { balancer, clinic, servers } = several;
  const [patient] = clinic.patients;
  if (!patient) throw new Error('The clinic has no patient');
  const load = startLoad(clinic, [balancer.url]);
  const forms = startFormUploads(balancer.url, patient);
  const reader = startReader(balancer.url);

  const figures: Figures = [];
  await sleep(phaseMs);
  setProgram();
  keepFilesOf(earlier);
  for (const at of [0, 1]) {
    say(`Replacing server ${at + 1}…`);
    const began = performance.now();
    const code = await servers[at]?.stop();
    if (code !== 0) throw new Error(`Server ${at + 1} ended with ${code}: ${servers[at]?.log()}`);
    const stoppedAt = performance.now();
    await several.startAgain(at);
    figures.push([
      `server ${at + 1}: stopping, starting until requests came`,
      `${seconds(stoppedAt - began)}, ${seconds(performance.now() - stoppedAt)}`,
    ]);
    await sleep(phaseMs);
  }
  await load.stop(60);
  const pages = await reader.stop();
  const urls = servers.map(({ url }) => url);
  const keys = await checkKeys([balancer.url, ...urls], load.ledger);
  load.ledger.uploads.push(...(await forms.stop()));

  const { ledger } = load;
  const { rowsWithoutObject } = await compareRowsAndObjects(several);
  const checks: Check[] = [
    ...(await checkAcknowledged(urls, clinic, ledger)),
    keys,
    {
      claim: 'no call failed and no form',
      against: [
        ...ledger.failed.map(({ status, sentence }) => `call: ${status} ${sentence}`),
        ...forms.failed.map((status) => `form: ${status}`),
      ],
    },
    { claim: 'every page of either version came, with every file it names', against: pages.against },
    { claim: 'every row has its file', against: rowsWithoutObject },
  ];
  const times = ledger.acknowledged.map(({ ms }) => ms).sort((a, b) => a - b);
  figures.push(
    ['uploads and reviews acknowledged', `${ledger.uploads.length}, ${ledger.reviews.length}`],
    [
      '  time that took, median and longest',
      `${seconds(times[times.length >> 1] ?? 0)}, ${seconds(times.at(-1) ?? 0)}`,
    ],
    ['pages read, of both versions', `${pages.pages}, ${pages.builds} builds`],
    ['files of pages asked for', `${pages.files}`],
  );
  const isRight = report(figures, checks);
  await several.close();
  return isRight;
}

/** Adds the browser files of a version to this one's, as a build in its folder does. */
function keepFilesOf(folder: string) {
  const assets = 'build/client/assets';
  cpSync(join(folder, assets), join(programFolder(), assets), { recursive: true, force: false });
}

function seconds(ms: number) {
  return `${(ms / 1000).toFixed(2)} s`;
}
