import { describe, expect, test } from 'vitest';
import { clinicDay, isRealDay } from './days';

describe('a day', () => {
  test.each([
    ['2026-03-05T18:29:59Z', '2026-03-05'],
    ['2026-03-05T18:30:00Z', '2026-03-06'],
    ['2025-12-31T20:00:00Z', '2026-01-01'],
  ])('at %s it is %s in the clinic', (moment, day) => {
    expect(clinicDay(Date.parse(moment))).toBe(day);
  });

  test.each([
    ['1980-05-31', true],
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2023-04-31', false],
    ['2023-13-01', false],
    ['2023-00-10', false],
    ['1980-5-31', false],
    ['31-05-1980', false],
    ['1980-05-31T00:00', false],
    ['', false],
  ])('%j is one of the calendar: %s', (text, isOne) => {
    expect(isRealDay(text)).toBe(isOne);
  });
});
