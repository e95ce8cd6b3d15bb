import { and, desc, eq, gt } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isApprovedNow } from '~/domain/identity/expert-status.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { reportIdOnly } from '~/domain/report/schemas';
import { claimAuditEntry, leaseMs } from '~/domain/report-rules/claim-rules.server';
import { noReview } from '~/domain/report-rules/not-reviewed';
import { waitsForAfterQuestion } from '~/domain/report-rules/question-state.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { keepDraft } from './review-draft.server';

// Longer than the maximum of `UNDO_SECONDS`.
const undoableForMs = 10 * 60_000;

/**
 * Takes back a review sent seconds ago, before its patient has seen it. The text becomes a draft
 * again, the author holds the report for another 30 minutes, and the e-mail is not sent.
 *
 * @throws Refusal: `notFound` if the viewer wrote no such review; `conflict` if it shows by now.
 */
export const undoReview = operation({
  name: 'review.undo',
  input: reportIdOnly,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'report.review',
  successMessage: 'undo.done',
  failureMessage: 'undo.failed',
  async run({ viewer, input: { reportId } }) {
    const now = new Date();
    const isMine = and(eq(reports.id, reportId), eq(reports.expertId, viewer.id));
    const [row] = await db().select().from(reports).where(isMine);
    if (!row) throw new Refusal('notFound', 'report.notFound');
    const { review, reviewLanguage: language, noticeId } = row;
    const isUndone =
      review !== null &&
      (await atomically([
        lock(users, eq(users.id, viewer.id)),
        requireChange(
          db()
            .update(reports)
            .set({
              ...noReview,
              waitsFor: waitsForAfterQuestion,
              claimedBy: viewer.id,
              claimedAt: now,
              claimedUntil: new Date(now.getTime() + leaseMs),
              updatedAt: now,
            })
            .where(
              and(
                isMine,
                eq(reports.status, 'Reviewed'),
                eq(reports.version, row.version),
                gt(reports.hiddenUntil, now),
                isApprovedNow(viewer.id),
              ),
            ),
        ),
        keepDraft(viewer.id, reportId, { review, language: language ?? undefined }),
        // Too late once the e-mail is on its way.
        requireChange(
          db()
            .delete(outbox)
            .where(eq(outbox.id, noticeId ?? '')),
        ),
        auditEntry({ action: 'review.undone', actorId: viewer.id, objectId: reportId }),
        claimAuditEntry(viewer.id, reportId),
      ]));
    if (!isUndone) throw new Refusal('conflict', 'undo.tooLate');
    return {};
  },
});

/**
 * Finds the reviews that a viewer has sent and can still undo, latest first.
 *
 * @returns each report with its person and type, and the milliseconds left.
 */
export async function findUndoable(viewer: Viewer) {
  const now = Date.now();
  const { firstName, lastName } = users;
  const { id, reportType, hiddenUntil } = reports;
  const rows = await db()
    .select({ id, reportType, hiddenUntil, firstName, lastName })
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
    patientName: `${row.firstName} ${row.lastName}`.trim(),
    leftMs: Number(row.hiddenUntil) - now,
  }));
}
