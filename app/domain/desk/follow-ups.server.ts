import { and, asc, eq, exists, gte, inArray, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import { isAnswered } from '~/domain/queue/report-list.server';
import { findCurrentStep } from '~/domain/report/next-step';
import { selectSteps, selectVersions } from '~/domain/report/rows-of-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { isSeenEntry } from './new-answers.server';

/** Builds the condition that a patient has seen the answer since its step was given. */
const isSeenByPatient = (): SQL =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(audit)
      .where(
        and(
          eq(audit.objectId, followUps.reportId),
          isSeenEntry,
          sql`${audit.actorId} = ${reports.patientId}`,
          gte(audit.at, followUps.since),
        ),
      ),
  );

const shownColumns = {
  reportId: reports.id,
  status: reports.status,
  version: reports.version,
  patientId: reports.patientId,
  sentBy: reports.sentBy,
  phoneNumber: reports.phoneNumber,
  firstName: users.firstName,
  contactNumber: users.contactNumber,
  accountLanguage: users.language,
  followUp: followUps,
};

/** Lists the reports whose follow-up was not ended. Read first, so that no other report is read. */
async function listUnendedIds(): Promise<string[]> {
  const rows = await db().select({ id: followUps.reportId }).from(followUps).where(isNull(followUps.endedAt));
  return rows.map(({ id }) => id);
}

/**
 * Lists the answers that send their patient to a doctor today, while the patient has not seen them
 * and was not reached, the longest due first. An answer that can still be undone is left out. So is
 * one whose step an older server has ended. One whose step is uncertain stays.
 */
export async function listOpenFollowUps() {
  const ids = await listUnendedIds();
  if (ids.length === 0) return [];
  const rows = await db()
    .select(shownColumns)
    .from(reports)
    .innerJoin(followUps, eq(followUps.reportId, reports.id))
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(inArray(reports.id, ids), isNull(followUps.endedAt), isAnswered(), not(isSeenByPatient())))
    .orderBy(asc(followUps.dueAt), asc(reports.id));
  const [steps, versions] = await Promise.all([selectSteps(ids), selectVersions(ids)]);
  return rows.filter(
    (row) => findCurrentStep(row, steps.get(row.reportId), versions.get(row.reportId))?.step === 'goToday',
  );
}

/** Finds the open follow-ups that were due at a moment, and of which the admins know nothing yet. */
export async function listUntoldSince(dueBefore: Date) {
  const open = await listOpenFollowUps();
  return open.filter(({ followUp }) => followUp.toldAt === null && followUp.dueAt <= dueBefore);
}

/** Ends the follow-ups of answers that their patients have seen. */
export async function endSeenFollowUps(now: Date): Promise<void> {
  const { reportId: id, since, endedAt } = followUps;
  const ids = await listUnendedIds();
  if (ids.length === 0) return;
  const seen = await db()
    .select({ id, since })
    .from(reports)
    .innerJoin(followUps, eq(id, reports.id))
    .where(and(inArray(reports.id, ids), isNull(endedAt), isSeenByPatient()));
  for (const row of seen) {
    // A step that was given again meanwhile has a later time.
    const isSame = and(eq(id, row.id), eq(since, row.since), isNull(endedAt));
    await execute(db().update(followUps).set({ endedAt: now }).where(isSame));
  }
}

/**
 * Ends again, in a restored database, the follow-up of a patient who was reached since the backup.
 * Leaves open who it was, which is not in the audit log.
 *
 * @param calls the entries since the backup, oldest first; `at` in milliseconds since 1970.
 */
export async function repeatReached(reportId: string, calls: { at: number }[]): Promise<void> {
  const reachedAt = new Date(calls.at(-1)?.at ?? 0);
  await execute(
    db()
      .update(followUps)
      .set({ reachedAt, endedAt: reachedAt })
      .where(
        and(eq(followUps.reportId, reportId), isNull(followUps.endedAt), lte(followUps.since, reachedAt)),
      ),
  );
}
