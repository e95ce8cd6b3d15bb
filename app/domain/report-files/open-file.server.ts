import { Readable } from 'node:stream';
import { and, eq, exists, gt, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { scopeOf } from '~/domain/kernel/abilities';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import type { PublicReport } from '~/domain/report/present-report';
import { caseNumberOf, thumbnailBoundTo } from '~/domain/report/report-constants';
import type { BesideRow } from '~/domain/report/report-field';
import type { PresentedRow } from '~/domain/report/report-fields';
import { reportFile, reportIdOnly } from '~/domain/report/schemas';
import { filesOf } from '~/domain/report-rules/added-files.server';
import { openNamedFile } from '~/domain/report-rules/named-file.server';
import { isNotHeldFrom } from '~/domain/report-rules/question-state.server';
import { presentOne } from '~/domain/report-view/present-reports.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { troubleOf } from '~/platform/errors.server';
import { type MediaType, nameAsKind } from '~/platform/media-types';

const oneOpeningMs = 60 * 60_000;

/** What a file channel needs: what it is, how long, and how to read any part of it. */
export type OpenFile = {
  /** Of a drawing only where the product itself has drawn it. */
  mediaType: MediaType | 'image/svg+xml';
  bytes: number;
  name: string;
  /** Stays the same as long as the content does; a file never changes under its id. */
  tag: string;
  /**
   * Writes the opening to the audit log; called before any byte of the content goes out, whichever
   * part was asked for.
   */
  noteOpened(): Promise<void>;
  read(range?: { start: number; end: number }): Promise<Readable>;
};

/**
 * A file that is only made once its reader is known to need it: one who has it already is answered
 * without.
 */
export type LateFile = Omit<OpenFile, 'bytes' | 'read'> & {
  /** Refusals are told to the reader as those of the operation are. */
  make(): Promise<Pick<OpenFile, 'bytes' | 'read'>>;
};

/**
 * Opening a file of a report, decrypted as it is read (docs/requirements.md#permissions): the first
 * one, or one that was added, by its number.
 *
 * @throws Refusal: `notFound`, for a file the viewer may not open too.
 */
export const openReportFile = operation({
  name: 'report.openFile',
  input: reportFile,
  allow: 'report.openFile',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input }) {
    const row = await requireOpenable(viewer, input.reportId);
    const file = (await filesOf(row)).find(({ number }) => number === input.number);
    if (!file) throw new Refusal('notFound', 'report.notFound');
    const { mediaType, boundTo, fileName, originalName, bytes } = file;
    return {
      data: {
        mediaType,
        bytes,
        name: nameAsKind(originalName ?? caseNumberOf(row.id), mediaType),
        tag: boundTo,
        noteOpened: () => noteOpened(viewer, row),
        read: (range) => openNamedFile({ name: fileName, boundTo, bytes, ...range }),
      } satisfies OpenFile as OpenFile,
    };
  },
});

/**
 * The small picture of a report's first page, for lists. Who may see it and the refusals are as for
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
        name: `${caseNumberOf(row.id)}.webp`,
        tag: `${row.id}-thumbnail`,
        noteOpened: async () => (viewer.id === row.patientId ? undefined : noteOpened(viewer, row)),
        ...inMemory(picture),
      } satisfies OpenFile as OpenFile,
    };
  },
});

/** A content that is held in memory, as a file channel reads it. */
export function inMemory(content: Buffer): Pick<OpenFile, 'bytes' | 'read'> {
  return {
    bytes: content.length,
    read: async ({ start, end } = { start: 0, end: content.length - 1 }) =>
      Readable.from([content.subarray(start, end + 1)]),
  };
}

/**
 * Writes to the audit log that a viewer has opened a report, once an hour: what they read of it
 * meanwhile belongs to the same opening.
 *
 * @throws where nothing can be written, so that nobody reads unseen; patients read their own all
 *   the same.
 */
export async function noteOpened(viewer: Viewer, { id, patientId }: { id: string; patientId: string }) {
  const opened = { action: 'report.opened', actorId: viewer.id, objectId: id } as const;
  try {
    // Asked before the write, so that a full disk keeps nobody from reading on; and within it, so
    // that two parts asked for at once are one opening.
    const recent = db()
      .select({ id: audit.id })
      .from(audit)
      .where(
        and(
          eq(audit.objectId, id),
          eq(audit.actorId, viewer.id),
          eq(audit.action, 'report.opened'),
          gt(audit.at, new Date(Date.now() - oneOpeningMs)),
        ),
      )
      .limit(1);
    if ((await recent).length > 0) return;
    await execute(auditEntry(opened, recent));
  } catch (error) {
    if (viewer.id !== patientId || !troubleOf(error)) throw error;
  }
}

/**
 * Presents a report to a viewer who opens it, and writes the opening to the audit log first.
 *
 * @throws as `noteOpened` does.
 */
export async function presentOpened(
  viewer: Viewer,
  { report, patient }: { report: PresentedRow & { patientId: string }; patient: BesideRow['patient'] },
  context: Pick<CallContext, 'linkTo'>,
): Promise<PublicReport> {
  await noteOpened(viewer, report);
  return presentOne(viewer, report, patient, context);
}

/**
 * The report whose file a viewer may open, by its id.
 *
 * @throws Refusal: `notFound`, for one they may not open too.
 */
export async function requireOpenable(viewer: Viewer, reportId: string) {
  const [row] = await db()
    .select(openedColumns)
    .from(reports)
    .where(and(eq(id, reportId), isOpenTo(viewer)));
  if (!row) throw new Refusal('notFound', 'report.notFound');
  return row;
}

// What a reader of a file is told of its report; what is sealed beyond its name stays so.
const {
  id,
  patientId,
  fileName,
  originalName,
  mediaType,
  bytes,
  pages,
  pagesCounted,
  askedAt,
  thumbnailName,
} = reports;
const openedColumns = {
  ...{ id, patientId, fileName, originalName, mediaType, bytes, pages, pagesCounted, askedAt, thumbnailName },
};

/** The reports whose files a viewer may open. */
export function isOpenTo(viewer: Viewer) {
  const scope = scopeOf(viewer, 'report.openFile');
  if (scope === 'all') return undefined;
  const own = eq(reports.patientId, viewer.id);
  if (scope !== 'treating') return own;
  const other = alias(reports, 'other');
  const hasReviewedThem = exists(
    db()
      .select({ one: sql`1` })
      .from(other)
      .where(and(eq(other.patientId, reports.patientId), eq(other.expertId, viewer.id))),
  );
  // What the consent was taken back for is open to its owner and to admins.
  const isConsented = ne(reports.status, 'Withdrawn');
  const isTreated = or(eq(reports.status, 'Pending'), hasReviewedThem);
  return or(own, and(isConsented, isTreated, isNotHeldFrom(viewer.id)));
}
