const values = new Map<string, unknown>();

/**
 * Returns a value that is made on first use. Making an `Intl` formatter takes longer than
 * formatting a whole list. There are as many names as languages, zones and kinds of text.
 */
export function memoize<Value>(name: string, make: () => Value): Value {
  const value = values.has(name) ? (values.get(name) as Value) : make();
  values.set(name, value);
  return value;
}

/**
 * The clinic's clock: its zone by its IANA name, and its name at each offset from UTC, in
 * minutes. Browsers name zones differently, so they get the names with the page.
 */
type ClinicTime = { zone: string; names: Record<string, string> };

/**
 * The clock of most clinics. Its name is a constant, since asking the runtime for it takes a
 * twentieth of the start time.
 */
const usualTime: ClinicTime = { zone: 'Asia/Kolkata', names: { 330: 'IST' } };

let current = usualTime;

/** Returns the clock by which times are shown, on the server and in the browser. */
export const clinicTime = () => current;

/** Sets that clock; the server does it at startup, a browser before hydration. */
export function setClinicTime(time: ClinicTime): void {
  current = time;
}

// The first locale that has a name for a zone, and not only an offset, provides it.
const namingLocales = ['en-IN', 'en-GB', 'en-US', 'en-AU', 'en-CA'];

/**
 * Returns the clock of a zone, with its names in summer and in winter.
 *
 * @param zone its IANA name.
 */
export function clinicTimeOf(zone: string): ClinicTime {
  if (zone === usualTime.zone) return usualTime;
  const year = new Date().getUTCFullYear();
  const entries = [0, 6].flatMap((month) => {
    const at = Date.UTC(year, month, 15);
    const name = nameAt(zone, at);
    return name === undefined ? [] : [[String(minutesAhead(zone, at)), name] as const];
  });
  return { zone, names: Object.fromEntries(entries) };
}

function nameAt(zone: string, at: number): string | undefined {
  const names = namingLocales.map((locale) => {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
      at,
    );
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  });
  return names.find((name) => /^[A-Z]{2,5}$/.test(name));
}

const minuteMs = 60_000;

/**
 * Returns the minutes that a zone is ahead of UTC at a moment.
 *
 * @param at milliseconds since 1970.
 */
export function minutesAhead(zone: string, at: number): number {
  const format = memoize(
    `moment in ${zone}`,
    () =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
      }),
  );
  const parts = format.formatToParts(at).map(({ type, value }) => [type, Number(value)] as const);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = Object.fromEntries(parts);
  return Date.UTC(year, month - 1, day, hour, minute) / minuteMs - Math.floor(at / minuteMs);
}

/**
 * Returns the short name of the clinic's clock at a moment, such as IST, or UTC+5:45 if it has
 * none.
 *
 * @param at milliseconds since 1970.
 */
export function zoneNameAt(at: number): string {
  const ahead = minutesAhead(current.zone, at);
  const minutes = Math.abs(ahead) % 60;
  const hours = `${ahead < 0 ? '−' : '+'}${Math.floor(Math.abs(ahead) / 60)}`;
  return current.names[ahead] ?? `UTC${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`;
}
