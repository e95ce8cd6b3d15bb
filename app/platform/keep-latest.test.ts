import { expect, test } from 'vitest';
import { keepLatest } from './keep-latest';

const numbered = (count: number, most: number) => {
  const kept = new Map<string, number>();
  for (let at = 0; at < count; at += 1) {
    keepLatest(kept, `${at}`, at, most);
    expect(kept.size).toBeLessThanOrEqual(most);
  }
  return [...kept.values()];
};

test('of few exactly the latest are kept', () => {
  expect(numbered(13, 5)).toEqual([8, 9, 10, 11, 12]);
  expect(numbered(3, 5)).toEqual([0, 1, 2]);
});

test('of many a hundredth goes at once, the oldest', () => {
  expect(numbered(1000, 1000)).toHaveLength(1000);
  expect(numbered(1001, 1000)).toEqual(Array.from({ length: 990 }, (_, at) => 11 + at));
});

test('what is kept anew is new again, with its last value', () => {
  const kept = new Map<string, number>();
  for (const [at, name] of ['asha', 'ravi', 'asha', 'emile'].entries()) keepLatest(kept, name, at, 2);
  expect([...kept]).toEqual([
    ['asha', 2],
    ['emile', 3],
  ]);
});
