// Brings node_modules in line with package-lock.json, and makes sure the database driver really
// opens.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { alone } from './lock.mjs';
import { fingerprint, readIfThere, root, run, Stop, say } from './project.mjs';

const stampFile = 'node_modules/.installed';
const driver = 'node_modules/better-sqlite3';
const olderDriver = 'node_modules/better-sqlite3-12';

/**
 * The driver brings its binaries along, for Node-API 10: Node 22.14 and later. An older Node would
 * crash with them: there the driver's last version without Node-API stands in its place.
 */
const takesOlderDriver = Number(process.versions.napi) < 10;

/** Installs the dependencies unless the ones of this package-lock.json are already there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await alone(async () => {
    if (isInstalled()) return;
    if (!matchesLock()) await install();
    await ensureDatabaseDriver();
    writeFileSync(join(root, stampFile), packagesStamp());
  });
}

/**
 * Compiled packages fit one Node major and Node-API on one kind of machine, so all are part of the
 * stamp.
 */
export function packagesStamp() {
  const { node, napi } = process.versions;
  const machine = `${process.platform}-${process.arch}`;
  return `${fingerprint(['package-lock.json'])} node${node.split('.')[0]} napi${napi} ${machine}\n`;
}

/** An `npm install` by hand takes the older driver out of its place. */
function isInstalled() {
  return readIfThere(stampFile) === packagesStamp() && existsSync(join(root, driver));
}

/**
 * True when a hand-run `npm install` or `npm ci` has already put exactly the locked packages in
 * place.
 */
function matchesLock() {
  const stamped = readIfThere(stampFile);
  if (stamped && stamped !== packagesStamp()) return false;
  const locked = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  if (!locked || !present?.[takesOlderDriver ? olderDriver : driver]) return false;
  delete locked[''];
  const same = (a, b) => a?.version === b?.version && a?.integrity === b?.integrity;
  return (
    Object.entries(locked).every(
      ([path, entry]) => same(entry, present[path]) || isLeftOut(entry, present[path]),
    ) && Object.keys(present).every((path) => locked[path] && existsSync(join(root, path)))
  );
}

/** Optional packages for another kind of machine are locked and not installed. */
function isLeftOut(locked, present) {
  return !present && Boolean(locked.optional || locked.devOptional || locked.peer);
}

function packagesOf(path) {
  try {
    return JSON.parse(readIfThere(path)).packages;
  } catch {
    return null;
  }
}

async function install() {
  say('Installing…');
  rmSync(join(root, stampFile), { force: true });
  if (isLink(driver)) rmSync(join(root, driver));
  // Not `npm ci`: it refuses a lock that leaves out some other platform's optional binaries, as one
  // written against a partial registry does. This installs the locked versions all the same, adds
  // what this platform lacks, and leaves package-lock.json as it is. The build and the tests need
  // the development packages too.
  const options = ['--no-save', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  // Without a network npm would otherwise go on trying for many minutes.
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000'];
  const code = await run('npm', ['install', ...options, ...patience]);
  if (code !== 0) {
    throw new Stop(
      'The packages could not be installed (npm says why above): check that this machine reaches its npm registry, then run the same command again.',
    );
  }
}

async function ensureDatabaseDriver() {
  if (databaseDriverOpens()) return;
  if (takesOlderDriver) {
    rmSync(join(root, driver), { recursive: true, force: true });
    symlinkSync(basename(olderDriver), join(root, driver), 'junction');
    if (databaseDriverOpens()) return;
  }
  say('Compiling the database driver…');
  const script = takesOlderDriver ? 'install' : 'build-release';
  await run('npm', ['run', script, '--prefix', takesOlderDriver ? olderDriver : driver]);
  if (databaseDriverOpens()) return;
  throw new Stop(
    'The database driver (better-sqlite3) could be neither downloaded nor compiled: install python3, make and g++ (on Debian or Ubuntu: apt-get install -y python3 make g++), then run the same command again.',
  );
}

/** Asks a child process, so that a broken binary cannot take this one down. */
function databaseDriverOpens() {
  const program = "new (require('better-sqlite3'))(':memory:').prepare('select 1').get()";
  return spawnSync(process.execPath, ['--input-type=commonjs', '-e', program], { cwd: root }).status === 0;
}

function isLink(path) {
  return lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
