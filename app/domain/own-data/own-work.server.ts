import { and, asc, eq, gt, inArray, not, or, sql } from 'drizzle-orm';
import { findSeenPatients, isAboutPatient } from '~/domain/audit/audit-entry.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { presentCredentials } from '~/domain/report/present-translation';
import { isUndoable } from '~/domain/report-view/present-reports.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import {
  questions,
  reports,
  reviewDrafts,
  reviewVersions,
  translations,
} from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import type { SignedCredentials } from '~/platform/enums';
import { exportedColumns } from './personal-data';

const rowsAtOnce = 500;

export type Report = typeof reports.$inferSelect;

type Signature = {
  expertId: string | null;
  expertFirstName: string | null;
  expertLastName: string | null;
  expertRegistration: string | null;
  expertCredentials: SignedCredentials | null;
};

/** Joins the doctor's columns of a row into one object; null if no doctor has signed. */
export function signed<Row extends Signature>(row: Row) {
  const { expertId, expertFirstName, expertLastName, expertRegistration, expertCredentials, ...columns } =
    row;
  const expert = expertId && {
    id: expertId,
    firstName: expertFirstName,
    lastName: expertLastName,
    registration: expertRegistration,
    ...presentCredentials({ expertId, expertRegistration, expertCredentials }),
  };
  return { ...columns, expert };
}

/**
 * Returns the lists that may be long, to be read in parts: the user's reviews, without the
 * patients, and the audit entries about the user.
 */
export function listOwnRecords(viewer: Viewer, ownReports: Report[]): Record<string, AsyncIterable<unknown>> {
  return {
    reviewsWritten: reviewsBy(viewer),
    translationsWritten: translationsBy(viewer),
    versionsWritten: versionsBy(viewer),
    questionsWritten: questionsBy(viewer),
    drafts: draftsBy(viewer),
    audit: auditLinesAbout(viewer, ownReports),
  };
}

/**
 * Yields rows part by part.
 *
 * @param read reads the part after the last row of the previous one.
 */
async function* inParts<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}

async function* translationsBy(viewer: Viewer) {
  const rows = inParts<typeof translations.$inferSelect>((last) =>
    db()
      .select()
      .from(translations)
      .where(and(eq(translations.expertId, viewer.id), gt(translations.id, last?.id ?? '')))
      .orderBy(asc(translations.id))
      .limit(rowsAtOnce),
  );
  for await (const row of rows) yield signed(exportedColumns('translations', row));
}

/** Yields the texts of reviews that the user changed or took back. */
async function* versionsBy(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(reviewVersions)
    .where(eq(reviewVersions.expertId, viewer.id))
    .orderBy(asc(reviewVersions.createdAt), asc(reviewVersions.id));
  for (const row of rows) yield signed(exportedColumns('reviewVersions', row));
}

async function* questionsBy(viewer: Viewer) {
  const { expertId, askedAt, id } = questions;
  const rows = await db()
    .select()
    .from(questions)
    .where(eq(expertId, viewer.id))
    .orderBy(asc(askedAt), asc(id));
  // The patient's words belong to the patient.
  for (const row of rows) yield { ...exportedColumns('questions', row), answer: undefined };
}

async function* draftsBy(viewer: Viewer) {
  const { expertId, updatedAt } = reviewDrafts;
  const rows = await db().select().from(reviewDrafts).where(eq(expertId, viewer.id)).orderBy(asc(updatedAt));
  for (const row of rows) yield exportedColumns('reviewDrafts', row);
}

function reviewsBy(viewer: Viewer) {
  const { id: reportId, reportType, review, reviewedAt } = reports;
  return inParts<Pick<Report, 'reportType' | 'review' | 'reviewedAt'> & { reportId: string }>((last) => {
    const isAfter = sql`(${reviewedAt}, ${reportId}) > (${last?.reviewedAt?.getTime() ?? 0}, ${last?.reportId})`;
    return db()
      .select({ reportId, reportType, review, reviewedAt })
      .from(reports)
      .where(and(eq(reports.expertId, viewer.id), last && isAfter))
      .orderBy(asc(reviewedAt), asc(reportId))
      .limit(rowsAtOnce);
  });
}

/**
 * Yields the user's actions, and all actions on their account or their reports, by ID. A review
 * that can still be undone is left out, as it is from the report itself.
 */
async function* auditLinesAbout(viewer: Viewer, ownReports: Report[]) {
  const reportIds = ownReports.map(({ id }) => id);
  const hidden = ownReports.filter((row) => isUndoable(row) && row.status === 'Pending').map(({ id }) => id);
  const isHidden = and(eq(audit.action, 'report.reviewed'), inArray(audit.objectId, hidden));
  const isTheirs = or(eq(audit.actorId, viewer.id), isAboutPatient([viewer.id, ...reportIds], viewer.id));
  let last = 0;
  for (;;) {
    const rows = await db()
      .select()
      .from(audit)
      .where(and(isTheirs, gt(audit.id, last), hidden.length > 0 ? not(sql`${isHidden}`) : undefined))
      .orderBy(asc(audit.id))
      .limit(rowsAtOnce);
    const looks = await findSeenPatients(rows.filter(({ actorId }) => actorId === viewer.id));
    // The other people on a list that someone looked at are not data about the viewer.
    const ownLooks = await findSeenPatients(rows, { patientIds: [viewer.id] });
    for (const line of rows) {
      for (const objectId of looks.get(line.id) ?? ownLooks.get(line.id) ?? [line.objectId])
        yield exportedColumns('audit', { ...line, objectId });
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < rowsAtOnce) return;
  }
}
