import { and, eq, isNull, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '~/domain/kernel/viewer';
import type { LanguageCode } from '~/i18n/language-codes';
import { reports } from '~/platform/db/core/tables/reports.server';
import type { ReportStatus, ReportType, ReportWait } from '~/platform/enums';

/** A list of reports: which ones, and by which time they stand, then by id. */
export type ReportList = {
  where: SQL | undefined;
  by: 'createdAt' | 'reviewedAt';
  isNewestFirst: boolean;
  /** Whether `where` looks at the patient too. */
  asksPatient?: boolean;
  /** For a list whose rows are counted by days: its name there. */
  countedAs?: string;
};

// As text and not as a parameter: only then does SQLite know that the index of the pending or the
// reviewed ones holds every row.
export const isInQueue = sql`${reports.status} = 'Pending' and ${reports.waitsFor} is null`;
const isReviewed = sql`${reports.status} = 'Reviewed'`;

/** The condition that the review of a report, if it has one, cannot be undone any more. */
const isSettled = () => or(isNull(reports.hiddenUntil), lte(reports.hiddenUntil, new Date()));

/** The condition that a report has a review that cannot be undone any more. */
export const isAnswered = () => sql`${and(isReviewed, isSettled())}`;

/**
 * The version of the review that its text is; one from before versions were counted is the first.
 * `versionOf` is the same for a row.
 */
export const versionThatHolds = sql<number>`case when ${reports.version} < 1 then 1 else ${reports.version} end`;

/**
 * The condition that a report is reviewed for a viewer: a review that can still be undone counts
 * for its author and admins alone. `statusSeenBy` is the same rule for a row.
 */
const isReviewedFor = ({ id, accountType }: Viewer) =>
  accountType === 'Admin' ? isReviewed : sql`${and(isReviewed, or(isSettled(), eq(reports.expertId, id)))}`;

/** What is held waits for an admin, whoever else it waits for. */
const waitingFor: Record<ReportWait, SQL> = {
  patient: sql`${reports.status} = 'Pending' and ${reports.waitsFor} = 'patient'`,
  admin: sql`${reports.status} = 'Pending' and ${reports.waitsFor} is not null and ${reports.heldAt} is not null`,
};

/**
 * The reports that wait, the longest waiting first: those in the queue, or those that wait for
 * somebody else than an expert. `search` is a condition on the patient.
 */
export function pendingReports({
  reportType,
  language,
  waitsFor,
  search,
}: {
  reportType?: ReportType;
  language?: LanguageCode;
  waitsFor?: ReportWait;
  search?: SQL;
} = {}): ReportList {
  const isWaiting = waitsFor ? waitingFor[waitsFor] : isInQueue;
  return {
    where: and(isWaiting, ofType(reportType), language && eq(reports.language, language), search),
    by: 'createdAt',
    isNewestFirst: false,
    asksPatient: search !== undefined,
    countedAs: search || waitsFor || language ? undefined : `pending/${reportType ?? ''}`,
  };
}

/** Reviewed reports, the newest review first: everybody's, or those one expert has reviewed. */
export function reviewedReports({
  expertId,
  reportType,
  search,
}: {
  expertId?: string;
  reportType?: ReportType;
  search?: SQL;
}): ReportList {
  // An index holds an expert's reviews by their time, or a type's; both together are few enough to
  // be counted each time.
  const isCounted = !search && !(expertId && reportType);
  return {
    // Only a reviewed report has an expert.
    where: and(expertId ? eq(reports.expertId, expertId) : isReviewed, ofType(reportType), search),
    by: 'reviewedAt',
    isNewestFirst: true,
    asksPatient: search !== undefined,
    countedAs: isCounted ? `reviewed/${expertId ?? ''}/${reportType ?? ''}` : undefined,
  };
}

/**
 * The reports of one patient, newest first. Takes among others the id of one report; the id of a
 * person, or `none`; the status as the viewer sees it; and whether those whose consent was taken
 * back are among them.
 */
export function reportsOfPatient({
  viewer,
  patientId,
  report,
  person,
  reportType,
  status,
  withWithdrawn,
}: {
  viewer: Viewer;
  patientId: string;
  report?: string;
  person?: string;
  reportType?: ReportType;
  status?: ReportStatus;
  withWithdrawn: boolean;
}): ReportList {
  const ofStatus = status === 'Pending' ? not(isReviewedFor(viewer)) : status && isReviewedFor(viewer);
  return {
    where: and(
      eq(reports.patientId, patientId),
      report === undefined ? undefined : eq(reports.id, report),
      person === undefined ? undefined : ofPerson(person === 'none' ? null : person),
      ofType(reportType),
      ofStatus,
      withWithdrawn ? undefined : ne(reports.status, 'Withdrawn'),
    ),
    by: 'createdAt',
    isNewestFirst: true,
  };
}

/** The reports of one person, or with null those of which nothing was said. */
export const ofPerson = (personId: string | null) =>
  personId === null ? isNull(reports.personId) : eq(reports.personId, personId);

const ofType = (reportType: ReportType | undefined) =>
  reportType === undefined ? undefined : eq(reports.reportType, reportType);
