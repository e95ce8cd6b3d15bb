import { and, asc, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Viewer } from '~/domain/kernel/viewer';
import { reviewSteps, stepChecks } from '~/platform/db/core/tables/next-steps.server';
import {
  consents,
  questions,
  reportFiles,
  reviewVersions,
  translations,
} from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

type OfReports = SQLiteTable & { reportId: SQLiteColumn };

/**
 * Reads the rows of a table that belong to some reports, in the given order.
 *
 * @returns the rows by report ID; reports without rows are left out.
 */
async function rowsOf<Table extends OfReports>(
  table: Table,
  reportIds: string[],
  { order, where }: { order: SQL[]; where?: SQL },
): Promise<Map<string, Table['$inferSelect'][]>> {
  const byReport = new Map<string, Table['$inferSelect'][]>();
  if (reportIds.length === 0) return byReport;
  const rows = (await db()
    .select()
    .from(table as OfReports)
    .where(and(inArray(table.reportId, reportIds), where))
    .orderBy(...order)) as (Table['$inferSelect'] & { reportId: string })[];
  for (const row of rows) byReport.set(row.reportId, [...(byReport.get(row.reportId) ?? []), row]);
  return byReport;
}

/** Reads the versions of the reviews of some reports, oldest first. */
export const selectVersions = (reportIds: string[]) =>
  rowsOf(reviewVersions, reportIds, { order: [asc(reviewVersions.number)] });

/** Reads the next steps of the reviews of some reports, for all versions, oldest first. */
export const selectSteps = (reportIds: string[]) =>
  rowsOf(reviewSteps, reportIds, { order: [asc(reviewSteps.version)] });

/** Reads what became of the next steps of some reports, for all versions, oldest first. */
export const selectStepChecks = (reportIds: string[]) =>
  rowsOf(stepChecks, reportIds, { order: [asc(stepChecks.version)] });

/** Reads the questions about some reports, oldest first. */
export const selectQuestions = (reportIds: string[]) =>
  rowsOf(questions, reportIds, { order: [asc(questions.askedAt), asc(questions.id)] });

/** Reads the files that were added to some reports, by number. */
export const selectAddedFiles = (reportIds: string[]) =>
  rowsOf(reportFiles, reportIds, { order: [asc(reportFiles.number)] });

/** Reads the translations of the reviews of some reports, for all versions, newest first. */
export const selectTranslations = (reportIds: string[]) =>
  rowsOf(translations, reportIds, { order: [desc(translations.createdAt), desc(translations.id)] });

/**
 * Reads the consents a viewer gave for some reports. Consents in force come first, then newest
 * first.
 */
export const selectOwnConsents = (viewer: Viewer, reportIds: string[]) =>
  rowsOf(consents, reportIds, {
    where: eq(consents.userId, viewer.id),
    order: [desc(isNull(consents.withdrawnAt)), desc(consents.at), desc(consents.id)],
  });
