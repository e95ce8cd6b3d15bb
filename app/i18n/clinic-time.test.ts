import { afterEach, describe, expect, test } from 'vitest';
import { clinicTime, clinicTimeOf, minutesAhead, setClinicTime, zoneNameAt } from './clinic-time';
import { formatDay, formatMoment } from './t';

const india = clinicTime();
afterEach(() => setClinicTime(india));

describe('the clinic’s clock', () => {
  test.each([
    ['Asia/Kolkata', '2026-03-05T20:00:00.000Z', '06 Mar 2026, 01:30 IST'],
    ['Asia/Dhaka', '2026-03-05T20:00:00.000Z', '06 Mar 2026, 02:00 UTC+6'],
    ['Asia/Kathmandu', '2026-03-05T20:00:00.000Z', '06 Mar 2026, 01:45 UTC+5:45'],
    ['Europe/Berlin', '2026-03-05T23:30:00.000Z', '06 Mar 2026, 00:30 CET'],
    ['Europe/Berlin', '2026-07-05T20:00:00.000Z', '05 Jul 2026, 22:00 CEST'],
    ['Pacific/Marquesas', '2026-03-05T02:00:00.000Z', '04 Mar 2026, 16:30 UTC−9:30'],
    ['UTC', '2026-03-05T20:00:00.000Z', '05 Mar 2026, 20:00 UTC'],
  ])('in %s shows %s as %s', (zone, iso, moment) => {
    setClinicTime(clinicTimeOf(zone));
    expect(formatMoment('en', iso)).toBe(moment);
    expect(formatDay('en', iso)).toBe(moment.slice(0, 11));
  });

  test('is the same in a browser, which gets the names as JSON', () => {
    setClinicTime(clinicTimeOf('Europe/Berlin'));
    const onServer = zoneNameAt(Date.UTC(2026, 6, 5));
    setClinicTime(JSON.parse(JSON.stringify(clinicTime())));
    expect(zoneNameAt(Date.UTC(2026, 6, 5))).toBe(onServer);
  });

  test('leaves a date without a time unchanged, also west of Greenwich', () => {
    setClinicTime(clinicTimeOf('America/New_York'));
    expect(formatDay('en', '1980-05-31')).toBe('31 May 1980');
  });

  test('knows summer time', () => {
    const ahead = (iso: string) => minutesAhead('Europe/Berlin', Date.parse(iso));
    expect([ahead('2026-03-29T00:59:00Z'), ahead('2026-03-29T01:00:00Z')]).toEqual([60, 120]);
  });
});
