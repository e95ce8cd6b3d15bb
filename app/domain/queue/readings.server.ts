import { and, count, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import type { PublicReport } from '~/domain/report/present-report';
import { questions, reportReadings, type reports } from '~/platform/db/core/tables/reports.server';
import { db, execute, isForeignKeyError } from '~/platform/db/db.server';
import { hasOpenedSince, isUnchangedSince } from './person-change.server';

/** The changes of a waiting report by its patient: the last correction, and the number of answers. */
type ReportState = { correctedAt: Date | null; answers: number };

const isSameState = (one: ReportState, other: ReportState) =>
  one.correctedAt?.getTime() === other.correctedAt?.getTime() && one.answers === other.answers;

const isUnchanged = ({ correctedAt, answers }: ReportState) => correctedAt === null && answers === 0;

const stateOf = ({ correctedAt, questions: asked }: PublicReport): ReportState => ({
  correctedAt: correctedAt === null ? null : new Date(correctedAt),
  answers: asked.filter(({ answeredAt }) => answeredAt !== null).length,
});

/**
 * Records which state of some reports an expert was shown with all their facts. The state is the one
 * that was presented, so a change at the same moment does not count as read. A report that never
 * changed needs no row.
 */
export async function noteReadings(viewer: Viewer, shownReports: PublicReport[]): Promise<void> {
  if (effectiveRole(viewer) !== 'Expert') return;
  const states = new Map(
    shownReports
      .filter(({ status }) => status === 'Pending')
      .map((report) => [report._id, stateOf(report)] as const)
      .filter(([, state]) => !isUnchanged(state)),
  );
  if (states.size === 0) return;
  const known = await db()
    .select()
    .from(reportReadings)
    .where(and(eq(reportReadings.expertId, viewer.id), inArray(reportReadings.reportId, [...states.keys()])));
  const knownStates = new Map(known.map((row) => [row.reportId, row]));
  for (const [reportId, state] of states) {
    const knownState = knownStates.get(reportId);
    if (knownState && isSameState(knownState, state)) continue;
    await noteReading(viewer.id, reportId, state);
  }
}

async function noteReading(expertId: string, reportId: string, state: ReportState) {
  const columns = { ...state, readAt: new Date() };
  try {
    await execute(
      db()
        .insert(reportReadings)
        .values({ expertId, reportId, ...columns })
        .onConflictDoUpdate({ target: [reportReadings.expertId, reportReadings.reportId], set: columns }),
    );
  } catch (error) {
    // The report or the account was deleted meanwhile.
    if (!isForeignKeyError(error)) throw error;
  }
}

type ReportRow = Pick<typeof reports.$inferSelect, 'id' | 'correctedAt' | 'askedAt'>;

const isAnswerTo = (reportId: string) =>
  and(eq(questions.reportId, reportId), isNotNull(questions.answeredAt));

/** Reads the state of a report. */
export const readState = async ({ id, correctedAt, askedAt }: ReportRow): Promise<ReportState> => ({
  correctedAt,
  answers: askedAt === null ? 0 : await db().$count(questions, isAnswerTo(id)),
});

/** Builds the condition that a report is in a state. Belongs under a `lock` of the report. */
export function isInState(reportId: string, { correctedAt, answers }: ReportState): SQL | undefined {
  const answerCount = db().select({ rows: count() }).from(questions).where(isAnswerTo(reportId));
  return and(isUnchangedSince(correctedAt), sql`(${answerCount}) = ${answers}`);
}

/**
 * Checks whether an expert has read the current state of a waiting report.
 *
 * @param namedVersion `correctedAt` of the report as the caller says that they read it; undefined if
 *   they do not say.
 */
export async function hasReadState(
  expertId: string,
  reportId: string,
  { state, namedVersion }: { state: ReportState; namedVersion: Date | null | undefined },
): Promise<boolean> {
  if (namedVersion !== undefined && namedVersion?.getTime() !== state.correctedAt?.getTime()) return false;
  if (isUnchanged(state)) return true;
  const [reading] = await db()
    .select()
    .from(reportReadings)
    .where(and(eq(reportReadings.expertId, expertId), eq(reportReadings.reportId, reportId)));
  if (reading && isSameState(reading, state)) return true;
  // An older server records the opening of its page only in the audit log. Its page names the version.
  const changes = ['report.personCorrected', 'report.answered'] as const;
  return namedVersion !== undefined && (await hasOpenedSince(expertId, reportId, changes));
}
