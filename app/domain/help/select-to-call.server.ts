import {
  and,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  ne,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { isUnseen } from '~/domain/desk/new-answers.server';
import { isOfCurrentStep } from '~/domain/desk/step-checks.server';
import { isReadableByHelper, isSeenByHelper } from '~/domain/identity/helper-bonds.server';
import { findScope } from '~/domain/kernel/abilities';
import { clinicDay } from '~/domain/kernel/days';
import { noEmailSuffix } from '~/domain/kernel/no-email';
import type { Viewer } from '~/domain/kernel/viewer';
import { isOpenQuestion } from '~/domain/queue/question-state.server';
import { currentVersion, isAnswered, isUrgentInQueue } from '~/domain/queue/report-list.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { followUps, stepChecks } from '~/platform/db/core/tables/next-steps.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { toTell, unreadAnswers } from '~/platform/db/core/tables/to-tell.server';
import { db } from '~/platform/db/db.server';
import { hourMs, minuteMs } from '~/platform/durations';
import type { TellKind, TellOutcome } from '~/platform/enums';

/** Time for which nobody may have read an urgent report before its patient is called. */
const unclaimedMs = 30 * minuteMs;

/** The time after each outcome for which somebody does not stand on the list, unless they go first. */
export const pauseMs: Record<TellOutcome, number> = {
  told: 72 * hourMs,
  noAnswer: 24 * hourMs,
  wrongNumber: 24 * hourMs,
};

const existence = { one: sql`1` };

/** Builds the condition that a viewer may tell the owner of a report; undefined for everybody. */
export const isToldBy = (viewer: Viewer): SQL | undefined =>
  findScope(viewer, 'people.tell') === 'all' ? undefined : isSeenByHelper(viewer.id);

/** Builds the condition that a viewer may know that an answer has a step. */
const mayKnowStep = (viewer: Viewer): SQL | undefined =>
  findScope(viewer, 'people.tell') === 'all' ? undefined : isReadableByHelper(viewer.id);

const hasNoEmail = and(isNotNull(users.loginName), like(users.email, `%${noEmailSuffix}`));

/** Builds the condition that nobody was told yet, or that it is time to try again. */
const isDue = () => or(isNull(toTell.dueAt), lte(toTell.dueAt, new Date()));

/** The version of a review as the subject of a row. */
const versionSubject = sql<string>`cast(${currentVersion} as text)`;
const stepSubject = sql<string>`cast(${stepChecks.version} as text)`;

const isTried = (kind: TellKind, subject: SQL | typeof questions.id) =>
  and(eq(toTell.reportId, reports.id), eq(toTell.kind, kind), eq(toTell.subject, subject));

/** Builds the condition that nobody has reached the patient within the pause after telling. */
const isNotJustReached = () =>
  notExists(
    db()
      .select(existence)
      .from(followUps)
      .where(
        and(eq(followUps.reportId, reports.id), gt(followUps.reachedAt, new Date(Date.now() - pauseMs.told))),
      ),
  );

const tried = { outcome: toTell.outcome, toldAt: toTell.toldAt, dueAt: toTell.dueAt };

const columns = {
  reportId: reports.id,
  user: {
    id: users.id,
    firstName: users.firstName,
    language: users.language,
    contactNumber: users.contactNumber,
  },
  tried,
};

// SQLite, which has no statistics, keeps the order of a cross join: it begins with the few rows of
// those to call, and not with all reports.

/** Selects the unread answers of accounts without e-mail, except those of some reports. */
export const selectAnswers = (viewer: Viewer, leftOut: string[]) =>
  db()
    .select({
      ...columns,
      kind: sql<TellKind>`'answer'`.as('kind'),
      subject: versionSubject.as('subject'),
      at: sql<Date>`coalesce(${reports.amendedAt}, ${reports.reviewedAt})`
        .mapWith(reports.reviewedAt)
        .as('since'),
    })
    .from(unreadAnswers)
    .crossJoin(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .leftJoin(toTell, isTried('answer', versionSubject))
    .where(
      and(
        eq(reports.id, unreadAnswers.reportId),
        hasNoEmail,
        isToldBy(viewer),
        isAnswered(),
        isUnseen(users.id),
        isNotJustReached(),
        isDue(),
        notInArray(reports.id, leftOut),
      ),
    );

/**
 * Selects the open questions: of accounts without e-mail, or of urgent reports.
 *
 * @param of `others` leaves out those of urgent reports.
 */
export const selectQuestions = (viewer: Viewer, of: 'withoutEmail' | 'others' | 'urgent') =>
  db()
    .select({
      ...columns,
      phoneNumber: reports.phoneNumber,
      kind: sql<TellKind>`'question'`.as('kind'),
      subject: questions.id,
      at: questions.askedAt,
    })
    .from(questions)
    .crossJoin(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .leftJoin(toTell, isTried('question', questions.id))
    .where(
      and(
        eq(reports.id, questions.reportId),
        isToldBy(viewer),
        isOpenQuestion,
        eq(reports.status, 'Pending'),
        of === 'urgent'
          ? and(isNotNull(reports.urgentAt), isNotToldLately())
          : and(hasNoEmail, isDue(), of === 'others' ? isNull(reports.urgentAt) : undefined),
      ),
    );

/** Builds the condition that nobody was told within the pause; a failed try does not count. */
const isNotToldLately = () => or(isNull(toTell.outcome), ne(toTell.outcome, 'told'), isDue());

/** Selects the urgent reports that nobody has read for 30 minutes, whose patients were not told. */
export const selectUrgent = (viewer: Viewer) =>
  db()
    .select({
      ...columns,
      phoneNumber: reports.phoneNumber,
      kind: sql<TellKind>`'urgent'`.as('kind'),
      subject: versionSubject.as('subject'),
      at: reports.urgentAt,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .leftJoin(toTell, isTried('urgent', versionSubject))
    .where(
      and(
        isUrgentInQueue,
        lte(reports.urgentAt, new Date(Date.now() - unclaimedMs)),
        or(isNull(reports.claimedUntil), lte(reports.claimedUntil, new Date())),
        or(isNull(toTell.outcome), ne(toTell.outcome, 'told')),
        isToldBy(viewer),
      ),
    );

/** Builds the condition that somebody without e-mail has read an answer, and the last day is to come. */
const isToRemind = () =>
  and(
    isNull(stepChecks.answeredAt),
    gte(stepChecks.lastDay, clinicDay(Date.now())),
    hasNoEmail,
    not(isUnseen(users.id)),
  );

/**
 * Selects the steps whose patient has to be called: because they cannot take it, or to remind
 * somebody without e-mail until its last day.
 */
export const selectSteps = (viewer: Viewer, kind: 'call' | 'reminder') =>
  db()
    .select({
      ...columns,
      phoneNumber: reports.phoneNumber,
      kind: sql<TellKind>`${sql.raw(`'${kind}'`)}`.as('kind'),
      subject: stepSubject.as('subject'),
      at: stepChecks.callSince,
    })
    .from(stepChecks)
    .crossJoin(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .leftJoin(toTell, isTried(kind, stepSubject))
    .where(
      and(
        eq(reports.id, stepChecks.reportId),
        isNotNull(stepChecks.callSince),
        kind === 'call' ? isNotNull(stepChecks.answeredAt) : isToRemind(),
        isAnswered(),
        isOfCurrentStep,
        mayKnowStep(viewer),
        or(
          isNull(toTell.outcome),
          lte(toTell.toldAt, stepChecks.callSince),
          and(ne(toTell.outcome, 'told'), isDue()),
        ),
      ),
    );

/** Checks whether a viewer may call the patient of a report about the step of a version. */
export async function hasStepToCall(
  viewer: Viewer,
  { reportId, version }: { reportId: string; version: number },
): Promise<boolean> {
  const isStep = and(
    eq(stepChecks.reportId, reportId),
    eq(stepChecks.version, version),
    isNotNull(stepChecks.callSince),
    isAnswered(),
    isOfCurrentStep,
    mayKnowStep(viewer),
  );
  const rows = await db()
    .select(existence)
    .from(stepChecks)
    .innerJoin(reports, eq(reports.id, stepChecks.reportId))
    .where(isStep);
  return rows.length > 0;
}

/** Reads the outcomes of telling the patients of some reports about their answers. */
export const selectTriedAnswers = (reportIds: string[]) =>
  db()
    .select({
      reportId: toTell.reportId,
      subject: toTell.subject,
      ...tried,
    })
    .from(toTell)
    .where(and(inArray(toTell.reportId, reportIds), eq(toTell.kind, 'answer')));

type Rows = ReturnType<
  typeof selectAnswers | typeof selectQuestions | typeof selectUrgent | typeof selectSteps
>;

/** Counts the rows of a selection in the database. */
export async function countRows(rows: Rows): Promise<number> {
  const [counted] = await db()
    .select({ total: count() })
    .from((rows as ReturnType<typeof selectUrgent>).as('found'));
  return Number(counted?.total);
}
