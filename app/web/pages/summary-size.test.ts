import { expect, test } from 'vitest';
import { chooseSummarySize } from './summary-size';

const sizeOf = (text: string, language: 'en' | 'ta' | 'ur' = 'en', hasStep = true) =>
  chooseSummarySize([{ text, language }], { hasStep, language });

test('a short text is large, and a longer one never larger than a shorter one', () => {
  const sizes = Array.from({ length: 80 }, (_, at) => sizeOf('word '.repeat(at * 25)));
  const fitting = sizes.slice(0, sizes.indexOf(6) + 1);
  expect(sizes[0]).toBe(14);
  expect(fitting).toEqual([...fitting].sort((a, b) => b - a));
  expect(new Set(fitting)).toEqual(new Set([14, 13, 12, 11, 10, 9, 8, 7, 6]));
});

test('wide letters, high lines and a next step leave room for less', () => {
  const length = 2400;
  expect(sizeOf('மதிய'.repeat(length / 4), 'ta')).toBeLessThan(sizeOf('word'.repeat(length / 4)));
  expect(sizeOf('دوا '.repeat(length / 4), 'ur')).toBeLessThan(sizeOf('word'.repeat(length / 4)));
  expect(sizeOf('word '.repeat(600))).toBeLessThan(sizeOf('word '.repeat(600), 'en', false));
});

test('empty lines take room too, and a text for several pages is easy to read', () => {
  expect(sizeOf('a\n'.repeat(100))).toBeLessThan(14);
  expect(sizeOf('word '.repeat(10_000))).toBe(9);
});
