import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import { suites } from './tools/suites.mjs';

const folder = join(projectRoot(), '.github/workflows');
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

/** Lists a workflow's actions that are not pinned to a commit or lack the version beside it. */
const unpinnedActions = (text: string) =>
  [...text.matchAll(/\buses:[ \t]*(.*)$/gm)]
    .map(([, action = '']) => action)
    .filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action));

describe('continuous integration', () => {
  test('pins each action to a commit, with its version', () => {
    expect(workflows.flatMap(({ text }) => text.match(/\buses:/g) ?? []).length).toBeGreaterThan(5);
    for (const { name, text } of workflows) expect(unpinnedActions(text), name).toEqual([]);
  });

  test.each([
    'actions/checkout@v4',
    'actions/checkout@main',
    'actions/checkout@3d3c42e # v7.0.1',
    `actions/checkout@${'a'.repeat(40)}`,
  ])('rejects %s', (action) => {
    expect(unpinnedActions(`steps:\n  - uses: ${action}\n  - run: npm test\n`)).toEqual([action]);
  });

  test('runs each suite', () => {
    // These suites are parts of the faults.
    const isPart = (name: string) => name === 'races';
    const isNamed = (name: string) =>
      workflows.some(({ text }) =>
        new RegExp(`suite -- ${name}(?![\\w-])|^ *suite: \\[.*\\b${name}\\b.*\\]$`, 'm').test(text),
      );
    const names = Object.keys(suites).filter((name) => !isPart(name));
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(10);
    expect(isNamed('gone')).toBe(false);
  });

  test('runs npm test on each push, and nightly on the newest Node', () => {
    const textOf = (file: string) => workflows.find(({ name }) => name === file)?.text ?? '';
    expect(textOf('ci.yml')).toMatch(/push:[\s\S]+node: \[20, 22, 24\][\s\S]+run: npm test\n/);
    expect(textOf('whole.yml')).toMatch(/cron:[\s\S]+node: \[22, 24\][\s\S]+run: npm test\n/);
  });
});
