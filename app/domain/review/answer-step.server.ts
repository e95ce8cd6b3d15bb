import { and, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isReadableByHelper } from '~/domain/identity/helper-bonds.server';
import { hasAbility } from '~/domain/kernel/abilities';
import { requiredChoice, typedNumber } from '~/domain/kernel/choices';
import { emptyOutput, key } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { findWithPatient } from '~/domain/queue/question-state.server';
import { isAnswered } from '~/domain/queue/report-list.server';
import { selectSteps, selectVersions } from '~/domain/report/rows-of-reports.server';
import { reportId } from '~/domain/report/schemas';
import { presentStepChecks } from '~/domain/report-view/present-step-checks.server';
import { stepChecks } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { stepAnswers } from '~/platform/enums';

/**
 * Records whether a patient has taken the step of an answer. A later answer replaces an earlier one.
 * Only `cannot` puts the patient among the people to call.
 *
 * @throws Refusal: `notFound`, also for a report that is not the viewer's own and that they may not
 *   read as its helper; `conflict` if the step has changed or is not asked about.
 */
export const answerStep = operation({
  name: 'review.answerStep',
  api: {
    summary: 'Answer whether a step was taken',
    text: "For the report's patient, and the helper who sent it if the patient lets them read the review. Answers `stepCheck` of a report. A later answer replaces an earlier one. After `cannot` the clinic calls the patient. Returns 409 if the step has changed since, or if nobody asks about it.",
  },
  input: z.object({
    reportId,
    version: typedNumber(z.coerce.number(key('form.choices')).int()).meta({
      description: '`version` of `stepCheck`.',
      example: 1,
    }),
    answer: requiredChoice(stepAnswers, key('form.choices')).meta({
      description: 'Whether the patient has taken the step.',
      example: 'done',
    }),
  }),
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'report.delete',
  successMessage: 'stepCheck.saved',
  failureMessage: 'stepCheck.failed',
  async run({ viewer, input: { reportId: id, version, answer } }) {
    const match = await findWithPatient(id, and(isAnswered(), isAnswerable(viewer)));
    if (!match) throw new Refusal('notFound', 'report.notFound');
    const now = new Date();
    const [steps, versions] = await Promise.all([selectSteps([id]), selectVersions([id])]);
    const stepCheck = (await presentStepChecks([match.report], { steps, versions }, now.getTime())).get(id);
    const isSaved =
      stepCheck?.version === version &&
      (await atomically([
        lock(reports, eq(reports.id, id)),
        keepAnswer({ reportId: id, version, answer, now }, match.report.version),
        auditEntry({ action: 'step.answered', actorId: viewer.id, objectId: id }),
      ]));
    if (!isSaved) throw new Refusal('conflict', 'stepCheck.over');
    return {};
  },
});

/** Builds the condition that a viewer may answer about a report: their own, or as its helper. */
function isAnswerable(viewer: Viewer): SQL | undefined {
  const isOwn = eq(reports.patientId, viewer.id);
  return hasAbility(viewer, 'help.people') ? or(isOwn, isReadableByHelper(viewer.id)) : isOwn;
}

type Answer = Pick<typeof stepChecks.$inferSelect, 'reportId' | 'version'> & {
  answer: (typeof stepAnswers)[number];
  now: Date;
};

/**
 * Builds the statement that keeps an answer while the review has the version that was read. A
 * repeated `cannot` does not call a patient again who was called.
 */
function keepAnswer({ reportId: id, version, answer, now }: Answer, reviewVersion: number) {
  const isSameReview = exists(
    db()
      .select({ one: sql`1` })
      .from(reports)
      .where(and(eq(reports.id, id), eq(reports.version, reviewVersion), isAnswered())),
  );
  return requireChange(
    db()
      .update(stepChecks)
      .set({
        answer,
        answeredAt: now,
        callSince:
          answer === 'cannot'
            ? sql`case when ${stepChecks.answeredAt} is not null then coalesce(${stepChecks.callSince}, ${now.getTime()}) else ${now.getTime()} end`
            : null,
      })
      .where(and(eq(stepChecks.reportId, id), eq(stepChecks.version, version), isSameReview)),
  );
}
