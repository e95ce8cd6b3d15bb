import { z } from 'zod';
import { countSearch, noteMiss } from '~/domain/accounts/searches.server';
import { key, requiredLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { hasPrefix } from '~/domain/kernel/search.server';
import { toIdPrefix } from '~/domain/report/report-constants';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { markedReport, markReportUrgent } from './mark-urgent.server';

/**
 * Marks a report as urgent for the front desk, which knows its case number from a call. The first
 * name of the patient tells whether it is the right one.
 *
 * @throws Refusal: `invalid` beside `caseNumber` if no waiting report has it; `conflict` as
 *   `markUrgent`; `tooMany` after 30 searches in an hour.
 */
export const markUrgentByCase = operation({
  name: 'frontDesk.markUrgent',
  api: {
    summary: 'Mark a report as urgent by its case number',
    text: 'For admins and the front desk, if a patient calls and feels worse. Tell them first to call `112` or to go to a hospital: the mark calls no help, and nobody can promise when a doctor reads the report. Compare `firstName` with the caller. Counts as one of 30 searches an hour.',
  },
  input: z.object({
    caseNumber: requiredLine(key('danger.caseNumber'), 20).meta({
      description: 'Case number of the report, in any spelling.',
      example: '47ER-K1H6',
    }),
  }),
  output: z.object({ data: markedReport.describe('The report.') }),
  refusals: ['conflict', 'tooMany'],
  allow: 'frontDesk.search',
  successMessage: 'danger.done',
  failureMessage: 'danger.failed',
  async run({ viewer, input: { caseNumber } }) {
    await countSearch(viewer);
    const prefix = toIdPrefix(caseNumber);
    const [row] = prefix
      ? await db()
          .select({ id: reports.id })
          .from(reports)
          .where(hasPrefix(reports.id, prefix))
          .orderBy(reports.id)
          .limit(1)
      : [];
    if (!row) {
      await noteMiss(viewer);
      throw new Refusal('invalid', 'danger.noSuchCase', { field: 'caseNumber' });
    }
    return { data: await markReportUrgent(viewer, row.id) };
  },
});
