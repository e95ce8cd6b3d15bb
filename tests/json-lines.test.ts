import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '../scripts/lib/project.mjs';

test('a printed warning is a line at level 40, and a printed error one at level 50', () => {
  const program = `import { printJsonLines } from './scripts/lib/json-lines.mjs';
    printJsonLines({ folder: '/nowhere' });
    console.warn('a part is %s', 'deprecated');
    console.error('it did not start');
    console.log('done');`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_FORMAT: 'json' },
    encoding: 'utf8',
  });
  const lines = `${stderr}${stdout}`
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ level, msg, message }) => [level, msg, message])).toEqual([
    [40, 'printed', 'Warning: a part is deprecated'],
    [50, 'printed', 'it did not start'],
    [30, 'printed', 'done'],
  ]);
});
