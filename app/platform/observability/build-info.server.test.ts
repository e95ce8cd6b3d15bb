import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBuild } from './build-info.server';

const [commitHash, otherHash] = ['1'.repeat(40), '2'.repeat(40)];
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

describe('the running build', () => {
  const places: [where: string, files: Record<string, string>, commit: string][] = [
    ['a folder without a history', {}, 'unknown'],
    ['an archive', { '.commit': `${commitHash}\n`, '.git/HEAD': otherHash }, commitHash],
    ['a checkout of a commit', { '.git/HEAD': `${commitHash}\n` }, commitHash],
    [
      'a branch',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commitHash}\n` },
      commitHash,
    ],
    [
      'a branch whose commit is packed',
      {
        '.git/HEAD': 'ref: refs/heads/main\n',
        '.git/packed-refs': `# pack-refs\n${otherHash} refs/heads/not-main\n${commitHash} refs/heads/main\n^${otherHash}\n`,
      },
      commitHash,
    ],
    [
      'a second work tree',
      {
        '.git': 'gitdir: store/worktrees/second\n',
        'store/worktrees/second/HEAD': 'ref: refs/heads/side\n',
        'store/worktrees/second/commondir': '../..\n',
        'store/refs/heads/side': `${commitHash}\n`,
      },
      commitHash,
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
    put({ '.git/HEAD': `${commitHash}\n`, 'build/releases/0a/package.json': '{ "version": "4.0.0" }' });
    expect(readBuild(join(root, 'build/releases/0a'))).toMatchObject({
      version: '4.0.0',
      commit: commitHash,
    });
  });

  test('is known for this program', () => {
    expect(readBuild().version).toMatch(/^\d+\.\d+\.\d+/);
  });
});
