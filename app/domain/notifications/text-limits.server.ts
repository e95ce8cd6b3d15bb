import { and, eq, lt, sql } from 'drizzle-orm';
import { clinicClock, clinicDay, endOfClinicDay, startOfClinicDay } from '~/domain/kernel/days';
import { textCounts } from '~/platform/db/core/tables/notifications.server';
import { atomically, db, requireChange, type Step } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';

/** The maximum number of texts to a number on one clinic day, apart from urgent ones. */
const maxPerNumber = 5;

/** The first and the last hour of the day in which texts that are not urgent are sent. */
const firstHour = 8;
const lastHour = 21;

/** Checks whether it is night in the clinic, from 21:00 to 8:00. */
function isNight(now: Date): boolean {
  const hour = Number(clinicClock(now).slice(0, 2));
  return hour < firstHour || hour >= lastHour;
}

/**
 * Finds the end of the night for a text that is not urgent.
 *
 * @returns undefined by day.
 */
export const findNightEnd = (now: Date): Date | undefined => (isNight(now) ? nextMorning(now) : undefined);

/** Returns the next time at which the day of texts begins. */
export function nextMorning(now: Date): Date {
  const morning = (midnight: number) => new Date(midnight + firstHour * hourMs);
  const today = clinicDay(now.getTime());
  const ofToday = morning(startOfClinicDay(today));
  return ofToday > now ? ofToday : morning(endOfClinicDay(today));
}

/** Counts a text unless there are `max` already. */
export const countUpTo = (day: string, target: string, max: number): Step =>
  requireChange(
    db()
      .insert(textCounts)
      .values({ day, target, count: 1 })
      .onConflictDoUpdate({
        target: [textCounts.day, textCounts.target],
        set: { count: sql`${textCounts.count} + 1` },
        setWhere: lt(textCounts.count, max),
      }),
  );

/**
 * Counts a text of today to a number, within the number's limit and the clinic's. Exact with several
 * servers.
 *
 * @param target the hash of the number.
 * @returns the limit that is reached; undefined if it may be sent, and is counted.
 */
export async function countText(
  now: Date,
  target: string,
  dailyMax: number,
): Promise<'number' | 'clinic' | undefined> {
  const day = clinicDay(now.getTime());
  const isCounted =
    dailyMax > 0 && (await atomically([countUpTo(day, '', dailyMax), countUpTo(day, target, maxPerNumber)]));
  if (isCounted) return undefined;
  return (await readTextCount(day)) >= dailyMax ? 'clinic' : 'number';
}

/** Reads the number of texts on a clinic day, apart from urgent ones. */
export async function readTextCount(day: string): Promise<number> {
  const [row] = await db()
    .select({ count: textCounts.count })
    .from(textCounts)
    .where(and(eq(textCounts.day, day), eq(textCounts.target, '')));
  return row?.count ?? 0;
}
