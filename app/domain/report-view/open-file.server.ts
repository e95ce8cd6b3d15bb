import { Readable } from 'node:stream';
import { and, eq, exists, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { findScope } from '~/domain/kernel/abilities';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { isAfterPersonChange } from '~/domain/queue/person-change.server';
import { findWithPatient, isNotClosedTo } from '~/domain/queue/question-state.server';
import { noteReadings } from '~/domain/queue/readings.server';
import type { PublicReport } from '~/domain/report/present-report';
import { thumbnailBoundTo, toCaseNumber } from '~/domain/report/report-constants';
import type { BesideRow } from '~/domain/report/report-field';
import type { PresentedRow } from '~/domain/report/report-fields';
import { reportFile, reportIdOnly } from '~/domain/report/schemas';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { toTrouble } from '~/platform/errors.server';
import { type MediaType, nameAsKind } from '~/platform/media-types';
import { listReportFiles } from './added-files.server';
import { openNamedFile } from './named-file.server';
import { type PresentContext, presentReportTo } from './present-reports.server';

/** Milliseconds within which everything that a viewer reads of a report is one opening. */
export const oneOpeningMs = 60 * 60_000;

/** An open file as a file channel needs it: type, size, and a way to read any part of it. */
export type OpenFile = {
  /** `image/svg+xml` only for drawings that the product made itself. */
  mediaType: MediaType | 'image/svg+xml';
  bytes: number;
  name: string;
  /** An ETag: stays the same while the content does. A file never changes under its ID. */
  tag: string;
  /**
   * Writes the opening to the audit log. Called before any byte of the content is sent, whichever
   * part was requested.
   */
  noteOpened(): Promise<void>;
  /** True if the browser must not store it, because its reader has no account. */
  isNeverStored?: boolean;
  read(range?: { start: number; end: number }): Promise<Readable>;
};

/**
 * A file that is only made if its reader needs it. A reader who already has it is answered without.
 */
export type LateFile = Omit<OpenFile, 'bytes' | 'read'> & {
  /** Makes the file. Its refusals reach the reader like those of the operation. */
  load(): Promise<Pick<OpenFile, 'bytes' | 'read'>>;
};

/**
 * Opens a file of a report, decrypted as it is read (docs/requirements.md#permissions): the first
 * one, or an added one by its number.
 *
 * @throws Refusal: `notFound`, also for a file that the viewer may not open.
 */
export const openReportFile = operation({
  name: 'report.openFile',
  input: reportFile,
  allow: 'report.openFile',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input }) {
    const row = await requireOpenable(viewer, input.reportId);
    const file = (await listReportFiles(row)).find(({ number }) => number === input.number);
    if (!file) throw new Refusal('notFound', 'report.notFound');
    const { mediaType, boundTo, fileName, originalName, bytes } = file;
    return {
      data: {
        mediaType,
        bytes,
        name: nameAsKind(originalName ?? toCaseNumber(row.id), mediaType),
        tag: boundTo,
        noteOpened: () => noteOpened(viewer, row),
        read: (range) => openNamedFile({ name: fileName, boundTo, bytes, ...range }),
      } satisfies OpenFile as OpenFile,
    };
  },
});

/**
 * Opens the thumbnail of a report's first page, for lists. Permissions and refusals are those of
 * the file.
 */
export const openReportThumbnail = operation({
  name: 'report.openThumbnail',
  input: reportIdOnly,
  allow: 'report.openFile',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input }) {
    const row = await requireOpenable(viewer, input.reportId);
    if (!row.thumbnailName) throw new Refusal('notFound', 'report.notFound');
    const stream = await openNamedFile({ name: row.thumbnailName, boundTo: thumbnailBoundTo(row.id) });
    const picture = Buffer.concat(await stream.toArray());
    return {
      data: {
        mediaType: 'image/webp',
        name: `${toCaseNumber(row.id)}.webp`,
        tag: `${row.id}-thumbnail`,
        noteOpened: async () => (viewer.id === row.patientId ? undefined : noteOpened(viewer, row)),
        ...openBuffer(picture),
      } satisfies OpenFile as OpenFile,
    };
  },
});

/** Adapts content in memory to the interface of a file channel. */
export function openBuffer(content: Buffer): Pick<OpenFile, 'bytes' | 'read'> {
  return {
    bytes: content.length,
    read: async ({ start, end } = { start: 0, end: content.length - 1 }) =>
      Readable.from([content.subarray(start, end + 1)]),
  };
}

/**
 * Writes to the audit log that a viewer opened a report, once an hour. Everything read within the
 * hour belongs to the same opening.
 *
 * @param since a condition that an earlier entry has to meet to be the same opening.
 * @throws the error of a failed write, so that nobody reads unrecorded. Patients can read their own
 *   reports even if the disk is full or the database is unavailable.
 */
export async function noteOpened(
  viewer: Viewer,
  { id, patientId }: { id: string; patientId: string },
  since?: SQL,
) {
  const entry = { action: 'report.opened', actorId: viewer.id, objectId: id } as const;
  try {
    // Checked before the write, so that a full disk stops nobody from reading on; and within it, so
    // that two parts requested at once are one opening.
    const recentOpening = db()
      .select({ id: audit.id })
      .from(audit)
      .where(
        and(
          eq(audit.objectId, id),
          eq(audit.actorId, viewer.id),
          eq(audit.action, 'report.opened'),
          gt(audit.at, new Date(Date.now() - oneOpeningMs)),
          since,
        ),
      )
      .limit(1);
    if ((await recentOpening).length > 0) return;
    await execute(auditEntry(entry, recentOpening));
  } catch (error) {
    if (viewer.id !== patientId || !toTrouble(error)) throw error;
  }
}

/**
 * Presents a report to a viewer who opens it, after writing the opening to the audit log. A report
 * about another person than before is opened anew. A waiting report is read again after the entry,
 * so that nobody counts as a reader of a person they were not shown.
 *
 * @throws as `noteOpened` does.
 */
export async function presentOpened(
  viewer: Viewer,
  { report, patient }: { report: PresentedRow & { patientId: string }; patient: BesideRow['patient'] },
  context: PresentContext,
): Promise<PublicReport> {
  await noteOpened(viewer, report, isAfterPersonChange(report.id));
  const latest = report.status === 'Pending' ? await findWithPatient(report.id) : undefined;
  const shown = latest?.report.status === 'Pending' ? latest.report : report;
  const presented = await presentReportTo(viewer, shown, patient, context);
  await noteReadings(viewer, [presented]);
  return presented;
}

/**
 * Reads a report whose file a viewer may open.
 *
 * @throws Refusal: `notFound`, also for a report the viewer may not open; `forbidden` for a key if the
 *   consent is withdrawn.
 */
export async function requireOpenable(viewer: Viewer, reportId: string) {
  const [row] = await db()
    .select(openedColumns)
    .from(reports)
    .where(and(eq(reports.id, reportId), isOpenTo(viewer)));
  if (row) return row;
  const isWithdrawn =
    viewer.keyReaches &&
    (await db().$count(reports, and(eq(reports.id, reportId), eq(reports.status, 'Withdrawn'))));
  throw isWithdrawn ? consentWithdrawnRefusal() : new Refusal('notFound', 'report.notFound');
}

/** Builds the refusal of a report whose consent is withdrawn, which programs are told. */
export const consentWithdrawnRefusal = () =>
  new Refusal('forbidden', 'key.consentWithdrawn', { code: 'consentWithdrawn' });

/**
 * The columns of a report that a reader of its files needs. Apart from the name, no encrypted column
 * is opened.
 */
export const openedColumns = {
  id: reports.id,
  patientId: reports.patientId,
  fileName: reports.fileName,
  originalName: reports.originalName,
  mediaType: reports.mediaType,
  bytes: reports.bytes,
  pages: reports.pages,
  pagesCounted: reports.pagesCounted,
  askedAt: reports.askedAt,
  thumbnailName: reports.thumbnailName,
};

/** Builds the condition that a viewer may open the files of a report. */
export function isOpenTo(viewer: Viewer) {
  const scope = findScope(viewer, 'report.openFile');
  if (scope === 'all') return undefined;
  // After a withdrawn consent only the owner and admins can open the files.
  const isConsented = ne(reports.status, 'Withdrawn');
  if (scope === 'consented') return and(isConsented, isNotClosedTo(viewer.id));
  const isOwnReport = eq(reports.patientId, viewer.id);
  if (scope !== 'treating') return isOwnReport;
  const otherReports = alias(reports, 'other');
  const hasReviewedThem = exists(
    db()
      .select({ one: sql`1` })
      .from(otherReports)
      .where(and(eq(otherReports.patientId, reports.patientId), eq(otherReports.expertId, viewer.id))),
  );
  const isTreated = or(eq(reports.status, 'Pending'), hasReviewedThem);
  return or(isOwnReport, and(isConsented, isTreated, isNotClosedTo(viewer.id)));
}
