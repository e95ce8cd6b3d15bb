import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { reportDays } from '~/platform/db/core/tables/reports.server';
import { db, prepared } from '~/platform/db/db.server';

const { day } = reportDays;
const ofList = eq(reportDays.list, sql.placeholder('list'));
/** The total number of rows of some days. */
export const sumOfDayRows = sql<number>`cast(coalesce(sum(${reportDays.rows}), 0) as integer)`;

const total = prepared((queries) =>
  queries.select({ rows: sumOfDayRows }).from(reportDays).where(ofList).prepare(),
);

/** A day of a list, with the number of rows before it and on it. */
type Day = { day: number; before: number; rows: number };

const dayOfRow = prepared((queries) => {
  const days = queries
    .select({
      day,
      rows: sumOfDayRows.as('day_rows'),
      until: sql<number>`cast(sum(sum(${reportDays.rows})) over (order by ${day}) as integer)`.as('until'),
    })
    .from(reportDays)
    .where(ofList)
    .groupBy(day)
    .as('days');
  const offset = sql.placeholder('offset');
  return queries
    .select({ day: days.day, before: sql<number>`${days.until} - ${days.rows}`, rows: days.rows })
    .from(days)
    .where(and(gt(days.until, offset), lte(sql`${days.until} - ${days.rows}`, offset)))
    .prepare();
});

/**
 * Counts the reports of a list from its daily counts.
 *
 * @param list the name of the list.
 */
export async function countDays(list: string, queries = db()): Promise<number> {
  const [row] = await total(queries).execute({ list });
  return row?.rows ?? 0;
}

/**
 * Finds the day of the row at `offset` in a list, counted from 0.
 *
 * @returns undefined if the list has no such row.
 */
export async function findDay(list: string, offset: number, queries = db()): Promise<Day | undefined> {
  const [row] = await dayOfRow(queries).execute({ list, offset });
  return row;
}
