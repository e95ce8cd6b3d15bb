import { desc, eq, lte, sql } from 'drizzle-orm';
import { prepared, type Queries } from '~/platform/db/db.server';
import { reportDays } from '~/platform/db/tables.server';

/** How many milliseconds a day of `report_days` has; its days are those of UTC. */
export const dayMs = 86_400_000;

const list = sql.placeholder('list');
/** How many rows some days have together. */
export const rowsOfDays = sql<number>`cast(coalesce(sum(${reportDays.rows}), 0) as integer)`;

const total = prepared((queries) =>
  queries.select({ rows: rowsOfDays }).from(reportDays).where(eq(reportDays.list, list)).prepare(),
);

/** How many reports stand in a list that is counted by days; takes its name. */
export async function countDays(name: string, queries?: Queries): Promise<number> {
  const [found] = await total(queries).execute({ list: name });
  return found?.rows ?? 0;
}

const dayOf = prepared((queries) => {
  const before = sql<number>`cast(sum(${rowsOfDays}) over (order by ${reportDays.day}) - ${rowsOfDays} as integer)`;
  const days = queries
    .select({ day: reportDays.day, before: before.as('before'), rows: rowsOfDays.as('rows') })
    .from(reportDays)
    .where(eq(reportDays.list, list))
    .groupBy(reportDays.day)
    .as('days');
  return queries
    .select()
    .from(days)
    .where(lte(days.before, sql.placeholder('offset')))
    .orderBy(desc(days.day))
    .limit(1)
    .prepare();
});

/**
 * The day that holds the row at `offset` (from 0) of a list, with how many rows stand before that
 * day and how many in it; undefined for an empty list.
 */
export async function findDay(name: string, offset: number, queries?: Queries) {
  const [found] = await dayOf(queries).execute({ list: name, offset });
  return found;
}
