/** India is five and a half hours ahead all the year round. */
const clinicAheadMinutes = 330;

/**
 * Today by the clinic's clock, whatever the server's, as YYYY-MM-DD. Takes the moment in
 * milliseconds.
 */
export function clinicDay(now: number): string {
  return new Date(now + clinicAheadMinutes * 60_000).toISOString().slice(0, 10);
}

/** Whether a text is a day of the calendar, as YYYY-MM-DD: 2023-02-29 is none. */
export function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * When a day of the clinic's clock begins. Takes YYYY-MM-DD, a real day.
 *
 * @returns milliseconds since 1970.
 */
export function startOfClinicDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - clinicAheadMinutes * 60_000;
}
