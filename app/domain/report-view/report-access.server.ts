import { asc } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { key, requiredLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { hasPrefix } from '~/domain/kernel/search.server';
import { toCaseNumber, toIdPrefix } from '~/domain/report/report-constants';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { listOpeningsByReport, publicOpening } from './access-log.server';

/** Reports that are sent within a quarter of a second share a case number. */
const maxReports = 5;

const reportAccess = z
  .object({
    reportId: z.string().describe('ID of the report.'),
    caseNumber: z.string().describe('Case number of the report.'),
    openings: z.array(publicOpening).describe('Openings and reviews, newest first.'),
  })
  .meta({
    id: 'ReportAccess',
    description: 'A report, and who opened or reviewed it.',
    example: {
      reportId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
      caseNumber: '01K2-ZQ5V',
      openings: [
        {
          action: 'report.opened',
          name: 'Meera Nair',
          isKey: false,
          accountType: 'Expert',
          registrationNumber: null,
          at: '2026-03-05T09:10:00.000Z',
        },
      ],
    },
  });

/**
 * Lists who has opened the report with a case number, exactly as its patient sees it, and writes an
 * audit entry for each report.
 *
 * @returns no report if none has the number. A deleted one is in the audit log only.
 */
export const readReportAccess = operation({
  name: 'audit.readReportAccess',
  api: {
    summary: 'List who opened a report, by its case number',
    text: "For admins. Returns what the report's patient sees in `report/get-openings`. Empty if no report has the number; usually one, since only reports that are sent at the same moment share a number. The call is recorded in the audit log.",
  },
  input: z.object({
    caseNumber: requiredLine(key('breach.caseNumber'), 20).meta({
      description: 'Case number of the report, in any spelling.',
      example: '47ER-K1H6',
    }),
  }),
  output: z.object({ data: z.array(reportAccess).describe('The reports with this case number.') }),
  allow: 'audit.read',
  successMessage: 'openings.fetched',
  failureMessage: 'openings.failed',
  async run({ viewer, input: { caseNumber } }) {
    const prefix = toIdPrefix(caseNumber);
    const rows = prefix
      ? await db()
          .select({ id: reports.id })
          .from(reports)
          .where(hasPrefix(reports.id, prefix))
          .orderBy(asc(reports.id))
          .limit(maxReports)
      : [];
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) await execute(auditEntry({ action: 'audit.read', actorId: viewer.id }));
    else
      await atomically(
        ids.map((objectId) => auditEntry({ action: 'audit.read', actorId: viewer.id, objectId })),
      );
    const openings = await listOpeningsByReport(ids);
    return {
      data: ids.map((id) => ({
        reportId: id,
        caseNumber: toCaseNumber(id),
        openings: openings[id] ?? [],
      })),
    };
  },
});

/** Reads nothing, for the page with the search form. */
export const readReportAccessPage = operation({
  name: 'audit.readReportAccessPage',
  input: z.object({}),
  allow: 'audit.read',
  successMessage: 'openings.fetched',
  failureMessage: 'openings.failed',
  run: async () => ({}),
});
