import { describe, expect, test } from 'vitest';
import { sourceFaults } from '../scripts/lib/source-rules.mjs';

const faults = (path: string, ...lines: string[]) => sourceFaults([{ path, text: lines.join('\n') }]);

describe('a name', () => {
  const retired = [
    'const door = 1;',
    'function judge() {}',
    'type Attempt = 1;',
    'const { facts } = x;',
    'x.postman();',
  ];
  test.each(retired)('that was given up is found: %s', (line) => {
    const path = line.includes('door') ? 'scripts/x.ts' : 'tests/x.ts';
    const found = faults(path, '', line);
    if (line.includes('door')) expect(found).toEqual([]);
    else
      expect(found).toEqual([
        expect.stringMatching(/^tests\/x\.ts:2 says \w+; write \S.* \(docs\/architecture\.md, Glossary\)$/),
      ]);
  });

  test('that was given up is refused with the better one', () => {
    expect(faults('tests/x.ts', 'x.postman();')).toEqual([
      'tests/x.ts:1 says postman; write emailWorker (docs/architecture.md, Glossary)',
    ]);
  });

  test.each(['// a door', "const text = 'door and postman';", 'const doorstep = 1;'])(
    'is not found in a text, a comment or another name: %s',
    (line) => expect(faults('tests/x.ts', line)).toEqual([]),
  );

  test('of a file is in kebab-case', () => {
    expect(faults('tests/support/urlMap.ts', '')).toHaveLength(1);
    expect(faults('app/ui/reportCard.tsx', '')).toEqual([
      'app/ui/reportCard.tsx:1 is not named in kebab-case, as in report-card.tsx (CONTRIBUTING.md, Style 8)',
    ]);
    expect(faults('app/ui/report-card.test.tsx', '')).toEqual([]);
  });
});

describe('a comment', () => {
  const long = 'word '.repeat(21).trim();
  test.each([`// ${long}`, `/** ${long} */`, `/**\n * ${long}\n */`, `const x = 1;\n  // ${long}`])(
    'of more than 100 columns is found: %s',
    (text) =>
      expect(faults('tests/x.ts', text)).toEqual([expect.stringMatching(/has a comment of \d+ columns/)]),
  );

  test('of fewer is not, nor is a long text or an address', () => {
    expect(faults('tests/x.ts', `// ${long.slice(0, 90)}`, `const x = '${long}';`)).toEqual([]);
    expect(faults('tests/x.ts', `// https://example.com/${'x'.repeat(90)}`)).toEqual([]);
  });

  test('names only parameters that there are', () => {
    const doc = (name: string) => ['/**', ` * Does.`, ' *', ` * @param ${name} what for.`, ' */'];
    const code = 'export function does(one: string, { two }: { two: string }) { return one + two; }';
    for (const name of ['one', 'two']) expect(faults('app/domain/x.ts', ...doc(name), code)).toEqual([]);
    expect(faults('app/domain/x.ts', ...doc('three'), code)).toEqual([
      'app/domain/x.ts:4 describes the parameter three, which the function does not take (CONTRIBUTING.md, Style 9)',
    ]);
  });

  test('has whole sentences', () => {
    const doc = (...lines: string[]) =>
      faults('app/ui/x.ts', '/**', ...lines.map((line) => ` * ${line}`), ' */');
    expect(doc('Reads it.', '', '@returns the row, or', '  null.')).toEqual([]);
    expect(doc('Reads it.', '', '@returns the row, or')).toEqual([
      'app/ui/x.ts:1 has a sentence without its end: @returns the row, or (CONTRIBUTING.md, Style 9)',
    ]);
    expect(doc('Reads it.', '', 'null.', '', '@returns the row.')).toEqual([
      'app/ui/x.ts:1 has a paragraph without its beginning: null. (CONTRIBUTING.md, Style 9)',
    ]);
  });

  const undocumented = [
    'export function x() {}',
    'export const x = () => 1;',
    'export async function x() {}',
  ];
  test.each(undocumented)('stands on every exported function of domain, web and platform: %s', (line) => {
    for (const layer of ['domain', 'web', 'platform']) {
      expect(faults(`app/${layer}/x.ts`, line)).toEqual([
        `app/${layer}/x.ts:1 exports a function without a sentence on it: say what it does in a /** comment */ (CONTRIBUTING.md, Style 9)`,
      ]);
      expect(faults(`app/${layer}/x.ts`, '/** Does it. */', line)).toEqual([]);
    }
    expect(faults('app/ui/x.ts', line)).toEqual([]);
  });
});

describe('a folder', () => {
  const folder = (path: string, count: number) =>
    sourceFaults(Array.from({ length: count }, (_, at) => ({ path: `${path}/x${at}.ts`, text: '' })));

  test('of app/ holds 14 files at most, that of the dashboard 24', () => {
    expect(folder('app/domain/x', 14)).toEqual([]);
    expect(folder('app/domain/x', 15)).toEqual([
      'app/domain/x:1 holds 15 files; move those of one subject into a folder of their own (CONTRIBUTING.md, Style 11)',
    ]);
    expect(folder('app/routes/dashboard', 24)).toEqual([]);
    expect(folder('app/routes/dashboard', 25)).toHaveLength(1);
    expect(folder('tests/x', 40)).toEqual([]);
  });
});

describe('imports', () => {
  const ring = (last: string) => [
    { path: 'app/web/a.ts', text: "import { b } from './b';" },
    { path: 'app/web/b.ts', text: "import type { C } from '~/web/c';" },
    { path: 'app/web/c.ts', text: last },
  ];

  test('in a circle are found, of types too', () => {
    expect(sourceFaults(ring("export { a } from './a';"))).toEqual([
      'app/web/a.ts:1 imports itself by way of app/web/b.ts, app/web/c.ts; move what both need into a file of its own (docs/architecture.md, Layers)',
    ]);
  });

  test('in a line are not', () => {
    expect(sourceFaults(ring("import { readFileSync } from 'node:fs';"))).toEqual([]);
  });
});

describe('a size', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'x();');
  const long = (name: string, count: number) => [`function ${name}() {`, ...lines(count - 2), '}'];

  test('of a file of app/ is 300 lines at most, but for catalogues and the schema', () => {
    expect(faults('app/ui/x.ts', ...lines(301))).toEqual([
      'app/ui/x.ts:1 has 301 lines; cut it by subject to 300 at most (CONTRIBUTING.md, Style 11)',
    ]);
    expect(faults('app/ui/x.ts', ...lines(300))).toEqual([]);
    expect(faults('app/i18n/messages/en/site.ts', ...lines(900))).toEqual([]);
    expect(faults('tests/x.ts', ...lines(900))).toEqual([]);
  });

  test('of a function is 80 lines at most, but for a component', () => {
    // Enough short ones, so that one in a hundred is short.
    const short = Array.from({ length: 150 }, () => '() => 1;');
    expect(faults('app/ui/x.ts', ...short, ...long('run', 81))).toEqual([
      'app/ui/x.ts:151 run has 81 lines; cut it into functions of 80 at most (CONTRIBUTING.md, Style 11)',
    ]);
    expect(faults('app/ui/x.ts', ...short, ...long('run', 80))).toEqual([]);
    expect(faults('app/ui/x.tsx', ...short, ...long('Page', 90))).toEqual([]);
  });

  test('of one function in a hundred is 55 lines at most', () => {
    expect(faults('app/ui/x.ts', ...long('run', 56))).toEqual([
      'app/:1 one function in a hundred has 56 lines or more; cut the longest to 55 (CONTRIBUTING.md, Style 11)',
    ]);
    expect(faults('app/ui/x.ts', ...long('run', 55))).toEqual([]);
  });
});
