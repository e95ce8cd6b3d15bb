import { and, asc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { databaseVersion, db, prepared, type Queries } from '~/platform/db/db.server';
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

/**
 * The days of a list as they were found last, when the database stood as `of` says, where that can
 * be said; and how it stood when they were counted last.
 */
type Remembered = { days: Day[]; of?: string; countedAt?: string };

const maxRemembered = 20;
const memories = new WeakMap<object, Map<string, Remembered>>();

function rememberedOf(name: string): Remembered {
  const known = memories.get(db()) ?? new Map<string, Remembered>();
  memories.set(db(), known);
  const one = known.get(name) ?? { days: [] };
  keepLatest(known, name, one, maxRemembered);
  return one;
}

const readDays = async (name: string, queries?: Queries) =>
  counted(await allDays(queries).execute({ list: name }));

/** How the database stands for who reads it as it is now; undefined for another moment. */
const versionFor = (queries = db()) => (queries === db() ? databaseVersion() : undefined);

/**
 * How many reports stand in a list that is counted by days; takes its name. Its days are kept the
 * second time that somebody counts before anything is written.
 */
export async function countDays(name: string, queries?: Queries): Promise<number> {
  const remembered = rememberedOf(name);
  const version = versionFor(queries);
  if (version !== undefined && remembered.of !== version && remembered.countedAt === version)
    Object.assign(remembered, { days: await readDays(name, queries), of: version });
  remembered.countedAt = version;
  const last = remembered.days.at(-1);
  if (version !== undefined && remembered.of === version) return last ? last.before + last.rows : 0;
  const [found] = await total(queries).execute({ list: name });
  return found?.rows ?? 0;
}

/** So many days at either side are looked at, of that on which a row stood before. */
const daysBeside = 2;

/**
 * The day that holds the row at `offset` (from 0) of a list, with how many rows stand before that
 * day and how many in it; undefined where the list has no such row. It is looked for about where it
 * was the last time, and in all days only when it is not there any more.
 */
export async function findDay(name: string, offset: number, queries?: Queries): Promise<Day | undefined> {
  const remembered = rememberedOf(name);
  const { days: last, of } = remembered;
  if (of !== undefined && of === versionFor(queries)) return dayAt(last, offset);
  const at = last.findLastIndex(({ before }) => before <= offset);
  const [from, to] = [last[Math.max(0, at - daysBeside)], last[Math.min(last.length - 1, at + daysBeside)]];
  if (from && to) {
    const near = await someDays(queries).execute({ list: name, from: from.day, to: to.day });
    const found = dayAt(counted(near, near[0]?.before), offset);
    if (found) return found;
  }
  const days = await readDays(name, queries);
  Object.assign(remembered, { days, of: undefined });
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
