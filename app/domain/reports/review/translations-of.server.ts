import { desc, inArray } from 'drizzle-orm';
import { db } from '~/platform/db/db.server';
import { translations } from '~/platform/db/tables.server';

/**
 * What experts have said of reviews in other languages, of whichever version. Takes the reports'
 * ids.
 *
 * @returns by report, the newest first.
 */
export async function translationsOf(reportIds: string[]) {
  const byReport = new Map<string, (typeof translations.$inferSelect)[]>();
  if (reportIds.length === 0) return byReport;
  const rows = await db()
    .select()
    .from(translations)
    .where(inArray(translations.reportId, reportIds))
    .orderBy(desc(translations.createdAt), desc(translations.id));
  for (const row of rows) byReport.set(row.reportId, [...(byReport.get(row.reportId) ?? []), row]);
  return byReport;
}
