import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, describe, expect, inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the count of each section; `count-conformance.ts` adds them up. */
    conformanceFolder: string;
  }
}

/** A check that throws if the product differs. */
type Check = () => unknown;
/** A test in another file: its path, and its title with `…` for each placeholder. */
type Elsewhere = { file: string; title: string };

/** A sentence of the requirements, and its proofs. */
export type Entry = readonly [words: string, ...proof: (Check | Elsewhere)[]];

export type SectionCount = { number: number; title: string; entries: number; proved: number };

/** Names a test that proves an entry; `section` checks that it exists. */
export const by = (file: string, title: string): Elsewhere => ({ file, title });

/** Registers a section of the requirements with one test per entry, and writes down its count. */
export function section(number: number, title: string, groups: Record<string, readonly Entry[]>) {
  const all = Object.values(groups).flat();
  let proved = 0;
  describe.each(Object.entries(groups))(`§${number} ${title}: %s`, (_group, entries) => {
    test.each(entries.map(([words, ...proof]) => [words, proof] as const))('%s', async (_words, proof) => {
      expect(proof.length, 'the proofs of the entry').toBeGreaterThan(0);
      for (const one of proof) {
        if (typeof one === 'function') await one();
        else expect(titlesIn(one.file), one.file).toContain(one.title);
      }
      proved += 1;
    });
  });
  test(`§${number} ${title}: no entry stands in the list twice`, () => {
    const seen = Object.entries(groups).flatMap(([group, of]) => of.map(([words]) => `${group}: ${words}`));
    expect(seen.filter((words, at) => seen.indexOf(words) !== at)).toEqual([]);
  });
  afterAll(() => {
    const count: SectionCount = { number, title, entries: all.length, proved };
    writeFileSync(join(inject('conformanceFolder'), `${number}.json`), JSON.stringify(count));
  });
}

const read = new Map<string, string[]>();

/** Lists the titles of the tests in a file, with `…` for each placeholder of a template. */
function titlesIn(file: string): string[] {
  const cachedTitles = read.get(file);
  if (cachedTitles) return cachedTitles;
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && /^test\w*(\.each\b[\s\S]*)?$/.test(node.expression.getText(source))) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text);
      if (title && ts.isTemplateExpression(title)) {
        titles.push(title.head.text + title.templateSpans.map(({ literal }) => `…${literal.text}`).join(''));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  read.set(file, titles);
  return titles;
}
