import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import { bundled } from '../../support/bundled';
import { expectedOf } from '../../support/releases';

const runFile = promisify(execFile);
const folder = join(mkdtempSync(join(tmpdir(), 'stored-')), 'releases');

async function store() {
  const program = await bundled('tests/tools/make-release-fixture.ts');
  // Inherits no settings of this process, since a developer may have set some.
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH: process.env.PATH, HOME: folder };
  return runFile(process.execPath, [program, folder], { cwd: projectRoot(), env });
}

const readWhole = () =>
  readdirSync(folder).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  ]);

beforeAll(async () => {
  await store();
}, 300_000);
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('a clinic of this version can be stored for later releases, with rows in every table', () => {
  const [file = ''] = readdirSync(folder);
  const { rows, audit, lists, files } = expectedOf(file.slice(0, 4), folder);
  const { servers, moves, restores, ...ofOneMachine } = rows;
  expect(Math.min(...Object.values(ofOneMachine))).toBeGreaterThan(0);
  expect([servers, moves, restores]).toEqual([0, 0, 0]);
  expect([rows.audit, audit.lines >= 150]).toEqual([audit.lines, true]);
  expect(lists.pending + lists.reviewed).toBeGreaterThan(30);
  const { stdout } = spawnSync('tar', ['-tzf', join(folder, file)], { encoding: 'utf8' });
  const stored = stdout.split('\n').filter((path) => /^\.\/uploads\/../.test(path) && !path.endsWith('/'));
  expect(stored).toHaveLength(Object.keys(files).length);
});

test('a stored clinic is never written again', async () => {
  const before = readWhole();
  await expect(store()).rejects.toThrow(/is there already, and is never changed/);
  expect(readWhole()).toEqual(before);
});
