import { and, asc, count, desc, eq, gte, inArray } from 'drizzle-orm';
import { findPage, type ListRules, type PageRequest } from '~/domain/kernel/list-page';
import { type PresentedRow, presentedColumns } from '~/domain/reports/report-fields';
import { db, type Queries, readTransaction } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables.server';
import { countDays, dayMs, findDay } from './report-days.server';
import type { ReportList } from './report-list.server';

/** So many rows are passed over faster than a place among them is looked up. */
const walkedRows = 200;

/**
 * One page of a list, each report with its patient, and how many there are in all, as they stand at
 * one moment. The rows at either end of a list are read straight from its index; a jump into the
 * middle of a counted list begins at the day that holds its first row.
 */
export function readReportPage(list: ReportList, query: PageRequest, context: ListRules) {
  return readTransaction(async (queries) => {
    const total = await countReports(list, queries);
    const { offset, rows, meta } = findPage(query, total, context);
    if (rows === 0) return { rows: [], meta };
    const skip = list.isNewestFirst ? total - offset - rows : offset;
    const found = await readRows(list, await placeOf(list, { skip, rows, total }, queries), queries);
    return { rows: list.isNewestFirst ? found.reverse() : found, meta };
  });
}

/** How many reports stand in a list. */
export async function countReports({ countedAs, where, asksPatient }: ReportList, queries = db()) {
  if (countedAs) return countDays(countedAs, queries);
  const query = queries.select({ total: count() }).from(reports).$dynamic();
  if (asksPatient) query.innerJoin(users, eq(users.id, reports.patientId));
  const [found] = await query.where(where);
  return found?.total ?? 0;
}

/** Where to begin to read: at a moment or at an end of the list, and how many rows to pass over. */
type Place = { from?: Date; isFromEnd: boolean; skip: number; rows: number };

async function placeOf(
  { countedAs }: ReportList,
  { skip, rows, total }: { skip: number; rows: number; total: number },
  queries: Queries,
): Promise<Place> {
  const isFromEnd = skip > total / 2;
  const fromEnd = total - skip - rows;
  if (!countedAs || Math.min(skip, fromEnd) <= walkedRows)
    return { isFromEnd, skip: isFromEnd ? fromEnd : skip, rows };
  const { day, before } = (await findDay(countedAs, skip, queries)) ?? { day: 0, before: 0 };
  return { from: new Date(day * dayMs), isFromEnd: false, skip: skip - before, rows };
}

const shownColumns = Object.fromEntries(presentedColumns.map((column) => [column, reports[column]])) as Pick<
  typeof reports,
  keyof PresentedRow
>;

/** Its rows are found in the index alone; only then are they read. */
async function readRows(
  { where, by, asksPatient }: ReportList,
  { from, isFromEnd, skip, rows }: Place,
  queries: Queries,
) {
  const way = isFromEnd ? desc : asc;
  const ids = queries.select({ id: reports.id }).from(reports).$dynamic();
  if (asksPatient) ids.innerJoin(users, eq(users.id, reports.patientId));
  ids
    .where(and(where, from && gte(reports[by], from)))
    .orderBy(way(reports[by]), way(reports.id))
    .limit(rows)
    .offset(skip);
  const { id, firstName, lastName, email } = users;
  const found = await queries
    .select({ report: shownColumns, patient: { id, firstName, lastName, email } })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(inArray(reports.id, ids));
  const at = ({ report }: (typeof found)[number]) => Number(report[by]);
  return found.sort((a, b) => at(a) - at(b) || (a.report.id < b.report.id ? -1 : 1));
}
