import { and, desc, eq, notExists, type SQL, sql } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import { busyRefusal } from '~/domain/kernel/refusal-of-error.server';
import { listDrawingNotes } from '~/domain/report/page-notes';
import { giveBackLease, takeLease } from '~/platform/db/cluster/leases.server';
import { drawingChecks, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, isDatabaseShared, isForeignKeyError } from '~/platform/db/db.server';
import type { PageNote } from '~/platform/enums';
import { logIncident } from '~/platform/observability/log.server';
import { decoder } from '~/platform/storage/current-storage.server';
import { listReportFiles } from './added-files.server';
import { openNamedFile } from './named-file.server';

/** Answers that are older are not looked at again. */
const answeredWithinDays = 365;
const maxPages = 50;
const pageSidePx = 960;
const batchRows = 20;
// Longer than the pages of one report take.
const leaseMs = 15 * 60_000;

type Report = typeof reports.$inferSelect;

const underWay = new Set<Promise<void>>();
let isStopping = false;

const isUnchecked = (): SQL =>
  notExists(db().select({ one: sql`1` }).from(drawingChecks).where(eq(drawingChecks.reportId, reports.id)));

/**
 * Looks at the pages of reports that were never looked at: first of those that wait, then of those
 * that were answered within the last year, the newest first. Notes what their drawings lack, and
 * which answers were given from a drawing that lacked something. If several servers share a
 * database, one does it at a time.
 */
export async function checkDrawings(): Promise<void> {
  const isShared = isDatabaseShared();
  if (isShared && !(await takeLease('drawings', leaseMs))) return;
  try {
    const renew = async () => !isShared || (await takeLease('drawings', leaseMs));
    for (const list of listsOfUnchecked)
      for (let last: Report | undefined; ; ) {
        const rows = await list(last);
        for (const row of rows) {
          if (isStopping || !(await renew())) return;
          await track(checkDrawing(row));
        }
        last = rows.at(-1);
        if (rows.length < batchRows) break;
      }
  } finally {
    if (isShared) await giveBackLease('drawings');
  }
}

const isPdf = eq(reports.resourceType, 'raw');

/**
 * Lists reports after the last one. Row values let the database seek in its index: a scan for each
 * batch would hold up every page of a large clinic.
 */
async function listUnchecked(
  at: typeof reports.createdAt | typeof reports.reviewedAt,
  state: SQL,
  last?: Report,
) {
  const lastAt = last && (at === reports.createdAt ? last.createdAt : last.reviewedAt);
  const isFurther = lastAt ? sql`(${at}, ${reports.id}) < (${lastAt.getTime()}, ${last.id})` : undefined;
  return db()
    .select()
    .from(reports)
    .where(and(state, isPdf, isFurther, isUnchecked()))
    .orderBy(desc(at), desc(reports.id))
    .limit(batchRows);
}

// As the partial indexes say it.
const isPending = sql`${reports.status} = 'Pending'`;

const listQueued = (last?: Report) =>
  listUnchecked(reports.createdAt, sql`${isPending} and ${reports.waitsFor} is null`, last);

const listHeld = (last?: Report) =>
  listUnchecked(reports.createdAt, sql`${isPending} and ${reports.waitsFor} is not null`, last);

const listAnswered = (last?: Report) => {
  const since = Date.now() - answeredWithinDays * 86_400_000;
  return listUnchecked(
    reports.reviewedAt,
    sql`${reports.status} = 'Reviewed' and ${reports.reviewedAt} > ${since}`,
    last,
  );
};

/** The lists of reports to look at, in this order. Each takes the last report of the batch before. */
export const listsOfUnchecked = [listQueued, listHeld, listAnswered];

/**
 * Looks at all pages of a report after a file came. Never throws: the next start looks at what was
 * missed.
 */
export function checkDrawingLater(reportId: string): void {
  const check = async () => {
    const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
    if (row) await checkDrawing(row);
  };
  void track(check());
}

/** Keeps a check in mind until it has ended. An error is an incident, and the next report follows. */
function track(check: Promise<void>): Promise<void> {
  const checking = check
    .catch((error: unknown) => {
      // The report was deleted in the meantime, or the machine is busy.
      if (!(error instanceof Refusal || isForeignKeyError(error))) logIncident('report.drawing', error);
    })
    .finally(() => underWay.delete(checking));
  underWay.add(checking);
  return checking;
}

/** Resolves once no report is being looked at. */
export async function untilDrawingsChecked(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/** Ends the checks after the report in progress. Called before the storage is closed. */
export async function stopCheckingDrawings(): Promise<void> {
  isStopping = true;
  await untilDrawingsChecked();
}

/** Looks at the pages of a report, and stores what their drawings lack. */
async function checkDrawing(row: Report): Promise<void> {
  const { notes, earlierNotes } = await lookAtPages(row);
  const knownNotes = row.pageNotes ?? [];
  const pageNotes = [...knownNotes, ...notes.filter((note) => !isListed(knownNotes, note))];
  const isAnswered = row.status === 'Reviewed';
  // The doctor was told of what was noted before the answer.
  const lackedNotes = uniqueNotes([...notes, ...earlierNotes]).filter((note) => !isListed(knownNotes, note));
  const isIncomplete = isAnswered && lackedNotes.length > 0;
  await atomically([
    db()
      .insert(drawingChecks)
      .values({
        reportId: row.id,
        checkedAt: new Date(),
        incompleteVersion: isIncomplete ? row.version : null,
        lackedNotes: isIncomplete ? lackedNotes : null,
      })
      .onConflictDoNothing(),
    pageNotes.length > knownNotes.length &&
      db().update(reports).set({ pageNotes, updatedAt: row.updatedAt }).where(eq(reports.id, row.id)),
  ]);
}

const isListed = (notes: PageNote[], { page, note }: PageNote) =>
  notes.some((listed) => listed.page === page && listed.note === note);

const uniqueNotes = (notes: PageNote[]): PageNote[] =>
  notes.filter((note, at) => !isListed(notes.slice(0, at), note));

/** Draws the pages of all files of a report, numbered across them. */
async function lookAtPages(row: Report) {
  const [notes, earlierNotes]: [PageNote[], PageNote[]] = [[], []];
  let before = 0;
  for (const { fileName: name, boundTo, bytes, mediaType, pages } of await listReportFiles(row)) {
    const isDrawn = mediaType === 'application/pdf';
    for (let page = 1; isDrawn && page <= pages && before + page <= maxPages; page += 1) {
      const drawn = await decoder().drawPage(() => openNamedFile({ name, boundTo, bytes }), {
        mediaType,
        bytes,
        page,
        side: pageSidePx,
        earlier: row.status === 'Reviewed',
        turn: { accountId: 'drawings', isUrgent: false },
      });
      const toReport = (note: PageNote) => ({ ...note, page: before + page });
      if ('refused' in drawn) {
        if (drawn.refused === 'noSuchPage') break;
        // A file with slow pages costs one of them. They are told when they are opened.
        if (drawn.refused === 'tooSlow') return { notes, earlierNotes };
        // The next start looks at it again.
        if (drawn.refused === 'busy') throw busyRefusal();
        notes.push({ page: before + page, note: 'notDrawn' });
        continue;
      }
      // The files inside a PDF are noted once.
      notes.push(
        ...listDrawingNotes(drawn.notes)
          .filter(({ note }) => page === 1 || note !== 'attachedFiles')
          .map(toReport),
      );
      earlierNotes.push(...(drawn.earlierNotes ?? []).map(toReport));
    }
    before += pages;
  }
  return { notes, earlierNotes };
}
