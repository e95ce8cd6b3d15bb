// Runs npm run suite -- release: makes the archives twice, runs one in an empty Debian without
// network, and upgrades a clinic with two of them behind the proxy of deploy/.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { exitCodeOf, interruptions, root, run, say } from '../../scripts/lib/project.mjs';
import type { Check } from '../failover/support/checks.ts';
import { type Figures, report } from '../failover/support/report.ts';
import { setUpClinic } from '../faults/support/clinic.ts';
import { makeArchives, prepareProgram, readVersion, unpack } from './archives.ts';
import { goBackAfterMigration, upgradeBehindProxy } from './behind-proxy.ts';

const [, , node = ''] = process.argv;
const nextVersion = '99.0.0';
const maxMegabytes = 120;
const folder = mkdtempSync(join(tmpdir(), 'archives-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
for (const signal of interruptions) process.on(signal, () => process.exit(exitCodeOf(signal)));

/** Makes a Debian with its essential packages only, or takes the one of an earlier run. */
function makeDebian(): string {
  const debian = join(root, '.cache/debian');
  if (existsSync(join(debian, 'complete'))) return debian;
  say('Installing an empty Debian…');
  rmSync(debian, { recursive: true, force: true });
  mkdirSync(dirname(debian), { recursive: true });
  const { status, stdout } = spawnSync('debootstrap', ['--variant=minbase', 'stable', debian], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`debootstrap ended with ${status}: ${stdout.slice(-2000)}`);
  writeFileSync(join(debian, 'complete'), '');
  return debian;
}

async function runInDebian(archives: string) {
  const debian = makeDebian();
  const [opt, local] = [join(debian, 'opt'), join(debian, 'usr/local/bin')];
  rmSync(join(opt, 'secondlook'), { recursive: true, force: true });
  const unpacked = unpack(archives, readVersion(), join(opt, 'secondlook'));
  copyFileSync(node, join(local, 'node'));
  const clinic = await setUpClinic(join(folder, 'clinic-of-debian'));
  const clinicFile = join(folder, 'clinic.json');
  writeFileSync(clinicFile, JSON.stringify(clinic));
  copyFileSync(join(clinic.folder, 'file.key'), `${clinicFile}.key`);
  const program = unpacked.slice(debian.length);
  // The mounts and the network end with these namespaces.
  const script = `ip link set lo up && mount -t proc proc "$1/proc" && mount --bind "$1$2" "$1$2" &&
    mount -o remount,bind,ro "$1$2" && exec "$4" --import tsx tests/release/bare-root.ts "$1" "$2" "$3"`;
  const words = [
    '--net',
    '--mount',
    'sh',
    '-ec',
    script,
    'sh',
    debian,
    program,
    clinicFile,
    process.execPath,
  ];
  return (await run('unshare', words)) === 0;
}

function megabytesOf(path: string): number {
  const { stdout } = spawnSync('du', ['-s', '--block-size=1000000', path], { encoding: 'utf8' });
  return Number.parseInt(stdout, 10);
}

const programOf = (name: string) => join(folder, name, 'program');

async function makeTwice() {
  const cpus = ['x64', 'arm64'];
  const sums: string[] = [];
  const archives: string[] = [];
  for (const name of ['first', 'second']) {
    archives.push(await makeArchives(programOf(name), cpus));
    sums.push(readFileSync(join(archives.at(-1) ?? '', 'SHA256SUMS'), 'utf8'));
  }
  say(`\n${sums[0]}`);
  const check: Check = {
    claim: 'the archives of both processors are the same, made twice in different folders',
    against: sums[0] === sums[1] ? [] : sums,
  };
  return { archives: archives[0] ?? '', check };
}

async function test() {
  for (const name of ['first', 'second']) prepareProgram(programOf(name));
  prepareProgram(programOf('newer'), nextVersion);
  const { archives, check } = await makeTwice();
  const isRightInDebian = await runInDebian(archives);
  const newerArchives = await makeArchives(programOf('newer'), [process.arch]);
  const place = join(folder, 'place');
  const options = {
    place,
    older: unpack(archives, readVersion(), place),
    newer: unpack(newerArchives, nextVersion, place),
    data: join(folder, 'data'),
    path: [dirname(node), '/usr/bin', '/bin'].join(delimiter),
  };
  mkdirSync(options.data);
  const megabytes = megabytesOf(options.older);
  const figures: Figures = [['size of the unpacked archive', `${megabytes} MB`]];
  const { figures: ofUpgrade, checks } = await upgradeBehindProxy(options);
  const isSmall = {
    claim: `it has at most ${maxMegabytes} MB`,
    against: megabytes <= maxMegabytes ? [] : [`${megabytes}`],
  };
  const all = [check, isSmall, ...checks, ...(await goBackAfterMigration(options))];
  return report([...figures, ...ofUpgrade], all) && isRightInDebian;
}

try {
  process.exitCode = (await test()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
process.exit();
