import { and, desc, eq, gt, inArray, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isApprovedNow } from '~/domain/identity/expert-status.server';
import { formatFullName } from '~/domain/identity/full-name';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails, isQueuedText } from '~/domain/notifications/bounded-emails.server';
import { claimAuditEntry, claimMs, isOpenedAfter, noClaim } from '~/domain/queue/claim-rules.server';
import { waitsForAfterQuestion } from '~/domain/queue/question-state.server';
import { isInQueue } from '~/domain/queue/report-list.server';
import { noReview } from '~/domain/report/not-reviewed';
import { reportIdOnly, undoForm } from '~/domain/report/schemas';
import { dropStep, findStepOf } from '~/domain/report/step-writes.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports, reviewDrafts } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange, type Step } from '~/platform/db/db.server';
import { keepDraft } from './review-draft.server';

/** Milliseconds that an author has from the moment they ask for more time. */
const extendedUndoMs = 30_000;

// Longer than the maximum of `UNDO_SECONDS` and `extendedUndoMs` together.
const undoableForMs = 10 * 60_000;

/**
 * Takes back a review sent seconds ago, before its patient has seen it. The text becomes a draft
 * again, the author holds the report for another 30 minutes, and the e-mail is not sent. A report
 * that the review opened by itself returns to the queue, unless its expert has begun to work on it.
 *
 * @throws Refusal: `notFound` if the viewer wrote no such review; `conflict` if it shows by now.
 */
export const undoReview = operation({
  name: 'review.undo',
  input: undoForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'report.review',
  successMessage: 'undo.done',
  failureMessage: 'undo.failed',
  async run({ viewer, input: { reportId, isWriting } }) {
    const isMine = and(eq(reports.id, reportId), eq(reports.expertId, viewer.id));
    const [row] = await db().select().from(reports).where(isMine);
    if (!row) throw new Refusal('notFound', 'report.notFound');
    const openedId = isWriting ? undefined : await findOpenedAfter(viewer.id, reportId);
    // The next report may have a draft by now; then the review is undone without it.
    const isUndone =
      (openedId !== undefined && (await takeBack(viewer.id, row, openedId))) ||
      (await takeBack(viewer.id, row));
    if (!isUndone) throw new Refusal('conflict', 'undo.tooLate');
    return {};
  },
});

/** Finds the report that was opened by itself after a review, if its expert has not begun with it. */
async function findOpenedAfter(viewerId: string, reviewedId: string): Promise<string | undefined> {
  const [opened] = await db()
    .select({ id: reports.id })
    .from(reports)
    .where(isOpenedAfter(viewerId, reviewedId, new Date()));
  return opened?.id;
}

/**
 * Makes a review a draft again.
 *
 * @param openedId the report that returns to the queue with it.
 * @returns false, with nothing changed, if the review shows by now or the expert has begun with the
 *   other report.
 */
async function takeBack(
  viewerId: string,
  row: typeof reports.$inferSelect,
  openedId?: string,
): Promise<boolean> {
  const now = new Date();
  const { id: reportId, review, reviewLanguage: language, noticeId } = row;
  if (review === null) return false;
  const nextStep = await findStepOf(row);
  const hasNotice = await hasNoticeRow(noticeId);
  return atomically([
    lock(users, eq(users.id, viewerId)),
    openedId ? lock(reports, inArray(reports.id, [reportId, openedId])) : undefined,
    requireChange(
      db()
        .update(reports)
        .set({
          ...noReview,
          waitsFor: waitsForAfterQuestion,
          ...noClaim,
          claimedBy: viewerId,
          claimedAt: now,
          claimedUntil: new Date(now.getTime() + claimMs),
          updatedAt: now,
        })
        .where(
          and(
            eq(reports.id, reportId),
            eq(reports.expertId, viewerId),
            eq(reports.status, 'Reviewed'),
            eq(reports.version, row.version),
            gt(reports.hiddenUntil, now),
            isApprovedNow(viewerId),
          ),
        ),
    ),
    ...(openedId ? returnOpened(viewerId, openedId, reportId) : []),
    keepDraft(viewerId, reportId, { review, language: language ?? undefined, nextStep }),
    ...dropStep(reportId, row.version),
    // Too late once the e-mail is on its way.
    hasNotice &&
      requireChange(
        db()
          .delete(outbox)
          .where(eq(outbox.id, noticeId ?? '')),
      ),
    dropHeldEmails(reportId, ['review']),
    auditEntry({ action: 'review.undone', actorId: viewerId, objectId: reportId }),
    claimAuditEntry(viewerId, reportId),
  ]);
}

/** Checks whether an e-mail about a review is in the outbox: not every patient gets one. */
async function hasNoticeRow(noticeId: string | null): Promise<boolean> {
  return noticeId !== null && (await db().$count(outbox, eq(outbox.id, noticeId))) > 0;
}

/** Builds the steps that return a report to the queue, if its expert has not begun with it. */
const returnOpened = (viewerId: string, openedId: string, reviewedId: string): Step[] => [
  requireChange(
    db()
      .update(reports)
      .set(noClaim)
      .where(
        and(
          eq(reports.id, openedId),
          isInQueue,
          isOpenedAfter(viewerId, reviewedId, new Date()),
          notExists(
            db()
              .select({ one: sql`1` })
              .from(reviewDrafts)
              .where(and(eq(reviewDrafts.reportId, openedId), eq(reviewDrafts.expertId, viewerId))),
          ),
        ),
      ),
  ),
  auditEntry({ action: 'report.returnedByUndo', actorId: viewerId, objectId: openedId }),
];

/**
 * Gives the author of a review 30 seconds from now to undo it, once for each review. The time at
 * which the patient sees the review and the time of the e-mail move together. Nothing moves if the
 * review shows by now, or the e-mail is being sent or was tried.
 *
 * @returns the milliseconds left, with or without an extension; 0 if the time is over.
 * @throws Refusal: `notFound` if the viewer wrote no such review.
 */
export const extendUndo = operation({
  name: 'review.extendUndo',
  input: reportIdOnly,
  refusals: ['notFound'],
  allow: 'report.review',
  successMessage: 'undo.extended',
  failureMessage: 'undo.notExtended',
  async run({ viewer, input: { reportId }, context }) {
    const isMine = and(eq(reports.id, reportId), eq(reports.expertId, viewer.id));
    const read = () =>
      db()
        .select({ id: reports.id, noticeId: reports.noticeId, until: reports.hiddenUntil })
        .from(reports)
        .where(isMine);
    const [row] = await read();
    if (!row) throw new Refusal('notFound', 'report.notFound');
    if (Number(row.until) > Date.now()) await moveUndo(isMine, row, context.undoMs ?? 0);
    const [current] = await read();
    return { leftMs: Math.max(0, Number(current?.until) - Date.now()) };
  },
});

/** Moves the end of the time to undo a review, and its e-mail, unless either has passed. */
async function moveUndo(
  isMine: SQL | undefined,
  review: Pick<typeof reports.$inferSelect, 'id' | 'noticeId'>,
  undoMs: number,
) {
  const noticeId = review.noticeId ?? '';
  const hasNotice = await hasNoticeRow(noticeId);
  const now = new Date();
  const until = new Date(now.getTime() + extendedUndoMs);
  const { hiddenUntil, reviewedAt } = reports;
  const { state, tries, takenUntil, nextTryAt } = outbox;
  // A notification may be held for longer, see `prepareBound`.
  const heldUntil = {
    nextTryAt: sql`case when ${nextTryAt} > ${until.getTime()} then ${nextTryAt} else ${until.getTime()} end`,
  };
  await atomically([
    requireChange(
      db()
        .update(reports)
        .set({ hiddenUntil: until })
        .where(
          and(
            isMine,
            eq(reports.status, 'Reviewed'),
            eq(reports.noticeId, noticeId),
            gt(hiddenUntil, now),
            lt(hiddenUntil, until),
            // A longer time than a new review has was extended before.
            sql`${hiddenUntil} - ${reviewedAt} <= ${undoMs}`,
          ),
        ),
    ),
    hasNotice &&
      requireChange(
        db()
          .update(outbox)
          .set(heldUntil)
          .where(
            and(
              eq(outbox.id, noticeId),
              eq(state, 'waiting'),
              eq(tries, 0),
              or(isNull(takenUntil), lte(takenUntil, now)),
              gt(nextTryAt, now),
            ),
          ),
      ),
    db()
      .update(outbox)
      .set(heldUntil)
      .where(isQueuedText(review.id, ['review'])),
  ]);
}

/**
 * Finds the reviews that a viewer has sent and can still undo, latest first.
 *
 * @returns each report with its person and type, and the milliseconds left.
 */
export async function findUndoable(viewer: Viewer) {
  const now = Date.now();
  const { firstName, lastName } = users;
  const { id, reportType, hiddenUntil, aboutName } = reports;
  const rows = await db()
    .select({ id, reportType, hiddenUntil, aboutName, firstName, lastName })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(
      and(
        eq(reports.expertId, viewer.id),
        gt(hiddenUntil, new Date(now)),
        // An expert may have written very many reviews, so only the latest are read.
        gt(reports.reviewedAt, new Date(now - undoableForMs)),
      ),
    )
    .orderBy(desc(reports.reviewedAt));
  return rows.map((row) => ({
    reportId: row.id,
    reportType: row.reportType,
    patientName: row.aboutName ?? formatFullName(row),
    leftMs: Number(row.hiddenUntil) - now,
  }));
}
