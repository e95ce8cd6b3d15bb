import { and, desc, eq, isNull, lte, notExists, or, type SQLWrapper, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { currentVersion, isAnswered } from '~/domain/queue/report-list.server';
import { type CurrentStep, findCurrentStep } from '~/domain/report/next-step';
import { isOwnReport } from '~/domain/report/own-reports.server';
import { selectSteps, selectVersions } from '~/domain/report/rows-of-reports.server';
import { seenReview } from '~/domain/report/schemas';
import { maxWithinDays } from '~/domain/report/step-constants';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute, rawStatement } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';

/** The last time at which a patient had to read an answer anew: it or the clinic's doubt changed. */
const newSince = sql`case when ${reports.doubtChangedAt} > coalesce(${reports.amendedAt}, ${reports.reviewedAt}) then ${reports.doubtChangedAt} else coalesce(${reports.amendedAt}, ${reports.reviewedAt}) end`;

/**
 * The condition that an entry of the audit log says that an answer was seen. SQLite, which has no
 * statistics, would read all such entries of the clinic if the action could be looked up in an index.
 */
export const isSeenEntry = sql`${audit.action} || '' = 'review.seen'`;

/**
 * Builds the condition that a patient has not seen the current review of a report. An audit entry
 * later than the review, its last change and the clinic's last doubt about it marks it as seen.
 */
export const isUnseen = (patientId: string | SQLWrapper) =>
  notExists(
    db()
      .select({ one: sql`1` })
      .from(audit)
      .where(
        and(
          eq(audit.objectId, reports.id),
          isSeenEntry,
          eq(audit.actorId, patientId),
          sql`${audit.at} >= ${newSince}`,
        ),
      ),
  );

/** Builds the condition that the clinic's doubt about an answer has not changed since it was read. */
const isDoubtRead = (readAt: string) =>
  or(isNull(reports.doubtChangedAt), lte(reports.doubtChangedAt, new Date(readAt)));

const { id, reportType, aboutName, aboutRelation, reviewedAt, status, version } = reports;
const { expertId, expertFirstName, expertLastName } = reports;
const answerColumns = {
  id,
  reportType,
  aboutName,
  aboutRelation,
  status,
  version,
  expertId,
  expertFirstName,
  expertLastName,
};

/**
 * Lists the answers whose current version a patient has not seen, each with its step: those first
 * that send them to a doctor today, then uncertain ones, then by the last day of the step, then the
 * latest first. An answer without anything to do comes last.
 */
export async function listNewAnswers(patientId: string) {
  const rows = await db()
    .select(answerColumns)
    .from(reports)
    .where(and(eq(reports.patientId, patientId), isAnswered(), isUnseen(patientId)))
    .orderBy(desc(reviewedAt), desc(id));
  const ids = rows.map((row) => row.id);
  const [steps, versions] = await Promise.all([selectSteps(ids), selectVersions(ids)]);
  return rows
    .map((row) => {
      const step = findCurrentStep(row, steps.get(row.id), versions.get(row.id));
      return { ...row, isUrgent: step?.step === 'goToday', urgency: urgencyOf(step) };
    })
    .toSorted((one, other) => one.urgency - other.urgency);
}

/** Returns a number that is smaller the sooner a step has to be taken. */
function urgencyOf(current: CurrentStep | null): number {
  if (current?.step === 'goToday') return current.isUncertain ? 1 : 0;
  if (!current) return Number.MAX_SAFE_INTEGER - 1;
  if (current.step === 'none') return Number.MAX_SAFE_INTEGER;
  const days = current.withinDays ?? maxWithinDays + 1;
  return current.chosenAt.getTime() + days * dayMs;
}

/**
 * Records in the audit log that a patient has seen the review of one of their reports. Nothing is
 * written if that is already recorded, if the review has changed since `version` or the clinic's
 * doubt since `readAt`, or for a prefetch.
 *
 * @throws Refusal: `notFound` for a report that is not the viewer's own, or that has no review for
 *   them yet.
 */
export const markReviewSeen = operation({
  name: 'review.markSeen',
  api: {
    summary: 'Mark a review as seen',
    text: "For the report's patient. Marks the review as seen, so that it no longer counts as a new answer. Send the `version` of the review that was shown; if the review has changed since, it stays new. Also send `readAt`, so that it stays new if the clinic has doubted it since. Without `version`, marks the current review. The clinic follows up an answer with the step `goToday` until this call: send it only once the patient has said that they read the answer, or has heard or scrolled it to its end, never because it was shown. Repeating the call changes nothing. Returns 404 if the report has no review.",
  },
  input: seenReview,
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'report.delete',
  successMessage: 'seen.done',
  failureMessage: 'seen.failed',
  async run({ viewer, input: { reportId, version, readAt }, context }) {
    const isOwnAnswered = and(isOwnReport(viewer, reportId), isAnswered());
    if ((await db().$count(reports, isOwnAnswered)) === 0) throw new Refusal('notFound', 'report.notFound');
    if (context.isSpeculative) return {};
    const isShown = version === undefined ? undefined : eq(currentVersion, version);
    const newAnswer = db()
      .select({ one: sql`1` })
      .from(reports)
      .where(and(isOwnAnswered, isShown, readAt ? isDoubtRead(readAt) : undefined, isUnseen(viewer.id)));
    const nothingNew = rawStatement(sql`select 1 as one where ${notExists(newAnswer)}`);
    await execute(auditEntry({ action: 'review.seen', actorId: viewer.id, objectId: reportId }, nothingNew));
    return {};
  },
});
