import { and, count, desc, eq, inArray, lt, max, ne, sql } from 'drizzle-orm';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { peopleOf } from '~/domain/report/people-rows.server';
import { isOpenTo } from '~/domain/report-files/open-file.server';
import { ofPerson } from '~/domain/report-rules/report-list.server';
import { statusSeenBy } from '~/domain/report-view/present-reports.server';
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

/** So many are listed; a doctor finds the others in the list of the patient's. */
const maxListed = 20;

type Row = { id: string; patientId: string; personId: string | null; createdAt: Date };

/**
 * What was sent of the same person before a report, the newest first, as far as the viewer may open
 * it; where nothing was said of a person, what else was sent without saying. Takes the report.
 *
 * @returns how many there are, the newest 20, and whose they are, as the list of the patient's
 *   filters them.
 */
export async function earlierReportsOf(
  viewer: Viewer,
  { id, patientId, personId, createdAt }: Row,
  { linkTo }: Pick<CallContext, 'linkTo'>,
) {
  const isEarlier = and(
    eq(reports.patientId, patientId),
    ofPerson(personId),
    ne(reports.id, id),
    lt(reports.createdAt, createdAt),
    ne(reports.status, 'Withdrawn'),
    isOpenTo(viewer),
  );
  const { reportType, status, expertId, hiddenUntil, resourceType } = reports;
  const found = await db()
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
    person: personId ?? 'none',
    total: Number(all?.total ?? 0),
    reports: found.map(
      (row): EarlierReport => ({
        _id: row._id,
        reportType: row.reportType,
        status: statusSeenBy(viewer, row) === 'Reviewed' ? 'Reviewed' : 'Pending',
        createdAt: row.createdAt.toISOString(),
        fileUrl: linkTo(`/files/${row.resourceType}/${row._id}`),
      }),
    ),
  };
}

/** Whose reports a list has; `none` and no name where nothing was said of a person. */
export type PersonGroup = { person: string; name: string | null; reports: number };

/**
 * The people whose reports an account has sent, each with how many. For its owner they are called
 * as on their list; for others, and for those who left the list, as on their newest report.
 */
export async function personGroupsOf(
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
  const said = await db()
    .select({ id: reports.id, name: reports.aboutName })
    .from(reports)
    .where(inArray(reports.id, newest));
  const nameOf = new Map(said.map(({ id, name }) => [id, name]));
  const onList = viewer.id === patientId ? await peopleOf(patientId) : [];
  const nameOnList = new Map(onList.map(({ id, name }) => [id, name]));
  return groups.map(({ personId, rows, newest: id }) => ({
    person: personId ?? 'none',
    name: personId === null ? null : (nameOnList.get(personId) ?? nameOf.get(id ?? '') ?? null),
    reports: Number(rows),
  }));
}
