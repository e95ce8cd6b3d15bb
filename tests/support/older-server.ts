import { eq } from 'drizzle-orm';
import { followUps, reviewSteps } from '~/platform/db/core/tables/next-steps.server';
import { db, execute } from '~/platform/db/db.server';

/**
 * Makes a change as a server does that knows no next steps: it changes the review and its versions,
 * and leaves the steps and follow-ups of the report as they were.
 */
export async function asOlderServer<Result>(
  reportId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const steps = await db().select().from(reviewSteps).where(eq(reviewSteps.reportId, reportId));
  const followed = await db().select().from(followUps).where(eq(followUps.reportId, reportId));
  const result = await change();
  await execute(db().delete(reviewSteps).where(eq(reviewSteps.reportId, reportId)));
  await execute(db().delete(followUps).where(eq(followUps.reportId, reportId)));
  if (steps.length > 0) await execute(db().insert(reviewSteps).values(steps));
  if (followed.length > 0) await execute(db().insert(followUps).values(followed));
  return result;
}
