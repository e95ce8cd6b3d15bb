import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBuild } from './build-info.server';

const [one, other] = ['1'.repeat(40), '2'.repeat(40)];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  put({ 'package.json': '{ "version": "3.2.1" }', '.commit': '$Format:%H$\n' });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

describe('what runs here', () => {
  const places: [where: string, files: Record<string, string>, commit: string][] = [
    ['a folder without a history', {}, 'unknown'],
    ['an archive', { '.commit': `${one}\n`, '.git/HEAD': other }, one],
    ['a checkout of a commit', { '.git/HEAD': `${one}\n` }, one],
    ['a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${one}\n` }, one],
    [
      'a branch whose commit is packed',
      {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/packed-refs': `# pack-refs\n${other} refs/heads/not-main\n${one} refs/heads/main\n^${other}\n`,
      },
      one,
    ],
    [
      'a second work tree',
      {
        '.git': 'gitdir: store/worktrees/second\n',
        'store/worktrees/second/HEAD': 'ref: refs/heads/side\n',
        'store/worktrees/second/commondir': '../..\n',
        'store/refs/heads/side': `${one}\n`,
      },
      one,
    ],
    [
      'a history that is damaged',
      { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': 'x' },
      'unknown',
    ],
  ];
  test.each(places)('is known in %s', (_where, files, commit) => {
    put(files);
    expect(readBuild(root)).toEqual({ version: '3.2.1', commit, node: process.version });
  });

  test('is known in a release, whose checkout has the commit', () => {
    put({ '.git/HEAD': `${one}\n`, 'build/releases/0a/package.json': '{ "version": "4.0.0" }' });
    expect(readBuild(join(root, 'build/releases/0a'))).toMatchObject({ version: '4.0.0', commit: one });
  });

  test('is known of this very program', () => {
    expect(readBuild().version).toMatch(/^\d+\.\d+\.\d+/);
  });
});
