import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '~/platform/project-root.server';
import { runChecker } from './support/checker';
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

describe('a release', () => {
  type Job = {
    if?: string;
    needs?: string | string[];
    permissions?: Record<string, string>;
    steps: { name?: string; uses?: string; run?: string; with?: Record<string, unknown> }[];
  };
  const ci = parse(workflows.find(({ name }) => name === 'ci.yml')?.text ?? '') as {
    on: { push: { tags: string[] } };
    permissions: Record<string, string>;
    jobs: { test: Job; archives: Job; release: Job };
  };
  const { release } = ci.jobs;
  const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  const changelog = readFileSync(join(projectRoot(), 'CHANGELOG.md'), 'utf8');
  const sections = [...changelog.matchAll(/^## (.*)$/gm)].map(([, head]) => head);

  test('is made for a tag alone, and once all tests have passed, those of its archives too', () => {
    expect(ci.on.push.tags).toEqual(['v*']);
    const isTag = "github.ref_type == 'tag'";
    expect([release.if, release.needs, ci.jobs.archives.if]).toEqual([isTag, ['test', 'archives'], isTag]);
    expect(ci.jobs.archives.steps.at(-1)?.run).toMatch(/npm run suite -- release$/);
  });

  test('alone may write, and nothing but the release, its image and their attestation', () => {
    expect(ci.permissions).toEqual({ contents: 'read' });
    expect([ci.jobs.test.permissions, ci.jobs.archives.permissions]).toEqual([undefined, undefined]);
    expect(release.permissions).toEqual({
      contents: 'write',
      packages: 'write',
      'id-token': 'write',
      attestations: 'write',
    });
  });

  test('attests its archives and its image, by the digest that was pushed', () => {
    const subjects = release.steps.flatMap(({ uses, with: given }) =>
      uses?.startsWith('actions/attest@') ? [given ?? {}] : [],
    );
    expect(subjects).toEqual([
      {
        'subject-name': expect.stringContaining('{{ env.IMAGE }}'),
        'subject-digest': expect.stringContaining('{{ env.IMAGE_DIGEST }}'),
        'push-to-registry': true,
      },
      { 'subject-path': 'release/*' },
    ]);
    const build = release.steps.find(({ run }) => run?.includes('buildx build'))?.run ?? '';
    expect(build).toContain('--metadata-file');
  });

  test('has steps that a shell understands, and takes nothing from an event into one', () => {
    const scripts = workflows.flatMap(({ text }) =>
      Object.values((parse(text) as { jobs: Record<string, Job> }).jobs).flatMap(({ steps }) =>
        steps.flatMap(({ run }) => (run ? [run] : [])),
      ),
    );
    expect(scripts.length).toBeGreaterThan(8);
    for (const script of scripts) {
      expect(script.replace(/\$\{\{ matrix\.\w+ \}\}/g, '')).not.toContain('${{');
      expect(runChecker('bash', '-n', '-c', script.replace(/\$\{\{.*?\}\}/g, 'x'))).toEqual([0, '']);
    }
  });

  test('has the section of its version as its text', () => {
    const script = release.steps.find(({ name }) => name?.includes('changelog'))?.run ?? '';
    const command = script.split('\n').find((line) => line.startsWith('awk ')) ?? '';
    const { stdout } = spawnSync('bash', ['-c', command.replace(' > notes.md', '')], {
      cwd: projectRoot(),
      env: { ...process.env, version },
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^- /m);
    expect(stdout).not.toContain('\n## ');
    const [, section] = changelog.split(`## [${version}] - `);
    expect(section?.split('\n').slice(1).join('\n').startsWith(stdout.trimEnd())).toBe(true);
  });

  test('has a dated section in the changelog, below what is not released yet', () => {
    expect(sections[0]).toBe('[Unreleased]');
    expect(sections[1]).toMatch(
      new RegExp(`^\\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`),
    );
    const kinds = [...changelog.matchAll(/^### (.*)$/gm)].map(([, kind]) => kind);
    const headings = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect(kinds.filter((kind) => !headings.includes(kind ?? ''))).toEqual([]);
  });
});
