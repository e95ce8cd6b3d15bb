import { and, asc, desc, eq, exists, gte, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry, auditListAccess } from '~/domain/audit/audit-entry.server';
import { requiredChoice } from '~/domain/kernel/choices';
import { emptyOutput, key, optionalLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { findCurrentStep } from '~/domain/report/next-step';
import { reportId } from '~/domain/report/schemas';
import { maxWhomLength } from '~/domain/report/step-constants';
import { isAnswered } from '~/domain/report-rules/report-list.server';
import { selectSteps, selectVersions } from '~/domain/report-rules/rows-of-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute, requireChange } from '~/platform/db/db.server';
import { dayMs, hourMs } from '~/platform/durations';

/** Time after which a patient who was not reached is due again. */
const againAfterMs = 2 * hourMs;
const recentMs = 7 * dayMs;
const maxRecent = 50;

/** Builds the condition that a patient has seen the answer since its step was given. */
const isSeenByPatient = (): SQL =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(audit)
      .where(
        and(
          eq(audit.objectId, followUps.reportId),
          eq(audit.action, 'review.seen'),
          sql`${audit.actorId} = ${reports.patientId}`,
          gte(audit.at, followUps.since),
        ),
      ),
  );

const { firstName, lastName, contactNumber } = users;
const shownColumns = {
  reportId: reports.id,
  status: reports.status,
  version: reports.version,
  patientId: reports.patientId,
  sentBy: reports.sentBy,
  aboutName: reports.aboutName,
  phoneNumber: reports.phoneNumber,
  language: reports.language,
  firstName,
  lastName,
  contactNumber,
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

/** Lists the patients who were reached in the last 7 days, the latest first. */
async function listReached() {
  const latest = await db()
    .select({ id: followUps.reportId })
    .from(followUps)
    .where(gte(followUps.reachedAt, new Date(Date.now() - recentMs)))
    .orderBy(desc(followUps.reachedAt))
    .limit(maxRecent);
  if (latest.length === 0) return [];
  const ids = latest.map(({ id }) => id);
  return db()
    .select(shownColumns)
    .from(reports)
    .innerJoin(followUps, eq(followUps.reportId, reports.id))
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(inArray(reports.id, ids))
    .orderBy(desc(followUps.reachedAt));
}

type Row = Awaited<ReturnType<typeof listReached>>[number];

/** A patient to reach, with what an admin needs for the call. No finding and no text of a review. */
function presentFollowUp({ followUp, ...row }: Row) {
  const name = `${row.firstName} ${row.lastName}`.trim();
  return {
    reportId: row.reportId,
    patientId: row.patientId,
    name,
    about: row.aboutName === name ? null : row.aboutName,
    phoneNumber: row.phoneNumber,
    language: row.language,
    since: followUp.since.toISOString(),
    dueAt: followUp.dueAt.toISOString(),
    isDue: followUp.dueAt.getTime() <= Date.now(),
    attempts: followUp.attempts,
    whom: followUp.whom,
    reachedAt: followUp.reachedAt?.toISOString() ?? null,
  };
}

export type PresentedFollowUp = ReturnType<typeof presentFollowUp>;

/** Lists the patients to reach today, and those reached lately. */
export const listFollowUps = operation({
  name: 'followUp.list',
  input: z.object({}),
  allow: 'followUp.work',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer }) {
    const open = await listOpenFollowUps();
    const reached = await listReached();
    await auditListAccess(viewer.id, new Set([...open, ...reached].map(({ patientId }) => patientId)));
    return { open: open.map(presentFollowUp), reached: reached.map(presentFollowUp) };
  },
});

const followUpForm = z
  .object({
    reportId,
    dueAt: z.iso.datetime({ error: key('form.moment') }).transform((at) => new Date(at)),
    outcome: requiredChoice(['reached', 'notReached'], key('goToday.outcomeMissing')),
    whom: optionalLine(maxWhomLength),
  })
  .superRefine(({ outcome, whom }, context) => {
    if (outcome === 'reached' && !whom)
      context.addIssue({ code: 'custom', path: ['whom'], message: key('goToday.whomMissing') });
  });

/**
 * Records whether a patient was reached. Reached ends the follow-up; not reached makes it due again
 * in two hours. Writes only the first of two records of one attempt.
 *
 * @throws Refusal: `conflict` if somebody recorded another one meanwhile, or it is not open any more.
 */
export const recordFollowUp = operation({
  name: 'followUp.record',
  input: followUpForm,
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'followUp.work',
  successMessage: 'goToday.done',
  failureMessage: 'goToday.failed',
  async run({ viewer, input: { reportId: id, dueAt, outcome, whom } }) {
    const now = new Date();
    const isReached = outcome === 'reached';
    const isOpen = (await listOpenFollowUps()).some((row) => row.reportId === id);
    const isDone =
      isOpen &&
      (await atomically([
        requireChange(
          db()
            .update(followUps)
            .set({
              attempts: sql`${followUps.attempts} + 1`,
              ...(isReached
                ? { reachedAt: now, whom, endedAt: now }
                : { dueAt: new Date(now.getTime() + againAfterMs), toldAt: null }),
            })
            .where(and(eq(followUps.reportId, id), eq(followUps.dueAt, dueAt), isNull(followUps.endedAt))),
        ),
        auditEntry({ action: `followUp.${outcome}`, actorId: viewer.id, objectId: id }),
      ]));
    if (!isDone) throw new Refusal('conflict', 'goToday.already');
    return {};
  },
});

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
