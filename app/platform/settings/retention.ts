const dayMs = 86_400_000;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const firstMonday = 4;
const daysInLongestMonth = 31;
const shownInMonthsFrom = 62;

/**
 * The number of backups to keep: the newest of each of the last `daily` days, `weekly` weeks and
 * `monthly` months that have one.
 */
export type Retention = { daily: number; weekly: number; monthly: number };

const dayOf = (at: number) => Math.floor(at / dayMs);
const weekOf = (at: number) => Math.floor((dayOf(at) + 7 - firstMonday) / 7);
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/**
 * Returns the backups to keep. Days, weeks and months are those of UTC, so that a change to
 * daylight saving makes none longer. A day without a backup uses up no place. A backup dated in the
 * future, from when the clock was wrong, is kept and uses up no place either.
 *
 * @param times when the backups were made, in any order, milliseconds since 1970.
 * @returns the times to keep, always with the newest up to now.
 */
export function backupsToKeep(
  times: number[],
  { daily, weekly, monthly }: Retention,
  now: number,
): Set<number> {
  const newestFirst = times.filter((at) => at <= now).sort((a, b) => b - a);
  const keptTimes = new Set([...newestFirst.slice(0, 1), ...times.filter((at) => at > now)]);
  const keepNewestOf = (count: number, spanOf: (at: number) => number | string) => {
    const spans = new Set<number | string>();
    for (const at of newestFirst) {
      const span = spanOf(at);
      if (spans.has(span)) continue;
      if (spans.size === count) return;
      spans.add(span);
      keptTimes.add(at);
    }
  };
  keepNewestOf(daily, dayOf);
  keepNewestOf(weekly, weekOf);
  keepNewestOf(monthly, monthOf);
  return keptTimes;
}

/**
 * Returns the longest time a backup is kept while new ones are made regularly. A backup may hold
 * deleted data for as long.
 *
 * @param everyHours hours between two backups.
 * @returns a number of days or, from two months on, of months.
 */
export function findLongestRetention(
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
