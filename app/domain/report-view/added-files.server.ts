import { and, asc, eq, exists, inArray, not, notInArray, type SQL, sql } from 'drizzle-orm';
import { reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import type { MediaType } from '~/platform/media-types';

type Row = Pick<
  typeof reports.$inferSelect,
  'id' | 'fileName' | 'originalName' | 'mediaType' | 'bytes' | 'pages' | 'pagesCounted' | 'askedAt'
>;

/**
 * A file of a report: its number, from 1, and the ID its encryption is bound to. `isCounted` tells
 * whether its pages were counted.
 */
export type ReportFile = {
  number: number;
  boundTo: string;
  fileName: string;
  originalName: string | null;
  mediaType: MediaType;
  bytes: number;
  pages: number;
  isCounted: boolean;
};

/**
 * Lists the files of a report by number. The first is in the report's own row, the others were
 * added later.
 */
export async function listReportFiles(row: Row): Promise<ReportFile[]> {
  const first = { ...row, number: 1, boundTo: row.id, isCounted: row.pagesCounted };
  // Files are only added in answer to a question.
  if (row.askedAt === null) return [first];
  const addedRows = await db()
    .select()
    .from(reportFiles)
    .where(eq(reportFiles.reportId, row.id))
    .orderBy(asc(reportFiles.number));
  return [first, ...addedRows.map((file) => ({ ...file, boundTo: file.id, isCounted: true }))];
}

/**
 * Lists the names of the files that were added to some reports.
 *
 * @param reportIds the IDs of the reports.
 */
export async function listAddedFileNames(reportIds: string[]): Promise<string[]> {
  const rows = await db()
    .select({ name: reportFiles.fileName })
    .from(reportFiles)
    .where(inArray(reportFiles.reportId, reportIds));
  return rows.map(({ name }) => name);
}

/**
 * Builds the condition that a report has no added files except the named ones. Must run under the
 * report's lock.
 */
export const hasOnlyFiles = (names: string[]): SQL =>
  not(
    exists(
      db()
        .select({ one: sql`1` })
        .from(reportFiles)
        .where(and(eq(reportFiles.reportId, reports.id), notInArray(reportFiles.fileName, names))),
    ),
  );
