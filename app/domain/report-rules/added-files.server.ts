import { and, asc, eq, exists, inArray, not, notInArray, type SQL, sql } from 'drizzle-orm';
import { reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import type { MediaType } from '~/platform/media-types';

type Row = Pick<
  typeof reports.$inferSelect,
  'id' | 'fileName' | 'originalName' | 'mediaType' | 'bytes' | 'pages' | 'pagesCounted' | 'askedAt'
>;

/**
 * One file of a report, whichever it is: its number, from 1, and what it is bound to by its seal.
 * `isCounted`: whether its pages were counted.
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

/** The files of a report by number: the first is in its own row, the others were added later. */
export async function filesOf(row: Row): Promise<ReportFile[]> {
  const first = { ...row, number: 1, boundTo: row.id, isCounted: row.pagesCounted };
  // Nothing is added but where something was asked.
  if (row.askedAt === null) return [first];
  const added = await db()
    .select()
    .from(reportFiles)
    .where(eq(reportFiles.reportId, row.id))
    .orderBy(asc(reportFiles.number));
  return [first, ...added.map((file) => ({ ...file, boundTo: file.id, isCounted: true }))];
}

/** The names of the files that were added to some reports. Takes the reports' ids. */
export async function addedNamesOf(reportIds: string[]): Promise<string[]> {
  const rows = await db()
    .select({ name: reportFiles.fileName })
    .from(reportFiles)
    .where(inArray(reportFiles.reportId, reportIds));
  return rows.map(({ name }) => name);
}

/** The condition that no other file than these was added to a report; it stands under its lock. */
export const hasOnly = (names: string[]): SQL =>
  not(
    exists(
      db()
        .select({ one: sql`1` })
        .from(reportFiles)
        .where(and(eq(reportFiles.reportId, reports.id), notInArray(reportFiles.fileName, names))),
    ),
  );
