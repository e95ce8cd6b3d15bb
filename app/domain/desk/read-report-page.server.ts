import { and, asc, count, desc, eq, gte, inArray, lte, type SQL } from 'drizzle-orm';
import { findPage, type ListRules, type PageRequest } from '~/domain/kernel/list-page';
import { countDays, findDay } from '~/domain/queue/report-days.server';
import type { ReportList } from '~/domain/queue/report-list.server';
import { type PresentedRow, presentedColumns } from '~/domain/report/report-fields';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, type Queries, readTransaction } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';

/** Below this number of rows, OFFSET is cheaper than an index seek. */
const walkedRows = 200;

/**
 * Reads one page of a list, each report with its patient, and the total, all at one moment. The
 * rows at either end of a list come straight from its index. A jump into the middle of a counted
 * list begins at the day that holds its first row.
 */
export function readReportPage(list: ReportList, query: PageRequest, context: ListRules) {
  return readTransaction(async (queries) => {
    const gaps = await readGaps(list, queries);
    const total = await countRows(list, gaps, queries);
    const { offset, rows, meta } = findPage(query, total, context);
    if (rows === 0) return { rows: [], meta };
    const skip = list.isNewestFirst ? total - offset - rows : offset;
    const place = await placeOf(list, { skip, rows, total, gaps }, queries);
    const pageRows = await readRows(list, place, rows, queries);
    return { rows: list.isNewestFirst ? pageRows.reverse() : pageRows, meta };
  });
}

/** Counts the reports of a list. */
export const countReports = async (list: ReportList, queries = db()) =>
  countRows(list, await readGaps(list, queries), queries);

async function countRows({ countName, where, asksPatient }: ReportList, gaps: number[], queries: Queries) {
  if (countName) return (await countDays(countName, queries)) - gaps.length;
  const query = queries.select({ total: count() }).from(reports).$dynamic();
  if (asksPatient) query.innerJoin(users, eq(users.id, reports.patientId));
  const [row] = await query.where(where);
  return row?.total ?? 0;
}

/**
 * Reads the times of the rows that the daily counts have and the list leaves out, in milliseconds
 * since 1970.
 */
async function readGaps({ countName, leftOut, orderColumn }: ReportList, queries: Queries) {
  if (!countName || !leftOut) return [];
  const rows = await queries.select({ at: reports[orderColumn] }).from(reports).where(leftOut);
  return rows.map(({ at }) => Number(at));
}

/**
 * The start of a read and the number of rows to skip: at an end of the list, or at the beginning or
 * the end (in milliseconds since 1970) of the day that holds the rows.
 */
type Place = { edge?: number; isFromEnd: boolean; skip: number };

async function placeOf(
  { countName }: ReportList,
  { skip, rows, total, gaps }: { skip: number; rows: number; total: number; gaps: number[] },
  queries: Queries,
): Promise<Place> {
  const ends: Place[] = [
    { isFromEnd: false, skip },
    { isFromEnd: true, skip: total - skip - rows },
  ];
  const day =
    countName && ends.every((end) => end.skip > walkedRows) && (await findDay(countName, skip, queries));
  if (day) {
    const from = day.day * dayMs;
    const end = from + dayMs;
    const gapsBefore = (time: number) => gaps.filter((at) => at < time).length;
    ends.push({ edge: from, isFromEnd: false, skip: skip - day.before + gapsBefore(from) });
    const after = day.before + day.rows - gapsBefore(end) - skip - rows;
    if (after >= 0) ends.push({ edge: end - 1, isFromEnd: true, skip: after });
  }
  return ends.reduce((nearest, end) => (end.skip < nearest.skip ? end : nearest));
}

/** Picks the columns of a report that are shown, from its table or from a query that has them. */
const pick = <Columns extends Record<keyof PresentedRow, unknown>>(from: Columns) =>
  Object.fromEntries(presentedColumns.map((column) => [column, from[column]])) as Pick<
    Columns,
    keyof PresentedRow
  >;

const shownColumns = pick(reports);

const { id, firstName, lastName, email } = users;
const patientColumns = { id, firstName, lastName, email };

/**
 * Reads some reports of a list, each with its patient. Their reviews can no longer be undone.
 *
 * @param where the condition of the list. Reports outside it are left out.
 */
export async function readListedRows(where: SQL | undefined, ids: string[], queries: Queries) {
  if (ids.length === 0) return [];
  const rows = await queries
    .select({ report: shownColumns, patient: patientColumns })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(inArray(reports.id, ids), where));
  return rows.map(({ report, patient }) => ({ report: { ...report, hiddenUntil: null }, patient }));
}

/**
 * Builds the query of a page. Its rows are found in index order, starting where the page begins.
 */
function buildRows(
  { where, orderColumn, asksPatient }: ReportList,
  place: Place,
  rows: number,
  queries: Queries,
) {
  const { edge, isFromEnd, skip } = place;
  const way = isFromEnd ? desc : asc;
  const bound = isFromEnd ? lte : gte;
  const ofPage = queries
    .select({ ...shownColumns, patientId: reports.patientId })
    .from(reports)
    .$dynamic();
  if (asksPatient) ofPage.innerJoin(users, eq(users.id, reports.patientId));
  ofPage
    .where(and(where, edge === undefined ? undefined : bound(reports[orderColumn], new Date(edge))))
    .orderBy(way(reports[orderColumn]), way(reports.id))
    .limit(rows)
    .offset(skip);
  const pageRows = ofPage.as('found');
  return queries
    .select({ report: pick(pageRows), patient: patientColumns })
    .from(pageRows)
    .innerJoin(users, eq(users.id, pageRows.patientId));
}

async function readRows(list: ReportList, place: Place, rows: number, queries: Queries) {
  const pageRows = await buildRows(list, place, rows, queries);
  const at = ({ report }: (typeof pageRows)[number]) => report[list.orderColumn]?.getTime() ?? 0;
  return pageRows.sort((a, b) => at(a) - at(b) || (a.report.id < b.report.id ? -1 : 1));
}
