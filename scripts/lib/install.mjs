// Brings node_modules in line with package-lock.json, and checks that the database driver really
// opens.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './lock.mjs';
import { fingerprint, readIfThere, root, Stop } from './project.mjs';
import { runQuietly, showStep } from './steps.mjs';

const stampFile = 'node_modules/.installed';
const driver = 'better-sqlite3';

/** Version 13 of the driver, which contains its binaries. They need Node-API 10: Node 22.14. */
const prebuiltDriver = 'better-sqlite3-13';
const canLoadPrebuilt = Number(process.versions.napi) >= 10;

const pathOf = (name) => join(root, 'node_modules', name);

/** Installs all packages, those of tests and checks too, unless they are already there. */
export async function ensureInstalled() {
  if (isInstalled() && hasTools()) return;
  await alone(async () => {
    const compileDriver = await installPackages({ withTools: true });
    if (compileDriver) await showStep(driverStep, compileDriver);
    noteInstalled();
  });
}

/**
 * Installs what building and serving need, unless the packages of this package-lock.json are
 * already there.
 *
 * @param withTools true to install the tools of tests and checks too. Those that are there stay.
 * @returns what is left to do before `noteInstalled`: downloading or compiling the database driver;
 *   undefined if one opens. The build does not need it.
 */
export async function installPackages({ withTools = hasTools() } = {}) {
  if (isInstalled() && (hasTools() || !withTools)) return undefined;
  await showStep({ doing: 'Installing', done: 'Installed' }, () => install(withTools));
  return hasDriver() ? undefined : compileDriver;
}

/** Notes that the packages of this package-lock.json are there, with a driver that opens. */
export const noteInstalled = () => writeFileSync(join(root, stampFile), packagesStamp());

const driverStep = {
  doing: 'Downloading or compiling the database driver',
  done: 'Database driver installed',
};

/**
 * Compiled packages fit one Node major and Node-API on one kind of machine, so all are part of the
 * stamp.
 */
export function packagesStamp() {
  const { node, napi } = process.versions;
  const machine = `${process.platform}-${process.arch}`;
  return `${fingerprint(['package-lock.json'])} node${node.split('.')[0]} napi${napi} ${machine}\n`;
}

/** A manual `npm install` keeps the stamp, and may install a driver without a binary. */
export function isInstalled() {
  const hasBinary = ['prebuilds', 'build/Release'].some((name) => existsSync(join(pathOf(driver), name)));
  return hasBinary && readIfThere(stampFile) === packagesStamp();
}

/** Checks whether the tools of tests and checks are there, by one of them. */
const hasTools = () => existsSync(pathOf('@biomejs/biome'));

async function install(withTools) {
  rmSync(join(root, stampFile), { force: true });
  // npm may mistake a link for the package and then remove its target.
  if (lstatSync(pathOf(driver), { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(pathOf(driver));
  // Not `npm ci`: it refuses a lock that leaves out some other platform's optional binaries, as one
  // written against a partial registry does. This installs the locked versions all the same, adds
  // what this platform lacks, and leaves package-lock.json as it is. The build needs the
  // optional binaries, and the tests the development packages, even if npm is set to omit them.
  const options = [
    '--no-save',
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  // Without a network npm would otherwise retry for many minutes.
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000'];
  const code = await runQuietly('install', 'npm', ['install', ...options, ...patience]);
  if (code !== 0) {
    throw new Stop(
      'The packages could not be installed (see the npm output above). Check that this machine can reach its npm registry, then run the same command again.',
    );
  }
}

/**
 * Checks that the driver opens. Replaces version 12 with a link to version 13 if this Node can load
 * it, so that every importer of `better-sqlite3` gets the same driver.
 */
function hasDriver() {
  if (!canLoadPrebuilt || !opensDatabase(prebuiltDriver)) return opensDatabase(driver);
  rmSync(pathOf(driver), { recursive: true, force: true });
  symlinkSync(prebuiltDriver, pathOf(driver), 'junction');
  return true;
}

/** Downloads or compiles the binary of version 12. */
async function compileDriver() {
  // Releases have hard links to its files, which must not be overwritten in place.
  rmSync(join(pathOf(driver), 'build'), { recursive: true, force: true });
  await runQuietly('driver', 'npm', ['run', 'install', '--prefix', `node_modules/${driver}`]);
  if (opensDatabase(driver)) return;
  throw new Stop(
    'The database driver (better-sqlite3) could be neither downloaded nor compiled. Install python3, make and g++ (on Debian or Ubuntu: apt-get install -y python3 make g++), then run the same command again.',
  );
}

/** Asks a child process, so that a broken binary cannot crash this one. */
function opensDatabase(name) {
  const program = `new (require('${name}'))(':memory:').prepare('select 1').get()`;
  return spawnSync(process.execPath, ['--input-type=commonjs', '-e', program], { cwd: root }).status === 0;
}
