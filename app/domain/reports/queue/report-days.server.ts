import { and, asc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { db, prepared, type Queries } from '~/platform/db/db.server';
import { reportDays } from '~/platform/db/tables.server';
import { keepLatest } from '~/platform/keep-latest';

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

/** A day of a list, with how many rows stand before it and how many in it. */
type Day = { day: number; before: number; rows: number };

const { day } = reportDays;
const ofList = eq(reportDays.list, list);

const allDays = prepared((queries) =>
  queries
    .select({ day, rows: rowsOfDays })
    .from(reportDays)
    .where(ofList)
    .groupBy(day)
    .orderBy(asc(day))
    .prepare(),
);

const someDays = prepared((queries) => {
  const [from, to] = [sql.placeholder('from'), sql.placeholder('to')];
  const earlier = queries
    .select({ rows: rowsOfDays })
    .from(reportDays)
    .where(and(ofList, lt(day, from)));
  return queries
    .select({ day, rows: rowsOfDays, before: sql<number>`(${earlier})` })
    .from(reportDays)
    .where(and(ofList, gte(day, from), lte(day, to)))
    .groupBy(day)
    .orderBy(asc(day))
    .prepare();
});

const maxRemembered = 20;
/** The days of the lists in which a day was looked for last, as they were then. */
const remembered = new WeakMap<object, Map<string, Day[]>>();

/** So many days at either side are looked at, of that on which a row stood before. */
const daysBeside = 2;

/**
 * The day that holds the row at `offset` (from 0) of a list, with how many rows stand before that
 * day and how many in it; undefined where the list has no such row. It is looked for about where it
 * was the last time, and in all days only when it is not there any more.
 */
export async function findDay(name: string, offset: number, queries?: Queries): Promise<Day | undefined> {
  const known = remembered.get(db()) ?? new Map<string, Day[]>();
  remembered.set(db(), known);
  const last = known.get(name) ?? [];
  const at = last.findLastIndex(({ before }) => before <= offset);
  const [from, to] = [last[Math.max(0, at - daysBeside)], last[Math.min(last.length - 1, at + daysBeside)]];
  if (from && to) {
    const near = await someDays(queries).execute({ list: name, from: from.day, to: to.day });
    const found = dayAt(counted(near, near[0]?.before), offset);
    if (found) return found;
  }
  const days = counted(await allDays(queries).execute({ list: name }));
  keepLatest(known, name, days, maxRemembered);
  return dayAt(days, offset);
}

/** Days in their order, each with how many rows stand before it. */
function counted(days: { day: number; rows: number }[], before = 0): Day[] {
  let sum = before;
  return days.map((one) => {
    sum += one.rows;
    return { day: one.day, rows: one.rows, before: sum - one.rows };
  });
}

const dayAt = (days: Day[], offset: number) =>
  days.find(({ before, rows }) => before <= offset && offset < before + rows);
