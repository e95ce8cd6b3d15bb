import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isNeededFile, packArchive, requireProcessor } from '../scripts/lib/archive-files.mjs';
import { listComponents } from '../scripts/lib/archive-packages.mjs';
import { buildCommands } from '../scripts/lib/build-commands.mjs';
import { bundledPackages } from '../scripts/lib/bundled-packages.mjs';
import { commandNames, seedProgram } from '../scripts/lib/commands.mjs';
import { root } from '../scripts/lib/project.mjs';
import { listRuntimePackages } from '../scripts/lib/release-packages.mjs';
import { bundledDevelopment, writeNotices } from '../scripts/lib/third-party-notices.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string | Buffer) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function pack(name: string, files: [path: string, file: string][]) {
  const to = join(folder, name);
  await packArchive(new Map(files), { folder: 'secondlook-1.0.0', to, seconds: 1_800_000_000 });
  return readFileSync(to);
}

describe('an archive', () => {
  test('has the same bytes whenever and from wherever its files are packed', async () => {
    const first: [string, string][] = [
      ['secondlook', put('a/start', '#!/bin/sh')],
      ['build/server/index.js', put('a/index.js', 'serve()')],
    ];
    const again: [string, string][] = [
      ['build/server/index.js', put('b/other.js', 'serve()')],
      ['secondlook', put('b/start', '#!/bin/sh')],
    ];
    utimesSync(join(folder, 'b/start'), 1, 1);
    const bytes = await pack('one.tar.gz', first);
    expect(bytes.equals(await pack('two.tar.gz', again))).toBe(true);

    const extract = tar.extract();
    const entries: string[] = [];
    extract.on('entry', ({ name, mode, uid, uname, mtime }, stream, next) => {
      entries.push(`${name} ${mode?.toString(8)} ${uid} ${uname} ${Number(mtime) / 1000}`);
      stream.on('end', next).resume();
    });
    const ended = new Promise<void>((resolve) => extract.on('finish', () => resolve()));
    extract.end(gunzipSync(bytes));
    await ended;
    expect(entries).toEqual([
      'secondlook-1.0.0/ 755 0 root 1800000000',
      'secondlook-1.0.0/build/ 755 0 root 1800000000',
      'secondlook-1.0.0/build/server/ 755 0 root 1800000000',
      'secondlook-1.0.0/build/server/index.js 644 0 root 1800000000',
      'secondlook-1.0.0/secondlook 755 0 root 1800000000',
    ]);
  });

  test.each([
    ['sharp/lib/index.js', true],
    ['sharp/LICENSE.md', true],
    ['sharp/README.md', false],
    ['pino/test/basic.test.js', false],
    ['pino/lib/tests.js', true],
    ['yaml/dist/doc/Document.js', true],
    ['pg/lib/index.js.map', false],
    ['zod/v4/index.d.cts', false],
    ['better-sqlite3/deps/sqlite3/sqlite3.c', false],
    ['better-sqlite3/prebuilds/linux-x64.node', true],
    ['better-sqlite3/prebuilds/linux-arm64.node', false],
    ['better-sqlite3/prebuilds/linuxmusl-x64.node', false],
  ])('for linux-x64 has %s: %s', (path, isNeeded) => {
    expect(isNeededFile(path, 'linux-x64')).toBe(isNeeded);
  });

  test('is refused if a compiled file is for another processor', () => {
    const elf = (machine: number) => {
      const head = Buffer.alloc(64);
      head.write('\x7fELF', 'latin1');
      head.writeUInt16LE(machine, 18);
      return head;
    };
    const files = (content: Buffer) => new Map([['node_modules/x/x.node', put('x.node', content)]]);
    expect(() => requireProcessor(files(elf(62)), 'x64')).not.toThrow();
    expect(() => requireProcessor(files(elf(62)), 'arm64')).toThrow('x.node is not compiled for linux-arm64');
    expect(() => requireProcessor(files(Buffer.alloc(64)), 'x64')).toThrow('would not start there');
  });
});

describe('the notices of an archive', () => {
  type Component = { name: string; version: string };
  const manifestAt = (path: string): Component =>
    JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const runtime = new Set(
    listRuntimePackages(root).map((path) => `${manifestAt(path).name} ${manifestAt(path).version}`),
  );
  // An archive has no development packages. Here they are installed too.
  const listed = JSON.parse(listComponents(root, { commit: '0', seconds: 0, platform: 'linux-x64' }));
  const components = (listed.components as Component[]).filter(({ name, version }) =>
    runtime.has(`${name} ${version}`),
  );
  const notices = writeNotices(JSON.stringify({ components }), root, root).split(`\n${'-'.repeat(80)}\n\n`);
  const noticeOf = (name: string, version = '') =>
    notices.find((notice) => notice.startsWith(`${name} ${version}`)) ?? '';

  test('name each package of the list, with the text of its licence', () => {
    expect(components.length).toBe(runtime.size);
    for (const { name, version } of components) {
      const notice = noticeOf(name, version);
      expect(notice, name).toMatch(/copyright|©|\(c\)/i);
      expect(notice, name).toMatch(/permission|redistribution|terms and conditions|public domain|license/i);
      expect(notice.length, name).toBeGreaterThan(400);
    }
  });

  test('name the packages whose code is in the bundles alone', () => {
    for (const name of [...bundledPackages, ...bundledDevelopment])
      expect(noticeOf(name).length, name).toBeGreaterThan(400);
  });

  test('have the declared licence and the authors of a package without a licence file', () => {
    for (const [name, author] of [
      ['data-uri-to-buffer', 'Nathan Rajlich'],
      ['pgpass', 'Hannes Hörl'],
    ] as const)
      expect(noticeOf(name)).toMatch(new RegExp(`Copyright.*${author}[\\s\\S]*Permission is hereby granted`));
    expect(noticeOf('drizzle-orm')).toMatch(/Drizzle Team[\s\S]*TERMS AND CONDITIONS/);
  });
});

describe('the commands of a build', () => {
  test('are all those of operators', () => {
    const ofDevelopers = ['check-messages', 'docs-settings'];
    const scripts = readdirSync(join(root, 'scripts')).filter((name) => name.endsWith('.ts'));
    expect([...commandNames, seedProgram, ...ofDevelopers].sort()).toEqual(
      scripts.map((name) => name.replace('.ts', '')).sort(),
    );
  });

  test('need no package that an archive leaves out', async () => {
    const { outputs } = await buildCommands(folder);
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const shipped = Object.keys(dependencies).filter((name) => !bundledPackages.includes(name));
    const imported = Object.values(outputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external),
    );
    const packages = new Set(
      imported
        .filter(({ path }) => !isBuiltin(path))
        .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path),
    );
    expect(packages.size).toBeGreaterThan(5);
    expect([...packages].filter((name) => !shipped.includes(name))).toEqual([]);
  });
});

describe('the launcher of an archive', () => {
  test('prints one sentence where there is no Node', () => {
    const programs = join(folder, 'bin');
    mkdirSync(programs);
    const { status, stderr } = spawnSync('/bin/sh', [join(root, 'scripts/archive/secondlook')], {
      env: { NODE_ENV: 'test', PATH: programs },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      1,
      'SecondLook needs Node.js 22 (22.14 or later) or 24, and there is no node in PATH.\n',
    ]);
  });

  test.each([
    ['18.20.0', 1],
    ['20.19.0', 1],
    ['22.13.1', 1],
    ['22.14.0', 0],
    ['23.5.0', 1],
    ['24.0.0', 0],
    ['25.1.0', 1],
  ])('with Node %s ends with %i', (node, code) => {
    const program = `Object.defineProperty(process, 'versions', { value: { node: '${node}' } });
      await import('./scripts/lib/archive-node.mjs');`;
    const words = ['--input-type=module', '-e', program];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    expect(status).toBe(code);
    expect(stderr).toBe(
      code ? `SecondLook needs Node.js 22 (22.14 or later) or 24; the node in PATH is ${node}.\n` : '',
    );
  });
});

describe('activating an archive', () => {
  function unpackedArchive(version: string) {
    const path = `secondlook-${version}`;
    for (const name of readdirSync(join(root, 'scripts/lib')).filter((file) => file.endsWith('.mjs')))
      put(`${path}/scripts/lib/${name}`, readFileSync(join(root, 'scripts/lib', name)));
    const asset = `assets/root-${version.replaceAll('.', '').padEnd(8, 'x')}.js`;
    put(`${path}/build/client/${asset}`, version);
    put(`${path}/build/.browser-files`, asset);
    return asset;
  }
  const activate = (version: string) => {
    const program =
      "const { activateArchive } = await import('./scripts/lib/activate-archive.mjs'); activateArchive();";
    return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: join(folder, `secondlook-${version}`),
      encoding: 'utf8',
    });
  };

  test('sets the link in an upgrade and a roll-back, and keeps the files of open pages', () => {
    const assets = { '1.0.0': unpackedArchive('1.0.0'), '1.1.0': unpackedArchive('1.1.0') };
    for (const version of ['1.0.0', '1.1.0', '1.0.0'] as const) {
      expect(activate(version).stderr).toBe('');
      expect(readlinkSync(join(folder, 'current'))).toBe(`secondlook-${version}`);
      for (const asset of Object.values(assets))
        expect(existsSync(join(folder, 'current/build/client', asset)), `${asset} in ${version}`).toBe(true);
    }
  });

  test('changes nothing if current is not a link', () => {
    unpackedArchive('1.0.0');
    put('current/file', '');
    expect(activate('1.0.0').stderr).toContain('is not a link');
    expect(readdirSync(join(folder, 'current'))).toEqual(['file']);
  });
});
