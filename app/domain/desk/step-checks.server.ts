import { and, eq, exists, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { clinicDay } from '~/domain/kernel/days';
import { currentVersion } from '~/domain/queue/report-list.server';
import { firstAskedDay } from '~/domain/report/step-check';
import { stepChecks } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

/**
 * The condition that a row of `step_checks` belongs to the step in force: only additions to the
 * review followed its version. `findCurrentStep` is the same rule for rows; it also keeps an
 * uncertain `goToday`, which has no last day.
 */
export const isOfCurrentStep = sql`${stepChecks.version} = (
    select max(latest.version) from step_checks as latest
    where latest.report_id = ${stepChecks.reportId} and latest.version <= ${currentVersion})
  and ${currentVersion} - ${stepChecks.version} = (
    select count(*) from review_versions as later
    where later.report_id = ${stepChecks.reportId} and later.number > ${stepChecks.version}
      and later.number <= ${currentVersion} and later.kind = 'addition')`;

/** Builds the condition that the patient of a report is asked about its step, and has not answered. */
export function isUnansweredStep(): SQL | undefined {
  const today = clinicDay(Date.now());
  const isUnanswered = and(
    lt(stepChecks.lastDay, today),
    gte(stepChecks.lastDay, firstAskedDay(today)),
    isNull(stepChecks.answeredAt),
  );
  const unanswered = db().select({ id: stepChecks.reportId }).from(stepChecks).where(isUnanswered);
  const ofThisReport = db()
    .select({ one: sql`1` })
    .from(stepChecks)
    .where(and(eq(stepChecks.reportId, reports.id), isUnanswered, isOfCurrentStep));
  // The first condition alone has an index.
  return and(inArray(reports.id, unanswered), exists(ofThisReport));
}
