import { and, asc, count, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Change } from '~/platform/db/changes.server';
import { db, readTogether, reportChanges } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables';
import type { Door } from '../operation';
import { findPage, type PageAsked } from '../page';
import { type Block, countMove, findOffset, type Place, rowsIn, tidy } from './blocks';

/** A list of reports: which ones, and by which time they stand, then by id. */
export type ReportList = {
  where: SQL | undefined;
  by: 'createdAt' | 'reviewedAt';
  isNewestFirst: boolean;
  /** Whether `where` looks at the patient too. */
  asksPatient?: boolean;
  /** For a list that may be long: its name, and which reports stand in it. Where its rows stand is remembered. */
  kept?: { name: string; holds(change: Change): boolean };
};

// As text and not as a parameter: only then does SQLite know that the index of the pending or the reviewed ones holds every row.
const isPending = sql`${reports.status} = 'Pending'`;
const isReviewed = sql`${reports.status} = 'Reviewed'`;

/** The reports that wait, the longest waiting first; `search` is a condition on the patient. */
export function pendingReports({
  reportType,
  language,
  search,
}: {
  reportType?: string;
  language?: string;
  search?: SQL;
} = {}): ReportList {
  const ofLanguage = language === undefined ? undefined : eq(reports.language, language);
  return {
    where: and(isPending, ofType(reportType), ofLanguage, search),
    by: 'createdAt',
    isNewestFirst: false,
    asksPatient: search !== undefined,
    kept:
      search || ofLanguage
        ? undefined
        : {
            name: `pending/${reportType ?? ''}`,
            holds: (change) =>
              change.status === 'Pending' && (!reportType || change.reportType === reportType),
          },
  };
}

/** Reviewed reports, the newest review first: everybody's, or those one expert has reviewed. */
export function reviewedReports({
  expertId,
  reportType,
  search,
}: {
  expertId?: string;
  reportType?: string;
  search?: SQL;
}): ReportList {
  // An index holds an expert's reviews by their time, or a type's; both together are few enough to be counted each time.
  const isKept = !search && !(expertId && reportType);
  return {
    // Only a reviewed report has an expert.
    where: and(expertId ? eq(reports.expertId, expertId) : isReviewed, ofType(reportType), search),
    by: 'reviewedAt',
    isNewestFirst: true,
    asksPatient: search !== undefined,
    kept: isKept
      ? {
          name: `reviewed/${expertId ?? ''}/${reportType ?? ''}`,
          holds: (change) =>
            expertId
              ? change.expertId === expertId
              : change.status === 'Reviewed' && (!reportType || change.reportType === reportType),
        }
      : undefined,
  };
}

/**
 * The reports of one patient, newest first. In: among others the status as the outside sees it, and whether those whose consent was
 * taken back are among them.
 */
export function reportsOfPatient({
  patientId,
  reportType,
  status,
  withWithdrawn,
}: {
  patientId: string;
  reportType?: string;
  status?: 'Pending' | 'Reviewed';
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

const ofType = (reportType: string | undefined) =>
  reportType === undefined ? undefined : eq(reports.reportType, reportType);

/**
 * One page of a list, each report with its patient, and how many there are in all, as they stand at one moment.
 *
 * A page deep in a long list costs what the first does: a kept list is remembered in blocks of some hundred rows, so that its total is
 * a sum, and a page is read from the beginning of its block, in the index alone; only then are its rows fetched by id. The blocks
 * follow every write of this process row by row; after a write of another process they are read anew.
 */
export function readReportPage(list: ReportList, asked: PageAsked, door: Pick<Door, 'kind'>) {
  return readTogether(() => {
    const blocks = list.kept && blocksOf(list, list.kept);
    const total = blocks ? rowsIn(blocks) : countOf(list);
    const { offset, rows, meta } = findPage(asked, total, door);
    if (rows === 0) return { rows: [], meta };
    const start = list.isNewestFirst ? total - offset - rows : offset;
    const ids = blocks ? idsInBlocks(list, blocks, start, rows) : idsFromNearerEnd(list, start, rows, total);
    return { rows: reportsWithPatients(list.isNewestFirst ? ids.reverse() : ids), meta };
  });
}

/** How many reports stand in a list. */
export function countReports(list: ReportList): number {
  return readTogether(() => (list.kept ? rowsIn(blocksOf(list, list.kept)) : countOf(list)));
}

type Remembered = {
  blocks: Block[];
  isTidy: boolean;
  holds(change: Change): boolean;
  by: ReportList['by'];
};

const mostRemembered = 200;
/** Kept lists by name, for each opening of the database. */
const memories = new WeakMap<object, Map<string, Remembered>>();

function blocksOf(list: ReportList, { name, holds }: NonNullable<ReportList['kept']>): Block[] {
  const memory = freshMemory();
  const known = memory.get(name);
  const remembered = known ?? {
    blocks: [{ from: null, rows: countOf(list) }],
    isTidy: false,
    holds,
    by: list.by,
  };
  if (!remembered.isTidy) remembered.blocks = tidy(remembered.blocks, placesAfter(list));
  remembered.isTidy = true;
  memory.delete(name);
  memory.set(name, remembered);
  const [leastUsed] = memory.keys();
  if (memory.size > mostRemembered && leastUsed !== undefined) memory.delete(leastUsed);
  return remembered.blocks;
}

/** What is remembered, brought to the moment that is read. */
function freshMemory() {
  const memory = memories.get(db()) ?? new Map<string, Remembered>();
  memories.set(db(), memory);
  const changes = reportChanges();
  if (changes === null) memory.clear();
  for (const remembered of memory.values()) {
    for (const change of changes ?? []) {
      if (!remembered.holds(change)) continue;
      countMove(remembered.blocks, { at: change[remembered.by] ?? 0, id: change.id }, change.by);
      remembered.isTidy = false;
    }
  }
  return memory;
}

/** The place of the row that stands so many rows after another place of the list. */
function placesAfter({ where, by }: ReportList) {
  const query = (from: SQL | undefined) =>
    db()
      .select({ at: sql<number>`${reports[by]}`, id: reports.id })
      .from(reports)
      .where(and(where, from))
      .orderBy(asc(reports[by]), asc(reports.id))
      .limit(1)
      .offset(sql.placeholder('rows'))
      .prepare();
  const fromStart = query(undefined);
  const fromPlace = query(
    sql`(${reports[by]}, ${reports.id}) >= (${sql.placeholder('at')}, ${sql.placeholder('id')})`,
  );
  return (from: Place | null, rows: number): Place | undefined =>
    from ? fromPlace.get({ ...from, rows }) : fromStart.get({ rows });
}

function countOf({ where, asksPatient }: ReportList): number {
  const query = db().select({ total: count() }).from(reports).$dynamic();
  if (asksPatient) query.innerJoin(users, eq(users.id, reports.patientId));
  return query.where(where).get()?.total ?? 0;
}

function idsInBlocks({ where, by }: ReportList, blocks: Block[], start: number, rows: number) {
  const { from, skip } = findOffset(blocks, start);
  const behind = from ? sql`(${reports[by]}, ${reports.id}) >= (${from.at}, ${from.id})` : undefined;
  return db()
    .select({ id: reports.id })
    .from(reports)
    .where(and(where, behind))
    .orderBy(asc(reports[by]), asc(reports.id))
    .limit(rows)
    .offset(skip)
    .all()
    .map(({ id }) => id);
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

function reportsWithPatients(ids: string[]) {
  const { id, firstName, lastName, email } = users;
  const rows = db()
    .select({ report: reports, patient: { id, firstName, lastName, email } })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(inArray(reports.id, ids))
    .all();
  const byId = new Map(rows.map((row) => [row.report.id, row]));
  return ids.flatMap((reportId) => byId.get(reportId) ?? []);
}
