import { eq } from 'drizzle-orm';
import { formatFullName } from '~/domain/identity/full-name';
import type { Viewer } from '~/domain/kernel/viewer';
import { isOwnReport } from '~/domain/report/own-reports.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

/**
 * Reads what the form for a call about one of the viewer's own reports begins with. The number is
 * that of the account, or else of the report.
 *
 * @returns null for a report that is not the viewer's.
 */
export async function findCallAboutReport(viewer: Viewer, reportId: string) {
  const { firstName, lastName, contactNumber } = users;
  const [row] = await db()
    .select({ firstName, lastName, contactNumber, phoneNumber: reports.phoneNumber })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isOwnReport(viewer, reportId));
  if (!row) return null;
  return {
    name: formatFullName(row),
    phoneNumber: row.contactNumber || row.phoneNumber,
    caseNumber: toCaseNumber(reportId),
  };
}
