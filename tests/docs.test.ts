import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import packageFile from '../package.json' with { type: 'json' };
import { listMissingLinks, packDocument, releaseAddress } from '../scripts/lib/archive-docs.mjs';
import { commandNames } from '../scripts/lib/commands.mjs';
import { envExample, settingsDocument } from '../scripts/lib/settings-document';
import {
  anchorsOf,
  deadCitations,
  deadLinks,
  missingPaths,
  missingScripts,
  type TextFile,
  tooLong,
} from './support/docs';
import { suites } from './tools/suites.mjs';

const root = projectRoot();
const read = (path: string): TextFile => ({ path, text: readFileSync(join(root, path), 'utf8') });

/**
 * Paths in the folder that are not part of the repository: packages and the output of builds,
 * servers and tests.
 */
const notOurs = new Set(
  'node_modules build data uploads coverage test-results playwright-report screenshots .git .cache .tmp'.split(
    ' ',
  ),
);

function pathsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => folder !== '' || !notOurs.has(name))
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? [path, ...pathsBelow(path)] : [path];
    });
}

const paths = pathsBelow('');
const markdown = paths.filter((path) => path.endsWith('.md')).map(read);
const repository = { paths: new Set(paths), markdown };
const sources = paths
  .filter((path) => /^(?:app|bench|clients|deploy|scripts|tests)\/|^[^/]+\.ts$/.test(path))
  .filter((path) => /\.(?:[cm]?[jt]sx?|css|sql|ya?ml|service)$|Caddyfile$/.test(path))
  // This file contains made-up citations.
  .filter((path) => path !== 'tests/docs.test.ts')
  .map(read);

describe('the documents of the repository', () => {
  test('exist', () => {
    const names = markdown.map(({ path }) => path);
    expect(names).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/requirements.md']));
    expect(names.filter((name) => name.startsWith('docs/adr/0')).length).toBeGreaterThan(20);
    expect(sources.length).toBeGreaterThan(300);
  });

  test('have no broken link', () => {
    expect(deadLinks(repository)).toEqual([]);
  });

  test('have every page and heading that code cites', () => {
    expect(deadCitations(repository, sources)).toEqual([]);
  });

  test('name only existing files', () => {
    expect(missingPaths(repository)).toEqual([]);
  });

  test('name only existing commands', () => {
    const scripts = Object.keys(packageFile.scripts);
    expect(missingScripts(repository, scripts, Object.keys(suites))).toEqual([]);
  });

  test('are short at the entry points', () => {
    expect(tooLong(read('README.md'), { lines: 120, characters: 9000 })).toEqual([]);
    expect(tooLong(read('CONTRIBUTING.md'), { lines: 120 })).toEqual([]);
  });

  test('list every decision in the index', () => {
    const { text } = read('docs/adr/README.md');
    const records = paths.filter((path) => /^docs\/adr\/\d{4}-/.test(path));
    expect(records.filter((path) => !text.includes(`(${path.slice('docs/adr/'.length)})`))).toEqual([]);
  });

  test('list the current settings; `npm run docs:settings` updates them', () => {
    expect(read('docs/settings.md').text).toBe(settingsDocument());
    expect(read('.env.example').text).toBe(envExample());
  });
});

describe('the documents of an archive', () => {
  const documents = repository.markdown.filter(({ path }) =>
    /^(?:docs\/|CHANGELOG|README|SECURITY)/.test(path),
  );
  const has = (path: string) =>
    /^(?:docs|deploy)(?:\/|$)|^(?:CHANGELOG|README|SECURITY)\.md$|^\.env\.example$/.test(path) &&
    paths.includes(path);
  const release = { version: '7.8.9', commit: 'c0ffee', address: 'https://code.clinic.test/x' };
  const packed = documents.map(({ path, text }) => ({
    path,
    text: packDocument(path, text, { has, homepage: packageFile.homepage, ...release }),
  }));

  test('lead to files of the archive or to the repository at its commit', () => {
    expect(documents.flatMap(({ path, text }) => listMissingLinks(path, text, has)).length).toBeGreaterThan(
      5,
    );
    expect(packed.flatMap(({ path, text }) => listMissingLinks(path, text, has))).toEqual([]);
    expect(JSON.stringify(packed)).toContain(`](${release.address}/blob/c0ffee/clients/typescript/`);
  });

  test('name the address and the version of the release, and no other', () => {
    expect(packed.filter(({ text }) => text.includes(packageFile.homepage))).toEqual([]);
    const text = packed.find(({ path }) => path === 'docs/operations.md')?.text ?? '';
    expect(text.match(/^RELEASE=\S+/gm)).toEqual(Array(2).fill(`RELEASE=${releaseAddress(release)}`));
    expect(read('docs/operations.md').text.match(/^RELEASE=\S+/gm)).toEqual(
      Array(2).fill(
        `RELEASE=${releaseAddress({ address: packageFile.homepage, version: packageFile.version })}`,
      ),
    );
    expect(text).not.toMatch(/secondlook-\d+\.\d+\.\d+/);
  });

  test('name operator commands as an archive has them, each one tried in an empty Debian', () => {
    // The sentence that compares the two forms, and what only developers run.
    const asCheckout = documents.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => !line.startsWith('In a checkout `npm run` has the same commands:'))
        .flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/g)])
        .filter(
          ([, name = '']) =>
            commandNames.includes(name.replace(':', '-')) && !/^docs\/adr\/|^CHANGELOG/.test(path),
        )
        .map(([command]) => `${path}: ${command}`),
    );
    expect(asCheckout).toEqual([]);
    const named = documents.flatMap(({ text }) =>
      [
        ...text.matchAll(/(?:\bas_secondlook|`secondlook|current\/secondlook|\.\/secondlook) ([a-z][\w-]*)/g),
      ].map(([, name = '']) => name),
    );
    const others = ['activate', 'help', 'version'];
    expect(named.filter((name) => ![...commandNames, ...others].includes(name))).toEqual([]);
    const tried = ['tests/release/bare-root.ts', 'tests/release/behind-proxy.ts']
      .map((path) => read(path).text)
      .join();
    expect([...new Set(named)].filter((name) => !tried.includes(`'${name}'`))).toEqual([]);
  });
});

describe('the checks of documents', () => {
  const guide = (text: string) => ({
    paths: new Set([
      'docs',
      'docs/guide.md',
      'docs/other.md',
      'docs/adr',
      'docs/adr/0007-one-way.md',
      'app/root.tsx',
    ]),
    markdown: [
      { path: 'docs/guide.md', text },
      { path: 'docs/other.md', text: '# Other\n\n## What is `sealed`?\n\n## Limits\n\n## Limits\n' },
    ],
  });

  test.each([
    ['[gone](gone.md)', 'docs/gone.md does not exist'],
    ['![gone](../gone.png)', 'gone.png does not exist'],
    ['[`gone`](gone.md)', 'docs/gone.md does not exist'],
    ['[gone]: gone.md', 'docs/gone.md does not exist'],
    ['[gone](#gone)', 'docs/guide.md has no heading for #gone'],
    ['[gone](other.md#gone)', 'docs/other.md has no heading for #gone'],
    ['[gone](other.md#limits-2)', 'docs/other.md has no heading for #limits-2'],
    ['[gone](../app/root.tsx#gone)', 'app/root.tsx has no anchors, such as #gone'],
    ['[gone](../../elsewhere.md)', '../../elsewhere.md lies outside'],
  ])('report a broken link: %s', (text, fault) => {
    expect(deadLinks(guide(`# Guide\n\n${text}\n`))).toEqual([`docs/guide.md:3 ${fault}`]);
  });

  test.each([
    '[there](other.md) [here](#guide) [root](../app/root.tsx) [folder](adr/)',
    '[heading](other.md#what-is-sealed) [first](other.md#limits) [second](other.md#limits-1)',
    '[outside](https://example.com/gone.md) [mail](mailto:help@clinic.example)',
    '`[in code](gone.md)`',
    '```md\n[in code](gone.md)\n```',
  ])('accept a valid link: %s', (text) => {
    expect(deadLinks(guide(`# Guide\n\n${text}\n`))).toEqual([]);
  });

  const source = (line: string) => [{ path: 'app/x.ts', text: `const x = 1;\n// ${line}\n` }];

  test.each([
    ['docs/gone.md', 'docs/gone.md does not exist'],
    ['(docs/other.md#gone).', 'docs/other.md has no heading for #gone'],
    ['docs/adr/0008', 'docs/adr/0008 does not exist'],
    ['docs/adr/0007-another-way.md', 'docs/adr/0007-another-way.md does not exist'],
  ])('report a broken citation in code: %s', (line, fault) => {
    expect(deadCitations(guide(''), source(line))).toEqual([`app/x.ts:2 ${fault}`]);
  });

  test.each([
    'docs/other.md.',
    'See docs/other.md#limits, please.',
    'docs/adr/0007',
    'docs/adr/0007-one-way.md',
    'docs/adr/0007-one-way',
    'https://example.com/docs/gone.md',
  ])('accept a valid citation: %s', (line) => {
    expect(deadCitations(guide(''), source(line))).toEqual([]);
  });

  test.each([
    '`app/gone.tsx`',
    'run `npx vitest run app/gone.tsx`',
    '```sh\ncp app/gone.tsx /tmp\n```',
    '`app/gone.tsx:12`',
    '`app/gone.tsx#here`',
  ])('report a missing path in code: %s', (text) => {
    expect(missingPaths(guide(text))).toEqual(['docs/guide.md:1 app/gone.tsx does not exist']);
  });

  test.each([
    '`app/root.tsx`, `docs/`, `app/root.tsx:12`',
    '`app/<noun>/gone.ts`, `app/**/gone.ts`, `app/{a,b}.ts`, `docs/adr/0009-….md`',
    '`data/mail/`, `gone.ts`, app/gone.tsx without ticks',
  ])('accept valid paths and patterns: %s', (text) => {
    expect(missingPaths(guide(text))).toEqual([]);
  });

  test('report a missing command', () => {
    const text =
      '`npm run gone -- all`, `npm run seed`\n`npm run suite -- api x`, `npm run suite -- gone`, `npm run suite -- NAME`';
    expect(missingScripts(guide(text), ['seed', 'suite'], ['api'])).toEqual([
      'docs/guide.md:1 npm run gone does not exist',
      'docs/guide.md:2 npm run suite -- gone does not exist',
    ]);
  });

  test('report a text that is too long', () => {
    const file = { path: 'README.md', text: 'one\ntwo\nthree\n' };
    expect(tooLong(file, { lines: 2, characters: 12 })).toHaveLength(2);
    expect(tooLong(file, { lines: 3, characters: 14 })).toEqual([]);
  });
});

test('builds an anchor as GitHub does', () => {
  const text = '# Reports and files\n## E-mail, `SMTP_URL`: [how](x.md)\n```\n# no heading\n```\n### Größe\n';
  expect([...anchorsOf(text)]).toEqual(['reports-and-files', 'e-mail-smtp_url-how', 'größe']);
});
