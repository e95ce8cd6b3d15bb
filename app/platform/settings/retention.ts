const dayMs = 86_400_000;
/** The first of January 1970 was a Thursday; weeks begin on Monday. */
const firstMonday = 4;
const daysInLongestMonth = 31;
const shownInMonthsFrom = 62;

/**
 * How many backups are kept: the newest of each of so many days, weeks and months in which there is
 * one.
 */
export type Retention = { daily: number; weekly: number; monthly: number };

const dayOf = (at: number) => Math.floor(at / dayMs);
const weekOf = (at: number) => Math.floor((dayOf(at) + 7 - firstMonday) / 7);
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/**
 * Which backups are kept. Days, weeks and months are those of UTC, so that no change to daylight
 * saving makes one longer. A day without a backup takes nobody's place. What seems to come from the
 * future, since the clock was wrong then, is kept and takes no place either. Takes when each was
 * made, in any order, milliseconds since 1970; how many are kept; the time now.
 *
 * @returns those that are kept; the newest of those up to now is always among them.
 */
export function backupsToKeep(
  times: number[],
  { daily, weekly, monthly }: Retention,
  now: number,
): Set<number> {
  const newestFirst = times.filter((at) => at <= now).sort((a, b) => b - a);
  const kept = new Set([...newestFirst.slice(0, 1), ...times.filter((at) => at > now)]);
  const keepNewestOf = (count: number, spanOf: (at: number) => number | string) => {
    const spans = new Set<number | string>();
    for (const at of newestFirst) {
      const span = spanOf(at);
      if (spans.has(span)) continue;
      if (spans.size === count) return;
      spans.add(span);
      kept.add(at);
    }
  };
  keepNewestOf(daily, dayOf);
  keepNewestOf(weekly, weekOf);
  keepNewestOf(monthly, monthOf);
  return kept;
}

/**
 * For how long a backup is kept at most while new ones are made regularly, and so for how long one
 * may hold what was deleted. Takes how many are kept, and how often one is made, in hours.
 *
 * @returns a number of days or, from two months on, of months.
 */
export function longestKept(
  { daily, weekly, monthly }: Retention,
  everyHours: number,
): { count: number; unit: 'days' | 'months' } {
  const everyDays = everyHours / 24;
  const days = Math.max(
    everyDays,
    daily * Math.max(1, everyDays),
    weekly * Math.max(7, everyDays),
    monthly * Math.max(daysInLongestMonth, everyDays),
  );
  return days < shownInMonthsFrom
    ? { count: Math.ceil(days), unit: 'days' }
    : { count: Math.ceil(days / daysInLongestMonth), unit: 'months' };
}
