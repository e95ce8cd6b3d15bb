import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { nasalPatterns, noisePatterns } from '~/platform/db/core/fold-rules';
import { hardTexts, readPattern, stepsOf } from '../support/pattern-steps';

const folder = new URL('../../app/', import.meta.url).pathname;

/** All server code except what only reads settings, the disk or its own texts. */
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
);

function patternsIn(path: string) {
  const literals: string[] = [];
  const file = ts.createSourceFile(path, readFileSync(join(folder, path), 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return literals;
}

const toPattern = (literal: string) => {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
};

const linear = 2.6;

/**
 * Measures how the steps grow when a text doubles: 2 is linear, 4 quadratic. Returns the worst
 * case, or the first that grows too fast.
 */
function growthOf(pattern: RegExp) {
  const read = readPattern(pattern);
  if (read.repetitions.length === 0) return { growth: 1, text: '' };
  const larger = hardTexts(read, 200);
  let worst = { growth: 0, text: '' };
  for (const text of hardTexts(read, 100)) {
    const twice = larger.next().value ?? '';
    const steps = stepsOf(read, twice);
    const growth = steps === Infinity ? steps : steps / stepsOf(read, text);
    if (growth > worst.growth) worst = { growth, text };
    if (growth > linear) break;
  }
  return { ...worst, text: `${worst.text.slice(0, 40)}…` };
}

/** About ten milliseconds. */
const mostSteps = 1_000_000;

/**
 * Patterns whose steps grow faster than the text, with the maximum length of the text and the
 * reason. They must still be fast at that length.
 */
const boundedTexts: Record<string, { maxLength: number; why: string }> = {
  '/[\\p{L}\\p{M}]+$/u': { maxLength: 20, why: 'The twenty characters before a number.' },
  '/([\\p{L}\\p{M}]+)[\\s,.-]*$/u': { maxLength: 60, why: 'The sixty characters before a number.' },
  '/[+\\d\\s-]*$/': { maxLength: 60, why: 'The sixty characters before a number.' },
  '/(?:^|\\n)[\\s(]*$/': { maxLength: 60, why: 'The sixty characters before a number.' },
  '/^(?:[\\s:]+[\\p{L}\\p{M}]+){0,3}[\\s:(]*(?<![\\p{L}\\p{M}])(?:call|dial|कॉल)[\\p{L}\\p{M}]*/iu': {
    maxLength: 60,
    why: 'The sixty characters after a number.',
  },
  '/([\\w=]+) \\{([^{}]*)\\}/g': { maxLength: 300, why: 'The plural forms in our own sentences.' },
  '/(?<=[a-z])[\\u0300-\\u036f]+/g': { maxLength: 200, why: 'A name or a search, whose field is shorter.' },
  '/[^\\p{L}\\p{M}@$]+$/gu': { maxLength: 1024, why: 'A new password.' },
  '/\\/+$/': { maxLength: 1024, why: 'The folder in a bucket that a setting names.' },
  '/\\s+\\S*$/': { maxLength: 200, why: 'The beginning of a text, which was cut before.' },
};

/** Patterns composed at run time, each in its worst form. */
const composed: Record<string, RegExp[]> = {
  'domain/front-desk/search-text.ts': [/^[0-9A-Z]{9}$/, /^[0-9A-Z]{8}$/],
  'domain/kernel/clinic-number.ts': [/^[0-9A-Z]{9}$/],
  'domain/shares/check-code.server.ts': [/^[0-9A-Z]{26}$/],
  'domain/kernel/fields.ts': [/(?!\u200d|\ufe0f)[\p{Cc}\p{Cf}\u2800]/gu, /^$|[^\s]/u],
  'domain/comparison/text-script.ts': [/(?:(?=[\p{L}\p{M}])\p{Script=Devanagari})+/gu],
  'platform/db/core/fold.ts': [...noisePatterns, ...nasalPatterns].map(
    ([pattern]) => new RegExp(pattern, 'g'),
  ),
  'domain/comparison/number-hint-words.ts': [
    /(?:^|[^\p{L}\p{M}])(?:type|stage|टाइप)[\s.-]*$/iu,
    /(?:^|[^\p{L}\p{M}])(?:call|dial|कॉल)[\p{L}\p{M}]*(?:[\s:]+[\p{L}\p{M}]+){0,3}[\s:(]*$/iu,
    /^(?:[\s:]+[\p{L}\p{M}]+){0,3}[\s:(]*(?<![\p{L}\p{M}])(?:call|dial|कॉल)[\p{L}\p{M}]*/iu,
    /^\s*(?:[ap]\.?m\b|o'?clock|बजे)/iu,
  ],
  'domain/comparison/number-spellings.ts': [
    /^[^\d,;:!?\n\u0964]*?(?:से कम|से भी कम|से नीचे)/,
    /\b(?:less than|lower than|below|under)\s*$/i,
  ],
  'domain/comparison/number-tokens.ts': [
    /[1-9]\d{0,2}(?:,\d{3}){1,6}(?!\d|,\d)|\d+(?:\.\d+)?(?:\s*\/\s*\d+|:\d+)*/g,
    /\d{1,2}-\d{1,2}-(?:\d{4}|\d{2})(?!\d)/g,
  ],
  'domain/comparison/word-lexicon.ts': [/[\u093c\u064b-\u0655\u200b-\u200f]/g],
  'platform/backup/deleted-ids.server.ts': [/^v2 (\d+) ([A-Za-z0-9_-]{43})$/],
  'web/request/compress.server.ts': [
    /(?:^|,)\s*br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i,
    /(?:^|,)\s*gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:$|,)))/i,
  ],
  'web/server/route-names.server.ts': [/^\/files\/raw\/[^/]+(?:\/[^/]+)?\/?$/i],
};

const literals = new Map(sources.flatMap((path) => patternsIn(path).map((literal) => [literal, path])));
const ofPackages = { 'zod: z.email()': z.regexes.email };

describe('the patterns for texts from outside', () => {
  test('are found in the source', () => {
    expect(literals.size).toBeGreaterThan(150);
    for (const literal of ['/^bytes=(\\d*)-(\\d*)$/', '/^Bearer +(\\S+)$/i'])
      expect([...literals.keys()]).toContain(literal);
    const foundLiterals = new Set(all.map(([literal]) => literal));
    expect(Object.keys(boundedTexts).filter((literal) => !foundLiterals.has(literal))).toEqual([]);
    const composing = sources.filter((path) =>
      readFileSync(join(folder, path), 'utf8').includes('new RegExp('),
    );
    expect(composing.sort()).toEqual(Object.keys(composed).sort());
  });

  test('are caught by counting steps if they grow too fast', () => {
    for (const pattern of [/Version\/[\d.]+.* Safari\//, /\s+$/, /^(a+)+$/, /^(\d*)(\d*)x$/, /(?:a|a)*b/])
      expect(growthOf(pattern).growth, String(pattern)).toBeGreaterThan(linear);
    for (const pattern of [/^\s+$/, /^bytes=(\d*)-(\d*)$/, /^(?:[^']|'')*$/])
      expect(growthOf(pattern).growth, String(pattern)).toBeLessThan(linear);
  });

  const all: [string, string, RegExp][] = [
    ...[...literals].map(([literal, path]): [string, string, RegExp] => [literal, path, toPattern(literal)]),
    ...Object.entries(composed).flatMap(([path, patterns]) =>
      patterns.map((pattern): [string, string, RegExp] => [String(pattern), path, pattern]),
    ),
    ...Object.entries(ofPackages).map(([name, pattern]): [string, string, RegExp] => [name, name, pattern]),
  ];

  test.each(all)('%s (%s)', (literal, _path, pattern) => {
    const bounded = boundedTexts[literal];
    const { growth, text } = growthOf(pattern);
    if (!bounded) return expect(growth, text).toBeLessThan(linear);
    expect(growth, 'is linear and need not be listed').toBeGreaterThan(linear);
    const read = readPattern(pattern);
    for (const hard of hardTexts(read, bounded.maxLength))
      expect(stepsOf(read, hard.slice(0, bounded.maxLength)), bounded.why).toBeLessThan(mostSteps);
  });
});
