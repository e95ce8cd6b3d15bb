import { and, eq } from 'drizzle-orm';
import { followUps, reviewSteps } from '~/platform/db/core/tables/next-steps.server';
import type { reports } from '~/platform/db/core/tables/reports.server';
import { db, type Statement } from '~/platform/db/db.server';
import { type ChosenStep, type CurrentStep, findCurrentStep, storeSpecialist } from './next-step';
import { selectSteps, selectVersions } from './rows-of-reports.server';
import type { StepInput } from './step-schemas';

/** Converts the fields of a form or call; null if no step was chosen. */
export const chosenStepOf = ({ nextStep, withinDays, ...kind }: StepInput): ChosenStep | null =>
  nextStep
    ? {
        step: nextStep,
        withinDays: withinDays ?? null,
        specialist: kind.specialist ?? null,
        speciality: kind.speciality ?? null,
      }
    : null;

/** Checks whether two steps are the same choice. */
export const isSameStep = (one: ChosenStep | null, other: ChosenStep | null) =>
  one?.step === other?.step &&
  (one?.withinDays ?? null) === (other?.withinDays ?? null) &&
  (one?.specialist ?? null) === (other?.specialist ?? null) &&
  (one?.speciality ?? null) === (other?.speciality ?? null);

/** Finds the step in force of one report. */
export async function findStepOf(
  report: Pick<typeof reports.$inferSelect, 'id' | 'status' | 'version'>,
): Promise<CurrentStep | null> {
  const steps = (await selectSteps([report.id])).get(report.id);
  return steps ? findCurrentStep(report, steps, (await selectVersions([report.id])).get(report.id)) : null;
}

/**
 * Builds the statements that store the step of a version. `goToday` begins a follow-up, and any
 * other step ends an earlier one. Belongs in the `atomically` of the change of the review.
 *
 * @param chosen the step; null if none was chosen.
 * @param shownAt when the patient can see it.
 */
export function writeStep(
  { reportId, version, at, shownAt = at }: { reportId: string; version: number; at: Date; shownAt?: Date },
  chosen: ChosenStep | null,
): Statement[] {
  if (!chosen) return [dropFollowUp(reportId)];
  const { step, withinDays } = chosen;
  const columns = {
    step,
    withinDays: withinDays?.toString() ?? null,
    ...storeSpecialist(chosen),
    chosenAt: at,
  };
  return [
    db()
      .insert(reviewSteps)
      .values({ reportId, version, ...columns })
      .onConflictDoUpdate({ target: [reviewSteps.reportId, reviewSteps.version], set: columns }),
    step === 'goToday' ? beginFollowUp(reportId, { since: at, dueAt: shownAt }) : dropFollowUp(reportId),
  ];
}

/** Builds the statements that remove the step of a review that was undone. */
export const dropStep = (reportId: string, version: number): Statement[] => [
  db()
    .delete(reviewSteps)
    .where(and(eq(reviewSteps.reportId, reportId), eq(reviewSteps.version, version))),
  dropFollowUp(reportId),
];

/** Builds the statement that ends the follow-up of a step that no longer holds. */
export const dropFollowUp = (reportId: string): Statement =>
  db().delete(followUps).where(eq(followUps.reportId, reportId));

function beginFollowUp(reportId: string, { since, dueAt }: { since: Date; dueAt: Date }): Statement {
  const columns = {
    since,
    dueAt,
    attempts: 0,
    toldAt: null,
    reachedAt: null,
    whom: null,
    endedAt: null,
  };
  return db()
    .insert(followUps)
    .values({ reportId, ...columns })
    .onConflictDoUpdate({ target: followUps.reportId, set: columns });
}
