import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../scripts/lib/project.mjs';

// Under root, the account nobody.
const otherAccount = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'program-'));
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(home, name), { recursive: true });
});
afterEach(() => {
  chmodSync(home, 0o755);
  rmSync(home, { recursive: true, force: true });
});

test.each([
  ['nothing was ever installed', () => undefined],
  [
    'the owner has installed before',
    () => {
      mkdirSync(join(home, '.cache'));
      chmodSync(join(home, '.cache'), 0o555);
    },
  ],
])('tells an account that may not write what to do if %s', (_where, prepare) => {
  prepare();
  chmodSync(home, 0o555);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    ...otherAccount,
    cwd: home,
    encoding: 'utf8',
  });
  expect(JSON.parse(stderr).message).toBe(
    `An installation or a build is needed, but this account cannot write to ${home}/. Run npm run ready there as an account that can.`,
  );
  expect(status).toBe(1);
});
