import {
  and,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { isUnseen } from '~/domain/desk/new-answers.server';
import { doubtForm } from '~/domain/identity/expert-schemas';
import { findDoubt, isBarred, isDoubtUndecided, requireExpert } from '~/domain/identity/expert-status.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { addresseeColumns } from '~/domain/notifications/enqueue-email.server';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { isAnswered } from '~/domain/queue/report-list.server';
import { toPersonInEmail } from '~/domain/report/about';
import { toCaseNumber } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports, translations } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange, type Statement, type Step } from '~/platform/db/db.server';

type ExpertRow = typeof users.$inferSelect;

/** Days for which the answers of an expert are listed and their patients get an e-mail. */
const recentDays = 90;
const recentMs = recentDays * 24 * 3_600_000;

/** Builds the condition that a report has a review or a translation by an expert. */
const isByAuthor = (expertId: string): SQL =>
  and(
    eq(reports.status, 'Reviewed'),
    or(
      eq(reports.expertId, expertId),
      inArray(
        reports.id,
        db()
          .select({ id: translations.reportId })
          .from(translations)
          .where(eq(translations.expertId, expertId)),
      ),
    ),
  ) as SQL;

/**
 * Builds the statement that counts every answer of an expert as changed for programs that follow a
 * list: what doors other than the owner's log-in show of it depends on the expert's status.
 */
export const touchAnswers = (expertId: string): Statement =>
  db()
    .update(reports)
    .set({ version: sql`${reports.version}` })
    .where(isByAuthor(expertId));

/** Builds the statements after which every answer of an expert is new to its patient, as in doubt. */
export const doubtAnswers = (expertId: string, at: Date): Statement[] => [
  db().update(reports).set({ doubtChangedAt: at }).where(isByAuthor(expertId)),
];

/**
 * Builds the statements that end the doubt about an expert's answers. An answer whose patient has
 * read the warning is new to them; for all others everything is as before.
 */
export const clearAnswers = (expertId: string, at: Date): Statement[] => {
  const isDoubted = and(isByAuthor(expertId), isNotNull(reports.doubtChangedAt));
  return [
    db()
      .update(reports)
      .set({ doubtChangedAt: null })
      .where(and(isDoubted, isUnseen(reports.patientId))),
    db().update(reports).set({ doubtChangedAt: at }).where(isDoubted),
  ];
};

/**
 * Builds the steps of a change of the doubt about an expert's answers, with e-mails to the patients
 * who have to read them again.
 *
 * @param next the decision from now on; null if there is none.
 * @returns no steps if nothing changes for patients.
 */
export async function stepsOfDoubt(expert: ExpertRow, next: boolean | null, now: Date): Promise<Step[]> {
  const before = findDoubt(expert) === true;
  if (before === (next === true)) return [];
  const isRead = before
    ? and(isNotNull(reports.doubtChangedAt), not(isUnseen(reports.patientId)))
    : undefined;
  const emails = await emailsAbout(
    and(
      isByAuthor(expert.id),
      isAnswered(),
      gte(reports.reviewedAt, new Date(now.getTime() - recentMs)),
      isRead,
    ),
  );
  const changes = before ? clearAnswers(expert.id, now) : doubtAnswers(expert.id, now);
  return [...changes, ...emails];
}

async function emailsAbout(where: SQL | undefined): Promise<Step[]> {
  const { id, aboutName, aboutRelation, patientId } = reports;
  const rows = await db()
    .select({ report: { id, aboutName, aboutRelation, patientId }, patient: addresseeColumns })
    .from(reports)
    .innerJoin(users, eq(users.id, patientId))
    .where(where)
    .orderBy(asc(id));
  const emails = rows.map(({ report, patient }) =>
    notify(patient, {
      bound: { topic: 'change', about: report.id },
      template: 'clinicNote',
      params: {
        patientId: report.patientId,
        reportId: report.id,
        caseNumber: toCaseNumber(report.id),
        ...toPersonInEmail(report),
      },
    }),
  );
  return (await Promise.all(emails)).flat();
}

/** Builds the condition that the doubt about an expert's answers is as it was read. */
export const isDoubtAsRead = ({ doubtDecidedAt }: ExpertRow): SQL =>
  doubtDecidedAt ? eq(users.doubtDecidedAt, doubtDecidedAt) : isNull(users.doubtDecidedAt);

/** Builds the audit entry for a decision about an expert's earlier answers. */
export const doubtEntry = (
  isDoubted: boolean,
  { actorId, objectId }: { actorId?: string; objectId: string },
) => auditEntry({ action: isDoubted ? 'expert.answersDoubted' : 'expert.answersKept', actorId, objectId });

/**
 * Decides whether the earlier answers of a suspended or rejected expert are in doubt. If they are,
 * their patients read a warning before them.
 *
 * @throws Refusal: `notFound`; `conflict` if the expert is neither suspended nor rejected.
 */
export const decideDoubt = operation({
  name: 'expert.decideDoubt',
  api: {
    summary: "Decide whether an expert's answers are in doubt",
    text: 'For admins. If the earlier answers of a suspended or rejected expert are in doubt, their patients read a warning before them; otherwise patients see no difference. Restoring the expert ends the doubt. Returns 409 for other experts.',
  },
  input: doubtForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'expert.judge',
  successMessage: 'doubt.done',
  failureMessage: 'doubt.failed',
  async run({ viewer, input: { expertId, answersInDoubt } }) {
    const expert = await requireExpert(expertId);
    if (findDoubt(expert) === answersInDoubt) return {};
    const since = expert.suspendedAt ?? expert.rejectedAt ?? new Date(0);
    const now = new Date(Math.max(Date.now(), since.getTime()));
    const isDecided = await atomically([
      lock(users, eq(users.id, expertId)),
      requireChange(
        db()
          .update(users)
          .set({ answersInDoubt, doubtDecidedAt: now })
          .where(and(eq(users.id, expertId), isBarred, isDoubtAsRead(expert))),
      ),
      ...(await stepsOfDoubt(expert, answersInDoubt, now)),
      doubtEntry(answersInDoubt, { actorId: viewer.id, objectId: expertId }),
    ]);
    if (!isDecided) throw new Refusal('conflict', 'doubt.notBarred');
    wakeOutbox();
    await listDeletions();
    return {};
  },
});

const maxListed = 200;

/** Lists the answers of an expert in the last 90 days, newest first, for an admin. */
export async function listRecentAnswers(expertId: string) {
  const { id, reportType, reviewedAt, version, patientId } = reports;
  return db()
    .select({ id, reportType, reviewedAt, version, patientId })
    .from(reports)
    .where(
      and(
        eq(reports.expertId, expertId),
        eq(reports.status, 'Reviewed'),
        gte(reviewedAt, new Date(Date.now() - recentMs)),
      ),
    )
    .orderBy(desc(reviewedAt), desc(id))
    .limit(maxListed);
}

/**
 * Finds the suspended and rejected experts with answers of whom no admin has decided whether those
 * are in doubt.
 *
 * @returns their number, and the ID of one of them.
 */
export async function findUndecided(): Promise<{ count: number; expertId: string | null }> {
  const hasReviewed = exists(
    db().select({ one: sql`1` }).from(reports).where(eq(reports.expertId, users.id)),
  );
  const hasTranslated = exists(
    db().select({ one: sql`1` }).from(translations).where(eq(translations.expertId, users.id)),
  );
  const rows = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(isBarred, isDoubtUndecided, or(hasReviewed, hasTranslated)))
    .orderBy(users.createdAt, users.id);
  return { count: rows.length, expertId: rows[0]?.id ?? null };
}
