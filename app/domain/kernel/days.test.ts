import { afterEach, describe, expect, test } from 'vitest';
import { clinicDay, endOfClinicDay, isRealDay, setClinicClock, startOfClinicDay } from './days';

describe('a day', () => {
  test.each([
    ['2026-03-05T18:29:59Z', '2026-03-05'],
    ['2026-03-05T18:30:00Z', '2026-03-06'],
    ['2025-12-31T20:00:00Z', '2026-01-01'],
  ])('in the clinic at %s is %s', (moment, day) => {
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
  ])('%j is in the calendar: %s', (text, isOne) => {
    expect(isRealDay(text)).toBe(isOne);
  });
});

describe('the clinic’s clock', () => {
  const hourMs = 3_600_000;
  afterEach(() => setClinicClock(() => 330));

  test('is India’s unless another is set', () => {
    expect(startOfClinicDay('2026-03-05')).toBe(Date.parse('2026-03-04T18:30:00Z'));
    expect(endOfClinicDay('2026-03-05')).toBe(Date.parse('2026-03-05T18:30:00Z'));
  });

  test('may change between winter and summer time: that day has 23 or 25 hours', () => {
    const [begins, ends] = [Date.parse('2026-03-29T01:00:00Z'), Date.parse('2026-10-25T01:00:00Z')];
    setClinicClock((at) => (at >= begins && at < ends ? 120 : 60));
    const hours = (day: string) => (endOfClinicDay(day) - startOfClinicDay(day)) / hourMs;
    expect(['2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26'].map(hours)).toEqual([24, 23, 25, 24]);
    expect(startOfClinicDay('2026-07-01')).toBe(Date.parse('2026-06-30T22:00:00Z'));
    expect(clinicDay(Date.parse('2026-06-30T22:00:00Z'))).toBe('2026-07-01');
  });
});
