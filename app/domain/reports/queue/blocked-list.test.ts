import { describe, expect, test } from 'vitest';
import { type Block, blockRows, countMove, findOffset, type Place, rebalance, rowsIn } from './blocked-list';

const place = (at: number, id = 'm'): Place => ({ at, id });
const blocks = (...rows: [at: number | null, rows: number][]): Block[] =>
  rows.map(([at, count]) => ({ from: at === null ? null : place(at), rows: count }));

describe('a list in blocks', () => {
  test('finds the block of a row, and how far into it', () => {
    const list = blocks([null, 3], [10, 2], [20, 4]);
    expect(rowsIn(list)).toBe(9);
    expect([0, 2, 3, 4, 5, 8].map((offset) => findOffset(list, offset))).toEqual([
      { from: null, skip: 0 },
      { from: null, skip: 2 },
      { from: place(10), skip: 0 },
      { from: place(10), skip: 1 },
      { from: place(20), skip: 0 },
      { from: place(20), skip: 3 },
    ]);
    expect(findOffset(list, 9), 'behind the last row').toEqual({ from: place(20), skip: 4 });
  });

  test('counts a row where it stands: by its time, and within one time by its id', () => {
    const list = blocks([null, 3], [10, 2], [20, 4]);
    countMove(list, place(5), 1);
    countMove(list, place(10, 'a'), 1);
    countMove(list, place(10, 'm'), -1);
    countMove(list, place(10, 'z'), 1);
    countMove(list, place(99), -1);
    expect(list.map(({ rows }) => rows)).toEqual([5, 2, 3]);
    const empty = blocks([null, 0]);
    countMove(empty, place(1), 1);
    expect(empty).toEqual(blocks([null, 1]));
  });

  test('is tidied: small neighbours become one, a long block is split, and no row is lost', () => {
    // The row at position n stands at time n.
    const after = (from: Place | null, rows: number) => place((from?.at ?? 0) + rows);
    const whole = rebalance(blocks([null, 10 * blockRows + 7]), after);
    expect(rowsIn(whole)).toBe(10 * blockRows + 7);
    expect(whole.map(({ from }) => from?.at ?? null)).toEqual([
      null,
      ...Array.from({ length: 9 }, (_, at) => (at + 1) * blockRows),
    ]);
    expect(rebalance(whole, after)).toEqual(whole);
    expect(rebalance(blocks([null, 0], [10, 2], [20, blockRows - 2], [30, 1]), after)).toEqual(
      blocks([null, blockRows], [30, 1]),
    );
  });
});
