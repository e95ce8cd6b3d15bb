import { eq } from 'drizzle-orm';
import { followSteps } from '~/domain/desk/step-job.server';
import { reviewSteps } from '~/platform/db/core/tables/next-steps.server';
import { db, execute } from '~/platform/db/db.server';
import type { Somebody } from './clinic';
import { aReportOf, sendReview } from './reports';

const dayMs = 86_400_000;

/** Sends a review whose patient should see a doctor within some days. */
export async function aStep(patient: Somebody, expert: Somebody, withinDays = 5): Promise<string> {
  const { _id } = await aReportOf(patient, { file: 'rash.png' });
  await stepFor(_id, expert, withinDays);
  return _id;
}

/** Answers a report with a step of some days. */
export async function stepFor(reportId: string, expert: Somebody, withinDays = 5): Promise<void> {
  await sendReview({
    reportId,
    token: expert.token,
    review: 'Your iron is low. Please see a doctor.',
    nextStep: 'seeDoctor',
    withinDays,
  });
}

/** Moves the choice of a report's steps back by some days, and lets the job look at them again. */
export async function passDays(reportId: string, days: number): Promise<void> {
  const chosenAt = new Date(Date.now() - days * dayMs);
  await execute(db().update(reviewSteps).set({ chosenAt }).where(eq(reviewSteps.reportId, reportId)));
  await followSteps();
}

/** Sends a review whose step has passed its last day. */
export async function anAskedStep(patient: Somebody, expert: Somebody): Promise<string> {
  const reportId = await aStep(patient, expert);
  await passDays(reportId, 6);
  return reportId;
}
