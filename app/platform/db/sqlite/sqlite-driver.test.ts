import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';

/**
 * Statements are freed when garbage is collected outside any call, between two turns of an async
 * function.
 */
const program = `
  const sqlite = new (require('better-sqlite3'))(':memory:');
  let kept = [];
  const use = async () => {
    sqlite.prepare('select ?').get(1);
    return Array.from({ length: 2000 }, (_, x) => ({ x }));
  };
  (async () => {
    for (let turn = 0; turn < 4000; turn += 1) {
      kept.push(await use());
      if (kept.length > 300) kept = [];
      if (turn % 100 === 0) await new Promise(setImmediate);
    }
    console.log('well');
  })();`;

test('keeps the database driver alive after its statements on this version of Node', () => {
  const { stdout, stderr, signal } = spawnSync(process.execPath, ['-e', program], {
    cwd: projectRoot(),
    encoding: 'utf8',
  });
  expect({ said: stdout.trim(), stderr, signal }).toEqual({ said: 'well', stderr: '', signal: null });
});

test('installs the driver with its own binaries on Node-API 10, else the older one', () => {
  const { version } = createRequire(import.meta.url)('better-sqlite3/package.json') as { version: string };
  expect(version.split('.')[0]).toBe(Number(process.versions.napi) < 10 ? '12' : '13');
});
