import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { keepLastBuild } from '../scripts/lib/last-build.mjs';

const folder = mkdtempSync(join(tmpdir(), 'builds-'));
const client = join(folder, 'client');
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes what a build makes at a time, in seconds, as the builder does: over what is there. */
function build(at: number, files: string[]) {
  mkdirSync(join(client, 'assets'), { recursive: true });
  for (const name of files) {
    writeFileSync(join(client, name), name);
    utimesSync(join(client, name), at, at);
  }
  keepLastBuild(folder, at * 1000);
}
const served = () => [...readdirSync(join(client, 'assets')), ...readdirSync(client)].sort();

test('A build keeps the files with a hash of the build before, and nothing older', () => {
  const shared = 'assets/ui-_bcDEF-9.css';
  build(100, ['assets/root-AAAAAAAA.js', 'assets/root-AAAAAAAA.js.br', 'assets/plain.js', shared, 'old.svg']);
  expect(served()).toEqual(
    ['assets', 'old.svg', 'plain.js', 'root-AAAAAAAA.js', 'root-AAAAAAAA.js.br', 'ui-_bcDEF-9.css'].sort(),
  );
  build(200, ['assets/root-BBBBBBBB.js', shared, 'new.svg']);
  expect(served()).toEqual(
    [
      'assets',
      'new.svg',
      'root-AAAAAAAA.js',
      'root-AAAAAAAA.js.br',
      'root-BBBBBBBB.js',
      'ui-_bcDEF-9.css',
    ].sort(),
  );
  build(300, ['assets/root-CCCCCCCC.js', shared, 'new.svg']);
  expect(served()).toEqual(
    ['assets', 'new.svg', 'root-BBBBBBBB.js', 'root-CCCCCCCC.js', 'ui-_bcDEF-9.css'].sort(),
  );
});

test('The first build that keeps files keeps those that are there', () => {
  mkdirSync(join(client, 'assets'), { recursive: true });
  for (const name of ['root-AAAAAAAA.js', 'plain.js']) {
    writeFileSync(join(client, 'assets', name), '');
    utimesSync(join(client, 'assets', name), 50, 50);
  }
  build(100, ['assets/root-BBBBBBBB.js']);
  expect(served()).toEqual(['assets', 'root-AAAAAAAA.js', 'root-BBBBBBBB.js']);
});
