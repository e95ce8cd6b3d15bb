import { and, asc, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { findPage, type ListRules, type PageRequest } from '~/domain/kernel/list-page';
import { type PresentedRow, presentedColumns } from '~/domain/reports/report-fields';
import { db, prepared, readTransaction, reportChanges } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables.server';
import type { Change } from '~/platform/db/write-counter.server';
import type { ReportStatus, ReportType } from '~/platform/enums';
import { type Block, countMove, findOffset, type Place, rebalance, rowsIn } from './blocked-list';

/** A list of reports: which ones, and by which time they stand, then by id. */
export type ReportList = {
  where: SQL | undefined;
  by: 'createdAt' | 'reviewedAt';
  isNewestFirst: boolean;
  /** Whether `where` looks at the patient too. */
  asksPatient?: boolean;
  /**
   * For a list that may be long: its name, and which reports stand in it. Where its rows stand is
   * remembered.
   */
  index?: { key: string; matches(change: Change): boolean };
};

// As text and not as a parameter: only then does SQLite know that the index of the pending or the
// reviewed ones holds every row.
const isPending = sql`${reports.status} = 'Pending'`;
const isReviewed = sql`${reports.status} = 'Reviewed'`;

/** What the rows of a list have in some columns; a column without a value is not asked for. */
type Filters = Partial<Record<keyof typeof reports.$inferSelect, string>>;

const having = (filters: Filters) =>
  Object.entries(filters).map(([column, value]) =>
    value === undefined ? undefined : eq(reports[column as keyof Filters], value),
  );

/** The reports that wait, the longest waiting first; `search` is a condition on the patient. */
export function pendingReports({
  filters = {},
  search,
}: {
  filters?: Filters;
  search?: SQL;
} = {}): ReportList {
  const { reportType, ...others } = filters;
  const isKept = !search && Object.values(others).every((value) => value === undefined);
  return {
    where: and(isPending, ...having(filters), search),
    by: 'createdAt',
    isNewestFirst: false,
    asksPatient: search !== undefined,
    index: isKept
      ? {
          key: `pending/${reportType ?? ''}`,
          matches: (change) =>
            change.status === 'Pending' && (!reportType || change.reportType === reportType),
        }
      : undefined,
  };
}

/** Reviewed reports, the newest review first: everybody's, or those one expert has reviewed. */
export function reviewedReports({
  expertId,
  reportType,
  search,
}: {
  expertId?: string;
  reportType?: ReportType;
  search?: SQL;
}): ReportList {
  // An index holds an expert's reviews by their time, or a type's; both together are few enough to
  // be counted each time.
  const isKept = !search && !(expertId && reportType);
  return {
    // Only a reviewed report has an expert.
    where: and(expertId ? eq(reports.expertId, expertId) : isReviewed, ofType(reportType), search),
    by: 'reviewedAt',
    isNewestFirst: true,
    asksPatient: search !== undefined,
    index: isKept
      ? {
          key: `reviewed/${expertId ?? ''}/${reportType ?? ''}`,
          matches: (change) =>
            expertId
              ? change.expertId === expertId
              : change.status === 'Reviewed' && (!reportType || change.reportType === reportType),
        }
      : undefined,
  };
}

/**
 * The reports of one patient, newest first. Takes among others the status as the outside sees it,
 * and whether those whose consent was taken back are among them.
 */
export function reportsOfPatient({
  patientId,
  reportType,
  status,
  withWithdrawn,
}: {
  patientId: string;
  reportType?: ReportType;
  status?: ReportStatus;
  withWithdrawn: boolean;
}): ReportList {
  const ofStatus = status === 'Pending' ? ne(reports.status, 'Reviewed') : status && isReviewed;
  return {
    where: and(
      eq(reports.patientId, patientId),
      ofType(reportType),
      ofStatus,
      withWithdrawn ? undefined : ne(reports.status, 'Withdrawn'),
    ),
    by: 'createdAt',
    isNewestFirst: true,
  };
}

const ofType = (reportType: ReportType | undefined) =>
  reportType === undefined ? undefined : eq(reports.reportType, reportType);

/**
 * One page of a list, each report with its patient, and how many there are in all, as they stand at
 * one moment.
 *
 * A page deep in a long list costs what the first does: a kept list is remembered in blocks of some
 * hundred rows, so that its total is a sum, and a page is read from the beginning of its block, in
 * the index alone; only then are its rows fetched by id. The blocks follow every write of this
 * process row by row; after a write of another process they are read anew.
 */
export function readReportPage(list: ReportList, query: PageRequest, context: ListRules) {
  return readTransaction(() => {
    const known = list.index && remembered(list, list.index);
    const total = known ? rowsIn(known.blocks) : countOf(list);
    const { offset, rows, meta } = findPage(query, total, context);
    if (rows === 0) return { rows: [], meta };
    const start = list.isNewestFirst ? total - offset - rows : offset;
    const ids = known ? idsInBlocks(known, start, rows) : idsFromNearerEnd(list, start, rows, total);
    return { rows: reportsWithPatients(list.isNewestFirst ? ids.reverse() : ids), meta };
  });
}

/** How many reports stand in a list. */
export function countReports(list: ReportList): number {
  return readTransaction(() => (list.index ? rowsIn(remembered(list, list.index).blocks) : countOf(list)));
}

type Remembered = {
  blocks: Block[];
  isTidy: boolean;
  matches(change: Change): boolean;
  by: ReportList['by'];
  /** The places that follow a place, read in the index alone. */
  placesFrom(from: Place | null, skip: number, rows: number): Place[];
};

const maxRemembered = 200;
/** Kept lists by name, for each opening of the database. */
const memories = new WeakMap<object, Map<string, Remembered>>();

function remembered(list: ReportList, { key: name, matches }: NonNullable<ReportList['index']>): Remembered {
  const memory = freshMemory();
  const known = memory.get(name) ?? {
    blocks: [{ from: null, rows: countOf(list) }],
    isTidy: false,
    matches,
    by: list.by,
    placesFrom: placesFrom(list),
  };
  if (!known.isTidy)
    known.blocks = rebalance(known.blocks, (from, rows) => known.placesFrom(from, rows, 1)[0]);
  known.isTidy = true;
  memory.delete(name);
  memory.set(name, known);
  const [leastUsed] = memory.keys();
  if (memory.size > maxRemembered && leastUsed !== undefined) memory.delete(leastUsed);
  return known;
}

/** What is remembered, brought to the moment that is read. */
function freshMemory() {
  const memory = memories.get(db()) ?? new Map<string, Remembered>();
  memories.set(db(), memory);
  const changes = reportChanges();
  if (changes === null) memory.clear();
  for (const remembered of memory.values()) {
    for (const change of changes ?? []) {
      if (!remembered.matches(change)) continue;
      countMove(remembered.blocks, { at: change[remembered.by] ?? 0, id: change.id }, change.by);
      remembered.isTidy = false;
    }
  }
  return memory;
}

/** The places of so many rows of a list, from a place on or from its start, some passed over. */
function placesFrom({ where, by }: ReportList): Remembered['placesFrom'] {
  const query = (from: SQL | undefined) =>
    db()
      .select({ at: sql<number>`${reports[by]}`, id: reports.id })
      .from(reports)
      .where(and(where, from))
      .orderBy(asc(reports[by]), asc(reports.id))
      .limit(sql.placeholder('rows'))
      .offset(sql.placeholder('skip'))
      .prepare();
  const fromStart = query(undefined);
  const fromPlace = query(
    sql`(${reports[by]}, ${reports.id}) >= (${sql.placeholder('at')}, ${sql.placeholder('id')})`,
  );
  return (from, skip, rows) =>
    from ? fromPlace.all({ ...from, skip, rows }) : fromStart.all({ skip, rows });
}

function countOf({ where, asksPatient }: ReportList): number {
  const query = db().select({ total: count() }).from(reports).$dynamic();
  if (asksPatient) query.innerJoin(users, eq(users.id, reports.patientId));
  return query.where(where).get()?.total ?? 0;
}

function idsInBlocks({ blocks, placesFrom }: Remembered, start: number, rows: number) {
  const { from, skip } = findOffset(blocks, start);
  return placesFrom(from, skip, rows).map(({ id }) => id);
}

/** The second half of a list is read from its end. */
function idsFromNearerEnd(
  { where, by, asksPatient }: ReportList,
  start: number,
  rows: number,
  total: number,
): string[] {
  const isFromEnd = start > total / 2;
  const way = isFromEnd ? desc : asc;
  const query = db().select({ id: reports.id }).from(reports).$dynamic();
  if (asksPatient) query.innerJoin(users, eq(users.id, reports.patientId));
  const ids = query
    .where(where)
    .orderBy(way(reports[by]), way(reports.id))
    .limit(rows)
    .offset(isFromEnd ? total - start - rows : start)
    .all()
    .map(({ id }) => id);
  return isFromEnd ? ids.reverse() : ids;
}

const shownColumns = Object.fromEntries(presentedColumns.map((column) => [column, reports[column]])) as Pick<
  typeof reports,
  keyof PresentedRow
>;

const reportsOfIds = prepared(() => {
  const { id, firstName, lastName, email } = users;
  return db()
    .select({ report: shownColumns, patient: { id, firstName, lastName, email } })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(sql`${reports.id} in (select value from json_each(${sql.placeholder('ids')}))`)
    .prepare();
});

function reportsWithPatients(ids: string[]) {
  const rows = reportsOfIds().all({ ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.report.id, row]));
  return ids.flatMap((reportId) => byId.get(reportId) ?? []);
}
