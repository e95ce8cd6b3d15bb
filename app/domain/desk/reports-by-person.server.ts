import { and, count, desc, eq, exists, inArray, lt, max, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { findWithPatient } from '~/domain/queue/question-state.server';
import { isReportOfPerson } from '~/domain/queue/report-list.server';
import { listPersonRows } from '~/domain/report/people-rows.server';
import type { PublicReport } from '~/domain/report/present-report';
import { isOpenTo, presentOpened } from '~/domain/report-view/open-file.server';
import { toVisibleStatus } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import type { ReportStatus, ReportType } from '~/platform/enums';

/** A report that a doctor may open beside another one of the same person. */
export type EarlierReport = {
  _id: string;
  reportType: ReportType;
  status: ReportStatus;
  createdAt: string;
  fileUrl: string;
};

/** Maximum number of listed reports; the rest are in the list of the patient's reports. */
const maxListed = 20;

type Row = { id: string; patientId: string; personId: string | null; createdAt: Date };

/**
 * Finds the earlier reports of the same person, newest first, that the viewer may open. If a report
 * names no person, finds the others that name none.
 *
 * @returns the total, the newest 20, and the person, as the filter of the patient's list names
 *   them.
 */
export async function listEarlierReports(
  viewer: Viewer,
  report: Row,
  { linkTo }: Pick<CallContext, 'linkTo'>,
) {
  const isEarlier = isEarlierReport(viewer, report);
  const { reportType, status, expertId, hiddenUntil, resourceType } = reports;
  const rows = await db()
    .select({
      _id: reports.id,
      reportType,
      status,
      expertId,
      hiddenUntil,
      resourceType,
      createdAt: reports.createdAt,
    })
    .from(reports)
    .where(isEarlier)
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(maxListed);
  const [all] = await db().select({ total: count() }).from(reports).where(isEarlier);
  return {
    person: report.personId ?? 'none',
    total: Number(all?.total ?? 0),
    reports: rows.map(
      (row): EarlierReport => ({
        _id: row._id,
        reportType: row.reportType,
        status: toVisibleStatus(viewer, row) === 'Reviewed' ? 'Reviewed' : 'Pending',
        createdAt: row.createdAt.toISOString(),
        fileUrl: linkTo(`/files/${row.resourceType}/${row._id}`),
      }),
    ),
  };
}

/** Builds the condition of the earlier reports of the same person that the viewer may open. */
const isEarlierReport = (viewer: Viewer, { id, patientId, personId, createdAt }: Row) =>
  and(
    eq(reports.patientId, patientId),
    isReportOfPerson(personId),
    ne(reports.id, id),
    lt(reports.createdAt, createdAt),
    ne(reports.status, 'Withdrawn'),
    isOpenTo(viewer),
  );

/** An earlier report of the same person, as it is shown beside another one: its files only. */
export type ReportBeside = Pick<
  PublicReport,
  | '_id'
  | 'reportType'
  | 'createdAt'
  | 'resourceType'
  | 'reportUrl'
  | 'status'
  | 'pages'
  | 'pageNotes'
  | 'files'
  | 'patient'
  | 'about'
>;

/**
 * Opens an earlier report of the same person beside a report, after writing the opening to the audit
 * log.
 *
 * @param besideId the ID of the earlier report.
 * @returns null if the report names no person, or if `listEarlierReports` would not list the other
 *   one.
 * @throws as `noteOpened` does.
 */
export async function openReportBeside(
  viewer: Viewer,
  report: Row,
  besideId: string | undefined,
  context: CallContext,
): Promise<ReportBeside | null> {
  // Reports that name no person may be about different people.
  if (!besideId || report.personId === null) return null;
  const match = await findWithPatient(besideId, isEarlierReport(viewer, report));
  if (!match) return null;
  const opened = await presentOpened(viewer, match, context);
  const { _id, reportType, createdAt, resourceType, reportUrl, status } = opened;
  const { pages, pageNotes, files, patient, about } = opened;
  return {
    _id,
    reportType,
    createdAt,
    resourceType,
    reportUrl,
    status,
    pages,
    pageNotes,
    files,
    patient,
    about,
  };
}

/** The person of a group of reports; `none` and no name if the reports name no person. */
export type PersonGroup = { person: string; name: string | null; reports: number };

/**
 * Lists the people whose reports an account has sent, each with a count. The owner sees the names
 * of their own list. Other viewers, and people who left the list, get the name on the newest
 * report.
 */
export async function listPersonGroups(
  viewer: Viewer,
  patientId: string,
  withWithdrawn: boolean,
): Promise<PersonGroup[]> {
  const groups = await db()
    .select({ personId: reports.personId, rows: count(), newest: max(reports.id) })
    .from(reports)
    .where(and(eq(reports.patientId, patientId), withWithdrawn ? undefined : ne(reports.status, 'Withdrawn')))
    .groupBy(reports.personId)
    .orderBy(sql`${reports.personId} is null`, reports.personId);
  const newest = groups.flatMap((group) => group.newest ?? []);
  const namedReports = await db()
    .select({ id: reports.id, name: reports.aboutName })
    .from(reports)
    .where(inArray(reports.id, newest));
  const nameOf = new Map(namedReports.map(({ id, name }) => [id, name]));
  const onList = viewer.id === patientId ? await listPersonRows(patientId) : [];
  const nameOnList = new Map(onList.map(({ id, name }) => [id, name]));
  return groups.map(({ personId, rows, newest: id }) => ({
    person: personId ?? 'none',
    name: personId === null ? null : (nameOnList.get(personId) ?? nameOf.get(id ?? '') ?? null),
    reports: Number(rows),
  }));
}

/** Builds the condition that an expert may review or has reviewed one of a patient's reports. */
export const isTreatedBy = (expertId: string) => {
  const otherReport = alias(reports, 'other');
  return exists(
    db()
      .select({ one: sql`1` })
      .from(otherReport)
      .where(
        and(
          eq(otherReport.patientId, users.id),
          or(eq(otherReport.status, 'Pending'), eq(otherReport.expertId, expertId)),
        ),
      ),
  );
};
