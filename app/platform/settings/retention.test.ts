import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backupsToKeep, findLongestRetention } from './retention';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const usual = { daily: 7, weekly: 4, monthly: 12 };
const timeOf = (text: string) => Date.parse(text.length > 10 ? text : `${text}T02:00:00Z`);
const formatDays = (times: Iterable<number>) =>
  [...times].sort((a, b) => a - b).map((at) => new Date(at).toISOString().slice(0, 10));

/** Lists a time every `ms` milliseconds, up to and including the last. */
function every(ms: number, from: string, to: string) {
  const times: number[] = [];
  for (let at = timeOf(from); at <= timeOf(to); at += ms) times.push(at);
  return times;
}

describe('backupsToKeep', () => {
  test('keeps the newest of seven days, four weeks and twelve months', () => {
    const times = every(dayMs, '2024-12-01', '2026-05-20');
    expect(formatDays(backupsToKeep(times, usual, timeOf('2026-05-20')))).toEqual([
      // The last of each month,
      ...['2025-06-30', '2025-07-31', '2025-08-31', '2025-09-30', '2025-10-31', '2025-11-30'],
      ...['2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30'],
      // each Sunday,
      ...['2026-05-03', '2026-05-10'],
      // and a week.
      ...['2026-05-14', '2026-05-15', '2026-05-16', '2026-05-17', '2026-05-18', '2026-05-19', '2026-05-20'],
    ]);
  });

  test('keeps the same backups day by day as from the full list', () => {
    let folder: number[] = [];
    const all: number[] = [];
    for (const at of every(dayMs, '2024-01-01', '2026-01-15')) {
      all.push(at);
      folder = [...backupsToKeep([...folder, at], usual, at)];
      expect(folder.length).toBeLessThanOrEqual(7 + 4 + 12);
    }
    const now = all.at(-1) ?? 0;
    expect(formatDays(folder)).toEqual(formatDays(backupsToKeep(all, usual, now)));
    // Nothing is older than a year.
    expect(now - Math.min(...folder)).toBeLessThan(366 * dayMs);
  });

  test('keeps the newest of several on a day', () => {
    const times = every(6 * hourMs, '2026-05-01', '2026-05-03T20:00:00Z');
    const keptTimes = backupsToKeep(times, { daily: 2, weekly: 0, monthly: 0 }, times.at(-1) ?? 0);
    expect([...keptTimes].map((at) => new Date(at).toISOString()).sort()).toEqual([
      '2026-05-02T20:00:00.000Z',
      '2026-05-03T20:00:00.000Z',
    ]);
  });

  test('gives no place to a gap, so older backups stay', () => {
    const times = [...every(dayMs, '2025-01-01', '2025-01-10'), timeOf('2026-05-20')];
    const keptDays = formatDays(backupsToKeep(times, usual, timeOf('2026-05-20')));
    expect(keptDays).toEqual([
      '2025-01-05',
      '2025-01-06',
      '2025-01-07',
      '2025-01-08',
      '2025-01-09',
      '2025-01-10',
      '2026-05-20',
    ]);
  });

  test('treats the days on which clocks change like others', () => {
    // The nights of 29 March and 25 October 2026 have 23 and 25 hours in Europe.
    for (const [from, to] of [
      ['2026-03-26T23:30:00Z', '2026-04-01T23:30:00Z'],
      ['2026-10-22T23:30:00Z', '2026-10-28T23:30:00Z'],
    ]) {
      const times = every(dayMs, from ?? '', to ?? '');
      expect(backupsToKeep(times, { daily: 7, weekly: 0, monthly: 0 }, times.at(-1) ?? 0).size).toBe(7);
    }
  });

  test('keeps backups dated in the future without giving them a place', () => {
    const ahead = every(dayMs, '2027-05-01', '2027-05-20');
    const now = timeOf('2026-05-20');
    const today = every(dayMs, '2026-05-01', '2026-05-20');
    const keptTimes = backupsToKeep([...ahead, ...today], { daily: 7, weekly: 0, monthly: 0 }, now);
    expect(ahead.every((at) => keptTimes.has(at))).toBe(true);
    expect(today.filter((at) => keptTimes.has(at))).toEqual(today.slice(-7));
  });

  test('keeps the newest and never more than the retention allows', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: 0, max: 2_000 }).map((days) => days * dayMs + 2 * hourMs),
          { minLength: 1 },
        ),
        fc.record({ daily: fc.nat(9), weekly: fc.nat(9), monthly: fc.nat(14) }),
        (times, retention) => {
          const now = 3_000 * dayMs;
          const keptTimes = backupsToKeep(times, retention, now);
          const { daily, weekly, monthly } = retention;
          expect(keptTimes.has(Math.max(...times))).toBe(true);
          expect(keptTimes.size).toBeLessThanOrEqual(Math.max(1, daily + weekly + monthly));
          expect([...keptTimes].every((at) => times.includes(at))).toBe(true);
          // Asked again, nothing more goes.
          expect(backupsToKeep([...keptTimes], retention, now)).toEqual(keptTimes);
        },
      ),
    );
  });
});

test.each([
  [usual, 24, { count: 12, unit: 'months' }],
  [{ daily: 7, weekly: 4, monthly: 0 }, 24, { count: 28, unit: 'days' }],
  [{ daily: 14, weekly: 0, monthly: 0 }, 6, { count: 14, unit: 'days' }],
  [{ daily: 7, weekly: 0, monthly: 0 }, 7 * 24, { count: 49, unit: 'days' }],
  [{ daily: 0, weekly: 10, monthly: 0 }, 24, { count: 3, unit: 'months' }],
  [{ daily: 1, weekly: 0, monthly: 0 }, 3, { count: 1, unit: 'days' }],
] as const)(
  'with %j and one every %i hours, keeps a backup for at most %j',
  (retention, everyHours, longest) => {
    expect(findLongestRetention(retention, everyHours)).toEqual(longest);
  },
);
