import { and, eq, gt, inArray, isNotNull, isNull, like, lte, notExists, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditListAccess } from '~/domain/audit/audit-entry.server';
import { listOpenFollowUps } from '~/domain/desk/follow-ups.server';
import { isUnseen } from '~/domain/desk/new-answers.server';
import { findReadable } from '~/domain/help/sent-reports.server';
import { findTypedNumbers, isSeenByHelper } from '~/domain/identity/helper-bonds.server';
import { findWithMessages } from '~/domain/identity/message-consents.server';
import { findScope, hasAbility } from '~/domain/kernel/abilities';
import { publicMoment } from '~/domain/kernel/fields';
import { noEmailSuffix } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { isOpenQuestion } from '~/domain/report-rules/question-state.server';
import { currentVersion, isAnswered } from '~/domain/report-rules/report-list.server';
import { languageCodes } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { toTell } from '~/platform/db/core/tables/to-tell.server';
import { db } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { type TellKind, type TellOutcome, tellKinds, tellOutcomes } from '~/platform/enums';

const maxRows = 100;

/** When somebody stands on the list again after each outcome, unless they have read it by then. */
export const pauseMs: Record<TellOutcome, number> = {
  told: 72 * hourMs,
  noAnswer: 24 * hourMs,
  wrongNumber: 24 * hourMs,
};

/** Describes a patient to tell, without report type, finding or words of a doctor. */
const personToTell = z
  .object({
    reportId: z.string().describe('ID of the report.'),
    kind: z.enum(tellKinds).describe('Whether there is an answer or a question.'),
    subject: z.string().describe('Names the answer or question when its outcome is recorded.'),
    firstName: z.string().describe('First name of the patient.'),
    language: z.enum(languageCodes).describe('Language of the patient.'),
    since: publicMoment.describe('Since when there is something to tell, in UTC.'),
    goToday: z
      .boolean()
      .describe(
        'Whether the patient was told to go to a doctor today, and was not reached. Helpers see it only where the patient lets them read the review.',
      ),
    dueAt: publicMoment
      .nullable()
      .describe(
        'With `goToday`: time of the next try after one that did not reach the patient, in UTC. `null` if it is due.',
      ),
    phoneNumber: z.string().nullable().describe('Phone number, in E.164. `null` if none was given.'),
    mayWrite: z.boolean().describe('Whether the patient agreed to be written to on this number.'),
    outcome: z.enum(tellOutcomes).nullable().describe('Outcome of the last try. `null` if nobody has tried.'),
    toldAt: publicMoment.nullable().describe('Time of the last try, in UTC. `null` if nobody has tried.'),
  })
  .meta({
    id: 'PersonToTell',
    description: 'A patient who has something to read.',
    example: {
      reportId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
      kind: 'answer',
      subject: '1',
      firstName: 'Lakshmi',
      language: 'te',
      since: '2026-03-05T09:10:00.000Z',
      goToday: false,
      dueAt: null,
      phoneNumber: '+919812345678',
      mayWrite: true,
      outcome: null,
      toldAt: null,
    },
  });

export type PersonToTell = z.infer<typeof personToTell>;

/**
 * Lists everybody who has to go to a doctor today and has not seen it, then the people without
 * e-mail who have an unread answer or an open question, the longest waiting first. Somebody who was
 * told stands here again after three days without reading.
 */
export const listPeopleToTell = operation({
  name: 'people.listToTell',
  api: {
    summary: 'List the people to tell',
    text: 'For admins, the front desk and helpers, who see the reports they sent and the numbers they typed. Lists at most 100 patients: first those who have to go to a doctor today, with e-mail or without, until they have read the answer or were reached; then those without e-mail who have an unread answer or an open question, the longest waiting first. Whoever was told stands here again after three days without reading; after no answer, the next day.',
  },
  input: z.object({}),
  output: z.object({
    data: z.array(personToTell).describe('People to tell, the most urgent first.'),
    total: z.int().min(0).meta({ description: 'Number of all people to tell.', example: 1 }),
  }),
  allow: 'people.tell',
  successMessage: 'toTell.title',
  failureMessage: 'toTell.failed',
  async run({ viewer }) {
    const open = await listGoToday(viewer);
    const urgent = (await selectGoToday(viewer, open)).toSorted(
      (one, other) => Number(one.dueAt ?? 0) - Number(other.dueAt ?? 0) || bySince(one, other),
    );
    const rows = [...urgent, ...(await selectOthers(viewer, open)).toSorted(bySince)];
    const shown = await withVisibleNumbers(viewer, rows.slice(0, maxRows));
    // The front desk asks for this entry: a number that stood here proves nothing to whoever saw it.
    await auditListAccess(viewer.id, new Set(shown.map(({ user }) => user.id)));
    const writable = await findWithMessages(shown.map(({ user }) => user));
    return { data: shown.map((row) => present(row, writable.has(row.user.id))), total: rows.length };
  },
});

/** Replaces the numbers of the accounts by those that a helper typed, who sees no others. */
async function withVisibleNumbers(viewer: Viewer, rows: Row[]): Promise<Row[]> {
  if (findScope(viewer, 'people.tell') === 'all') return rows;
  const numbers = await findTypedNumbers(viewer.id);
  return rows.map((row) => ({
    ...row,
    user: { ...row.user, contactNumber: numbers.get(row.user.id) ?? null },
  }));
}

/**
 * Counts the people to tell of a viewer who do not have to go to a doctor today. `countGoToday`
 * counts the others.
 */
export async function countPeopleToTell(viewer: Viewer): Promise<number> {
  return (await selectOthers(viewer, await listGoToday(viewer))).length;
}

/**
 * Lists the answers that send their patient to a doctor today, while the patient has not seen them
 * and was not reached: of every account, with e-mail or without. A helper only has those of their own
 * reports whose patient lets them read the review.
 */
async function listGoToday(viewer: Viewer) {
  const open = await listOpenFollowUps();
  if (findScope(viewer, 'people.tell') === 'all') return open;
  const sent = open.filter(({ sentBy }) => sentBy === viewer.id);
  const readable = await findReadable(
    viewer.id,
    sent.map(({ reportId }) => reportId),
  );
  return sent.filter(({ reportId }) => readable.has(reportId));
}

type GoToday = Awaited<ReturnType<typeof listGoToday>>;

/** Counts the people of a viewer who have to go to a doctor today, whatever was tried already. */
export const countGoToday = async (viewer: Viewer): Promise<number> => (await listGoToday(viewer)).length;

/** Checks whether a report sends its patient to a doctor today, for a viewer who may know. */
export const isGoToday = async (viewer: Viewer, reportId: string): Promise<boolean> =>
  (await listGoToday(viewer)).some((row) => row.reportId === reportId);

/** Reads the rows of the people who have to go to a doctor today, with the outcomes of telling them. */
async function selectGoToday(viewer: Viewer, open: GoToday): Promise<Row[]> {
  const ids = open.map(({ reportId }) => reportId);
  const outcomes = await db()
    .select({ reportId: toTell.reportId, subject: toTell.subject, dueAt: toTell.dueAt, ...tried })
    .from(toTell)
    .where(and(inArray(toTell.reportId, ids), eq(toTell.kind, 'answer')));
  const followsUp = hasAbility(viewer, 'followUp.work');
  return open.map(({ reportId, version, patientId, accountLanguage, phoneNumber, followUp, ...row }) => {
    const subject = String(Math.max(version, 1));
    const last = outcomes.find((one) => one.reportId === reportId && one.subject === subject);
    const dueAt = followsUp ? followUp.dueAt : (last?.dueAt ?? followUp.dueAt);
    return {
      kind: 'answer',
      subject,
      reportId,
      at: followUp.since,
      changedAt: null,
      goToday: true,
      dueAt: dueAt > new Date() ? dueAt : null,
      user: {
        id: patientId,
        firstName: row.firstName,
        language: accountLanguage,
        contactNumber: row.contactNumber ?? phoneNumber,
      },
      tried: last ? { outcome: last.outcome, toldAt: last.toldAt } : null,
    };
  });
}

/** Reads the rows of everybody else whom a viewer may tell. */
async function selectOthers(viewer: Viewer, open: GoToday): Promise<Row[]> {
  const [answers, asked] = await Promise.all([selectAnswers(viewer), selectQuestions(viewer)]);
  const urgent = new Set(open.map(({ reportId }) => reportId));
  return [...answers.filter(({ reportId }) => !urgent.has(reportId)), ...asked].map((row) => ({
    ...row,
    goToday: false,
    dueAt: null,
  }));
}

const userColumns = {
  id: users.id,
  firstName: users.firstName,
  language: users.language,
  contactNumber: users.contactNumber,
};

const tried = { outcome: toTell.outcome, toldAt: toTell.toldAt };

/** Builds the condition that an account has no e-mail, and that the viewer may tell its owner. */
function isTold(viewer: Viewer) {
  const isOwn = findScope(viewer, 'people.tell') === 'all' ? undefined : isSeenByHelper(viewer.id);
  const isWithoutEmail = and(isNotNull(users.loginName), like(users.email, `%${noEmailSuffix}`));
  return and(isWithoutEmail, isOwn);
}

/** Builds the condition that nobody was told yet, or that it is time to try again. */
const isDue = () => or(isNull(toTell.dueAt), lte(toTell.dueAt, new Date()));

/** The version of a review as the subject of a row. */
const answerSubject = sql<string>`cast(${currentVersion} as text)`;

/** Builds the condition that nobody has reached the patient within the pause after telling. */
const isNotJustReached = () =>
  notExists(
    db()
      .select({ one: sql`1` })
      .from(followUps)
      .where(
        and(eq(followUps.reportId, reports.id), gt(followUps.reachedAt, new Date(Date.now() - pauseMs.told))),
      ),
  );

const selectAnswers = (viewer: Viewer) =>
  db()
    .select({
      kind: sql<TellKind>`'answer'`,
      subject: answerSubject,
      reportId: reports.id,
      at: reports.reviewedAt,
      changedAt: reports.amendedAt,
      user: userColumns,
      tried,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .leftJoin(
      toTell,
      and(eq(toTell.reportId, reports.id), eq(toTell.kind, 'answer'), eq(toTell.subject, answerSubject)),
    )
    .where(and(isTold(viewer), isAnswered(), isUnseen(users.id), isNotJustReached(), isDue()));

const selectQuestions = (viewer: Viewer) =>
  db()
    .select({
      kind: sql<TellKind>`'question'`,
      subject: questions.id,
      reportId: reports.id,
      at: questions.askedAt,
      changedAt: sql<null>`null`,
      user: userColumns,
      tried,
    })
    .from(questions)
    .innerJoin(reports, eq(reports.id, questions.reportId))
    .innerJoin(users, eq(users.id, reports.patientId))
    .leftJoin(
      toTell,
      and(eq(toTell.reportId, reports.id), eq(toTell.kind, 'question'), eq(toTell.subject, questions.id)),
    )
    .where(and(isTold(viewer), isOpenQuestion, isDue()));

type Row = {
  kind: TellKind;
  subject: string;
  reportId: string;
  at: Date | null;
  changedAt: Date | null;
  goToday: boolean;
  /** When the next try is due; null if it is now. */
  dueAt: Date | null;
  user: Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'language' | 'contactNumber'>;
  tried: Pick<typeof toTell.$inferSelect, 'outcome' | 'toldAt'> | null;
};

const sinceOf = ({ at, changedAt }: Row): Date => changedAt ?? at ?? new Date(0);
const bySince = (one: Row, other: Row) => sinceOf(one).getTime() - sinceOf(other).getTime();

function present(row: Row, mayWrite: boolean): PersonToTell {
  const { firstName, language, contactNumber } = row.user;
  return {
    reportId: row.reportId,
    kind: row.kind,
    subject: row.subject,
    firstName,
    language,
    since: sinceOf(row).toISOString(),
    goToday: row.goToday,
    dueAt: row.dueAt?.toISOString() ?? null,
    phoneNumber: contactNumber,
    mayWrite: mayWrite && row.tried?.outcome !== 'wrongNumber',
    outcome: row.tried?.outcome ?? null,
    toldAt: row.tried?.toldAt?.toISOString() ?? null,
  };
}
