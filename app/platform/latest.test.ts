import { expect, test } from 'vitest';
import { Latest } from './latest';

const kept = (latest: Latest<number>, upTo: number) =>
  Array.from({ length: upTo }, (_, at) => `${at}`).filter((name) => latest.get(name) !== undefined);

test('the latest half is always there, and never more than the most', () => {
  const latest = new Latest<number>(10);
  for (let at = 0; at < 100; at += 1) {
    latest.set(`${at}`, at);
    const names = kept(latest, 100);
    expect(names.length).toBeLessThanOrEqual(10);
    expect(names.slice(-5)).toEqual(
      Array.from({ length: Math.min(5, at + 1) }, (_, of) => `${Math.max(0, at - 4) + of}`),
    );
  }
});

test('what is set anew is new again, with its last value', () => {
  const latest = new Latest<number>(4);
  for (const [name, value] of [
    ['asha', 1],
    ['ravi', 2],
    ['asha', 3],
    ['emile', 4],
  ] as const)
    latest.set(name, value);
  expect([latest.get('asha'), latest.get('emile')]).toEqual([3, 4]);
});
