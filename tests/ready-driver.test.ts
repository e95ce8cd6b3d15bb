import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../scripts/lib/project.mjs';

/**
 * A fake npm that installs two drivers with the files that matter here. `npm install` installs
 * version 12 without a binary, as package scripts do not run. It leaves a link to version 12 alone
 * and removes packages that are not locked. `npm run install` makes the binary.
 */
const npm = `#!/usr/bin/env node
import { appendFileSync, lstatSync, mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
const readlinkOf = (path) =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path);
const put = (path, text) => {
  mkdirSync('node_modules/' + path.slice(0, path.lastIndexOf('/')), { recursive: true });
  writeFileSync('node_modules/' + path, text);
};
const words = process.argv.slice(2);
appendFileSync('npm.log', words.slice(0, 2).join(' ') + '\\n');
if (words[0] === 'run') put('better-sqlite3/build/Release/binary.js', '');
else {
  if (words.includes('--include=dev')) put('@biomejs/biome/package.json', '{}');
  else rmSync('node_modules/@biomejs', { recursive: true, force: true });
  const driver = (version, check) => 'exports = module.exports = class { constructor() { ' + check +
    ' } prepare() { return { get() {} }; } }; exports.version = ' + version + ';';
  rmSync('node_modules/better-sqlite3-12', { recursive: true, force: true });
  const isLinkTo12 = readlinkOf('node_modules/better-sqlite3') === 'better-sqlite3-12';
  if (!isLinkTo12) rmSync('node_modules/better-sqlite3', { recursive: true, force: true });
  if (!isLinkTo12) put('better-sqlite3/index.js', driver(12, "require('./build/Release/binary.js')"));
  const { PREBUILT } = process.env;
  if (PREBUILT !== 'absent') put('better-sqlite3-13/prebuilds/binary.js', PREBUILT === 'broken' ? 'throw 1' : '');
  if (PREBUILT !== 'absent') put('better-sqlite3-13/index.js', driver(13, "require('./prebuilds/binary.js')"));
}`;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'driver-'));
  for (const name of ['scripts/lib', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(home, name), { recursive: true });
  mkdirSync(join(home, 'node_modules'));
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin', 'npm'), npm, { mode: 0o755 });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

type Machine = { napi?: string; prebuilt?: 'works' | 'broken' | 'absent' };

function environment(prebuilt: Machine['prebuilt'] = 'works') {
  const path = [join(home, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, PREBUILT: prebuilt };
}

/**
 * Runs the installation in the folder.
 *
 * @param call what it does instead of installing everything.
 * @returns The driver version that an importer gets, and the calls of npm.
 */
function ensureInstalled({ napi = '10', prebuilt }: Machine = {}, call = 'await ensureInstalled()') {
  writeFileSync(join(home, 'npm.log'), '');
  const program = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '${napi}' } });
    const { ensureInstalled, installPackages, noteInstalled } = await import('./scripts/lib/install.mjs');
    ${call};
    const { createRequire } = await import('node:module');
    console.log('driver', createRequire(process.cwd() + '/')('better-sqlite3').version);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: home,
    env: environment(prebuilt),
    encoding: 'utf8',
  });
  const calls = readFileSync(join(home, 'npm.log'), 'utf8').trim().split('\n').filter(Boolean);
  return { driver: Number(/driver (\d+)/.exec(stdout)?.[1] ?? NaN), calls, stderr };
}

const full = 'install --no-save';
const makesBinary = 'run install';

describe('the database driver after npm run ready', () => {
  test.each<[string, Machine, { driver: number; calls: string[] }]>([
    ['with Node-API 10', {}, { driver: 13, calls: [full] }],
    ['with an older Node-API', { napi: '9' }, { driver: 12, calls: [full, makesBinary] }],
    ['where 13 is not installed', { prebuilt: 'absent' }, { driver: 12, calls: [full, makesBinary] }],
    ['where 13 does not open', { prebuilt: 'broken' }, { driver: 12, calls: [full, makesBinary] }],
  ])('is the one that opens: %s', (_where, machine, expected) => {
    expect(ensureInstalled(machine)).toEqual({ ...expected, stderr: '' });
    expect(ensureInstalled(machine), 'the second run').toEqual({
      driver: expected.driver,
      calls: [],
      stderr: '',
    });
  });

  test('is restored after a manual npm install', () => {
    ensureInstalled();
    spawnSync('npm', ['install'], { cwd: home, env: environment() });
    expect(ensureInstalled().driver).toBe(13);
  });

  test('replaces a link that an earlier version made', () => {
    mkdirSync(join(home, 'node_modules/better-sqlite3-12'));
    symlinkSync('better-sqlite3-12', join(home, 'node_modules/better-sqlite3'));
    expect(ensureInstalled({ napi: '9' }).driver).toBe(12);
  });

  test('follows the version of Node', () => {
    expect(['9', '10', '9'].map((napi) => ensureInstalled({ napi }).driver)).toEqual([12, 13, 12]);
  });
});

describe('the tools of tests and checks', () => {
  const toServe = 'await installPackages(); noteInstalled()';
  const hasTools = () => existsSync(join(home, 'node_modules/@biomejs/biome'));

  test('are not installed by npm start, but by npm test after it', () => {
    expect(ensureInstalled({}, toServe).calls).toEqual([full]);
    expect(hasTools()).toBe(false);
    expect(ensureInstalled({}, toServe).calls).toEqual([]);
    expect(ensureInstalled().calls).toEqual([full]);
    expect(hasTools()).toBe(true);
  });

  test('stay when npm start installs', () => {
    spawnSync('npm', ['install', '--include=dev'], { cwd: home, env: environment() });
    expect(ensureInstalled({}, toServe).calls).toEqual([full]);
    expect(hasTools()).toBe(true);
  });
});
