/**
 * Returns the minutes a clock is ahead of UTC.
 *
 * @param at milliseconds since 1970.
 */
type Clock = (at: number) => number;

const minuteMs = 60_000;
const dayMs = 86_400_000;

// India is UTC+5:30 all year round.
let minutesAhead: Clock = () => 330;

/** Sets the clinic's clock, which decides what today is and when a day begins. */
export function setClinicClock(clock: Clock): void {
  minutesAhead = clock;
}

/**
 * Returns today's date in the clinic's time zone, whatever the server's zone is.
 *
 * @param now milliseconds since 1970.
 * @returns YYYY-MM-DD.
 */
export function clinicDay(now: number): string {
  return new Date(now + minutesAhead(now) * minuteMs).toISOString().slice(0, 10);
}

/** Returns the time of day in the clinic's time zone, as HH:MM. */
export function clinicClock(at: Date): string {
  return new Date(at.getTime() + minutesAhead(at.getTime()) * minuteMs).toISOString().slice(11, 16);
}

/**
 * Checks whether a text is a calendar day in the form YYYY-MM-DD. There is no 2023-02-29, for
 * example.
 */
export function isRealDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/**
 * Returns the moment at which a day begins in the clinic's time zone.
 *
 * @param day a real day, as YYYY-MM-DD.
 * @returns milliseconds since 1970.
 */
export function startOfClinicDay(day: string): number {
  return beginAt(Date.parse(`${day}T00:00:00Z`));
}

/**
 * Returns the moment at which the next day begins. With daylight saving time a day does not always
 * have 24 hours.
 */
export function endOfClinicDay(day: string): number {
  return beginAt(Date.parse(`${day}T00:00:00Z`) + dayMs);
}

/** Applies the offset twice, because it may differ between local midnight and midnight in UTC. */
function beginAt(midnightInUtc: number): number {
  const estimate = midnightInUtc - minutesAhead(midnightInUtc) * minuteMs;
  return midnightInUtc - minutesAhead(estimate) * minuteMs;
}
