import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { holdRelease } from '~/platform/db/core/hold-release.server';
import { listRuntimePackages } from '../scripts/lib/release-packages.mjs';
import {
  activateRelease,
  currentRelease,
  hasRelease,
  makeRelease,
  removeOldReleases,
  serverBuild,
} from '../scripts/lib/releases.mjs';

const decoder = 'app/platform/storage/decoder/decode.mjs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'releases-'));
  put({
    'package.json': '{ "type": "module" }',
    'package-lock.json': JSON.stringify({
      packages: {
        '': {
          dependencies: { late: '1', vite: '1' },
          optionalDependencies: { absent: '1' },
          devDependencies: { dev: '1' },
        },
        'node_modules/late': { dependencies: { '@scope/deep': '2' } },
        'node_modules/late/node_modules/@scope/deep': { peerDependencies: { shared: '1' } },
        'node_modules/@scope/deep': {},
        'node_modules/shared': {},
        'node_modules/absent': { optional: true },
        'node_modules/dev': { dev: true },
        'node_modules/vite': {},
      },
    }),
    [decoder]: 'decode 1',
    'app/platform/storage/decoder/decode.test.ts': '',
    'node_modules/late/index.js': "module.exports = 'late 1'",
    'node_modules/late/node_modules/@scope/deep/lib/index.js': '',
    'node_modules/@scope/deep/index.js': '',
    'node_modules/shared/index.js': '',
    'node_modules/dev/index.js': '',
    'node_modules/vite/index.js': '',
  });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function put(files: Record<string, string>, folder = home) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const idOf = (number: number) => String(number).padStart(16, '0');
const pathOf = (number: number) => join(home, 'build', 'releases', idOf(number));
const releases = () =>
  readdirSync(join(home, 'build', 'releases'))
    .map(Number)
    .sort();

/** Creates a release as a build does and makes it the current one. */
async function release(number: number, client: Record<string, string> = {}) {
  await makeRelease(
    idOf(number),
    (folder: string) => {
      const server = `process.stdin.once('data', async () => {
        const { default: late } = await import('late');
        const { chunk } = await import('./chunk.js');
        console.log(late, chunk);
      });
      console.log('runs');`;
      put({ 'server/index.js': server, 'server/chunk.js': `export const chunk = 'chunk ${number}'` }, folder);
      put({ 'assets/plain.js': '', ...client }, join(folder, 'client'));
    },
    home,
  );
  activateRelease(idOf(number), home);
}

/** Sets the activation of a release back by `hours` hours. */
function age(number: number, hours: number) {
  const at = Date.now() / 1000 - hours * 3600;
  utimesSync(join(pathOf(number), 'in-use.db'), at, at);
}

const nextLine = (child: ChildProcess) =>
  new Promise<string>((resolve) => child.stdout?.once('data', (text) => resolve(String(text).trim())));

describe('a release', () => {
  test('contains the packages that a server may load, and no others', () => {
    expect(listRuntimePackages(home).sort()).toEqual([
      'node_modules/late',
      'node_modules/late/node_modules/@scope/deep',
      'node_modules/shared',
    ]);
    // Those that the build contains are only listed if another package needs them.
    expect(listRuntimePackages(home, ['late'])).toEqual([]);
  });

  test('contains what a server reads while it runs, without tests', async () => {
    await release(1);
    expect(currentRelease(home)).toBe(pathOf(1));
    expect(existsSync(join(pathOf(1), decoder))).toBe(true);
    expect(existsSync(join(pathOf(1), 'app/platform/storage/decoder/decode.test.ts'))).toBe(false);
    expect(existsSync(join(pathOf(1), 'node_modules/late/node_modules/@scope/deep/lib/index.js'))).toBe(true);
    expect(existsSync(join(pathOf(1), 'node_modules/dev'))).toBe(false);
    // Packages are hard-linked and take up no disk space twice.
    expect(statSync(join(pathOf(1), 'node_modules/late/index.js')).nlink).toBe(2);
  });

  test('keeps loading its own chunks and packages once a newer one exists', async () => {
    await release(1);
    const child = spawn(process.execPath, [join(pathOf(1), serverBuild)], { cwd: home, stdio: 'pipe' });
    try {
      expect(await nextLine(child)).toBe('runs');
      put({ [decoder]: 'decode 2' });
      // Removes and rewrites the folder, as npm does.
      rmSync(join(home, 'node_modules/late'), { recursive: true });
      put({ 'node_modules/late/index.js': "module.exports = 'late 2'" });
      await release(2);
      const line = nextLine(child);
      child.stdin?.write('\n');
      expect(await line).toBe('late 1 chunk 1');
      expect(readFileSync(join(pathOf(1), decoder), 'utf8')).toBe('decode 1');
      expect(currentRelease(home)).toBe(pathOf(2));
      expect(readFileSync(join(pathOf(2), decoder), 'utf8')).toBe('decode 2');
      expect(readFileSync(join(pathOf(2), 'node_modules/late/index.js'), 'utf8')).toContain('late 2');
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('is invisible until complete, and changes nothing if the build fails', async () => {
    await release(1);
    const failing = makeRelease(
      idOf(2),
      (folder: string) => {
        put({ 'server/index.js': '' }, folder);
        expect(hasRelease(idOf(2), home)).toBe(false);
        throw new Error('no build');
      },
      home,
    );
    await expect(failing).rejects.toThrow('no build');
    expect(hasRelease(idOf(2), home)).toBe(false);
    expect(currentRelease(home)).toBe(pathOf(1));
    await release(2);
    expect(currentRelease(home)).toBe(pathOf(2));
  });
});

describe('an older release', () => {
  test('is removed once three newer ones exist, unless a server runs from it', async () => {
    for (const number of [1, 2]) {
      await release(number);
      age(number, 9 - number);
    }
    holdRelease(pathOf(1));
    for (const number of [3, 4, 5]) {
      await release(number);
      age(number, 9 - number);
    }
    removeOldReleases(home);
    expect(releases()).toEqual([1, 3, 4, 5]);
  });

  test('counts as the newest, and is not rebuilt, once it is made current again', async () => {
    for (const number of [1, 2, 3]) {
      await release(number);
      age(number, 9 - number);
    }
    activateRelease(idOf(1), home);
    age(1, 0);
    await release(4);
    removeOldReleases(home);
    expect(releases()).toEqual([1, 3, 4]);
  });
});

describe('browser files', () => {
  const clientOf = (number: number) =>
    readdirSync(join(pathOf(number), 'build/client/assets')).sort((one, other) => one.localeCompare(other));

  test('with a hash in their name stay from all releases, for open pages', async () => {
    await release(1, { 'assets/root-AAAAAAAA.js': '1', 'assets/root-AAAAAAAA.js.br': '1', 'old.svg': '' });
    await release(2, { 'assets/root-BBBBBBBB.js': '2', 'assets/ui-_bcDEF-9.css': 'of 2' });
    await release(3, { 'assets/root-CCCCCCCC.js': '3', 'assets/ui-_bcDEF-9.css': 'of 3' });
    expect(clientOf(3)).toEqual([
      'plain.js',
      'root-AAAAAAAA.js',
      'root-AAAAAAAA.js.br',
      'root-BBBBBBBB.js',
      'root-CCCCCCCC.js',
      'ui-_bcDEF-9.css',
    ]);
    expect(existsSync(join(pathOf(3), 'build/client/old.svg'))).toBe(false);
    expect(readFileSync(join(pathOf(3), 'build/client/assets/ui-_bcDEF-9.css'), 'utf8')).toBe('of 3');
    rmSync(pathOf(1), { recursive: true });
    await release(4);
    expect(clientOf(4)).not.toContain('root-AAAAAAAA.js');
  });

  test('of a version without releases stay, and its build does until it is older than three', async () => {
    put({
      'build/server/index.js': '',
      'build/.stamp': '',
      'build/client/assets/root-AAAAAAAA.js': '',
      'build/client/assets/root-00000000.js': '',
      'build/.browser-files': 'assets/root-AAAAAAAA.js',
    });
    for (const number of [1, 2, 3]) {
      await release(number);
      age(number, 9 - number);
      removeOldReleases(home);
    }
    expect(clientOf(3)).toEqual(['plain.js', 'root-AAAAAAAA.js']);
    expect(existsSync(join(home, 'build/server/index.js'))).toBe(true);
    await release(4);
    removeOldReleases(home);
    expect(readdirSync(join(home, 'build')).sort()).toEqual(['current', 'releases']);
    expect(releases()).toEqual([2, 3, 4]);
  });
});
