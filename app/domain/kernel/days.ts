/** How many minutes a clock is ahead of UTC at a moment, which is in milliseconds. */
type Clock = (at: number) => number;

const minuteMs = 60_000;
const dayMs = 86_400_000;

// India is five and a half hours ahead all the year round.
let minutesAhead: Clock = () => 330;

/** Sets the clinic's clock, which says what is today and when a day begins. */
export function setClinicClock(clock: Clock): void {
  minutesAhead = clock;
}

/**
 * Today by the clinic's clock, whatever the server's, as YYYY-MM-DD. Takes the moment in
 * milliseconds.
 */
export function clinicDay(now: number): string {
  return new Date(now + minutesAhead(now) * minuteMs).toISOString().slice(0, 10);
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
  return beginAt(Date.parse(`${day}T00:00:00Z`));
}

/** When it ends, which is when the next begins; with summer time that is not always 24 hours. */
export function endOfClinicDay(day: string): number {
  return beginAt(Date.parse(`${day}T00:00:00Z`) + dayMs);
}

/** What the clock is ahead may differ between midnight there and in UTC. */
function beginAt(midnightInUtc: number): number {
  const about = midnightInUtc - minutesAhead(midnightInUtc) * minuteMs;
  return midnightInUtc - minutesAhead(about) * minuteMs;
}
