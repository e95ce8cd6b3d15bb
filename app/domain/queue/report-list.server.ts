import { and, eq, gt, inArray, isNull, lte, ne, not, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '~/domain/kernel/viewer';
import type { LanguageCode } from '~/i18n/language-codes';
import { reports } from '~/platform/db/core/tables/reports.server';
import type { ReportStatus, ReportType, ReportWait } from '~/platform/enums';

/** A list of reports: its condition, and the time by which it is ordered, followed by the ID. */
export type ReportList = {
  where: SQL | undefined;
  orderColumn: 'createdAt' | 'reviewedAt';
  isNewestFirst: boolean;
  /** True if `where` also refers to the patient. */
  asksPatient?: boolean;
  /** The list's name in the daily counts, if it has any. */
  countName?: string;
  /** The list's name in the numbered changes. Its filters are not part of it. */
  changesName: string;
  /** The condition of the few rows that the daily counts have and the list leaves out. */
  leftOut?: SQL;
};

// Literal text instead of a parameter: only then does SQLite know that the partial index of pending
// or reviewed reports contains every row.
export const isInQueue = sql`${reports.status} = 'Pending' and ${reports.waitsFor} is null`;
/** The condition that an urgent report waits for a review, also while it waits for its patient. */
export const isUrgentAndOpen = sql`${reports.status} = 'Pending' and ${reports.urgentAt} is not null`;
/** The condition that a report is urgent and in the queue. */
export const isUrgentInQueue = sql`${isInQueue} and ${reports.urgentAt} is not null`;
const isReviewed = sql`${reports.status} = 'Reviewed'`;

/** Builds the condition that a report's review, if there is one, can no longer be undone. */
const isSettled = () => or(isNull(reports.hiddenUntil), lte(reports.hiddenUntil, new Date()));

/** Builds the condition that a report has a review that can no longer be undone. */
export const isAnswered = () => sql`${and(isReviewed, isSettled())}`;

/**
 * The version that a review's text has. A review from before versions were counted has version 1.
 * `toVersionNumber` is the same for a row.
 */
export const currentVersion = sql<number>`case when ${reports.version} < 1 then 1 else ${reports.version} end`;

/**
 * Builds the condition that a viewer sees a report as reviewed. A review that can still be undone
 * only counts for its author and admins. `toVisibleStatus` is the same rule for a row.
 */
export const isReviewedFor = ({ id, accountType }: Viewer) =>
  accountType === 'Admin' ? isReviewed : sql`${and(isReviewed, or(isSettled(), eq(reports.expertId, id)))}`;

/** A held report waits for an admin, even if it also waits for its patient. */
const waitingFor: Record<ReportWait, SQL> = {
  patient: sql`${reports.status} = 'Pending' and ${reports.waitsFor} = 'patient'`,
  admin: sql`${reports.status} = 'Pending' and ${reports.waitsFor} is not null and ${reports.heldAt} is not null`,
};

/**
 * Lists waiting reports, the longest waiting first: those in the queue, or those that wait for
 * their patient or an admin.
 *
 * @param filters `search` is a condition on the patient; `leftOut` has the IDs of a few reports that
 *   are shown elsewhere on the page.
 */
export function pendingReports({
  reportType,
  language,
  waitsFor,
  urgent,
  search,
  leftOut = [],
}: {
  reportType?: ReportType;
  language?: LanguageCode;
  waitsFor?: ReportWait;
  urgent?: 'yes';
  search?: SQL;
  leftOut?: string[];
} = {}): ReportList {
  const isWaiting = waitsFor ? waitingFor[waitsFor] : isInQueue;
  const isFitting = and(
    isWaiting,
    urgent && sql`${reports.urgentAt} is not null`,
    ofType(reportType),
    language && eq(reports.language, language),
    search,
  );
  const hasGaps = leftOut.length > 0;
  return {
    where: hasGaps ? and(isFitting, notInArray(reports.id, leftOut)) : isFitting,
    leftOut: hasGaps ? and(isFitting, inArray(reports.id, leftOut)) : undefined,
    orderColumn: 'createdAt',
    isNewestFirst: false,
    asksPatient: search !== undefined,
    changesName: 'pending/',
    countName: search || waitsFor || language || urgent ? undefined : `pending/${reportType ?? ''}`,
  };
}

/**
 * Lists reviewed reports, newest review first: those of everybody, or of one expert.
 *
 * @param filters `search` is a condition on the patient, and `condition` one on the report alone;
 *   `isSettledOnly` leaves out reviews that can still be undone.
 */
export function reviewedReports({
  expertId,
  reportType,
  search,
  condition,
  isSettledOnly = false,
}: {
  expertId?: string;
  reportType?: ReportType;
  search?: SQL;
  condition?: SQL;
  isSettledOnly?: boolean;
}): ReportList {
  // There is an index of an expert's reviews by time, and one by type. Both filters together leave
  // so few rows that they are counted each time.
  const isCounted = !search && !condition && !(expertId && reportType);
  // Only a reviewed report has an expert.
  const isFitting = and(
    expertId ? eq(reports.expertId, expertId) : isReviewed,
    ofType(reportType),
    condition,
    search,
  );
  return {
    where: isSettledOnly ? and(isFitting, isSettled()) : isFitting,
    leftOut: isSettledOnly ? and(isFitting, gt(reports.hiddenUntil, new Date())) : undefined,
    orderColumn: 'reviewedAt',
    isNewestFirst: true,
    asksPatient: search !== undefined,
    changesName: `reviewed/${expertId ?? ''}/`,
    countName: isCounted ? `reviewed/${expertId ?? ''}/${reportType ?? ''}` : undefined,
  };
}

/**
 * Lists the reports of one patient, newest first.
 *
 * @param filters `report` is the ID of one report; `person` the ID of a person, or `none`; `status`
 *   the status as the viewer sees it; `withWithdrawn` includes reports whose consent was withdrawn.
 */
export function reportsOfPatient({
  viewer,
  patientId,
  person,
  reportType,
  status,
  withWithdrawn,
}: {
  viewer: Viewer;
  patientId: string;
  person?: string;
  reportType?: ReportType;
  status?: ReportStatus;
  withWithdrawn: boolean;
}): ReportList {
  const ofStatus = status === 'Pending' ? not(isReviewedFor(viewer)) : status && isReviewedFor(viewer);
  return {
    where: and(
      eq(reports.patientId, patientId),
      person === undefined ? undefined : isReportOfPerson(person === 'none' ? null : person),
      ofType(reportType),
      ofStatus,
      withWithdrawn ? undefined : ne(reports.status, 'Withdrawn'),
    ),
    orderColumn: 'createdAt',
    isNewestFirst: true,
    changesName: `patient/${patientId}`,
  };
}

/** Builds the condition that a report is about a person, or with null about no stated person. */
export const isReportOfPerson = (personId: string | null) =>
  personId === null ? isNull(reports.personId) : eq(reports.personId, personId);

const ofType = (reportType: ReportType | undefined) =>
  reportType === undefined ? undefined : eq(reports.reportType, reportType);
