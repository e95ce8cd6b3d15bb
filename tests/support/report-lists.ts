import { eq } from 'drizzle-orm';
import type { Viewer } from '~/domain/kernel/viewer';
import {
  pendingReports,
  type ReportList,
  reportsOfPatient,
  reviewedReports,
} from '~/domain/queue/report-list.server';
import { pendingList } from '~/domain/report/list-schemas';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

type NamedList = [what: string, listOf: () => ReportList | Promise<ReportList>];

const asha = { id: 'asha', accountType: 'Patient' } as Viewer;

/**
 * Every list that must use an index however many reports there are: in a clinic with reports of the
 * type ECG, of the patient `asha` and reviewed by `meera`.
 */
export const listsInIndexes: NamedList[] = [
  ['pending reports', () => pendingReports()],
  ...Object.keys(pendingList.shape)
    .filter((filter) => filter in reports && filter !== 'waitsFor')
    .map((column): NamedList => [`pending reports of one ${column}`, pendingWithSame(column)]),
  [
    'pending reports but a few',
    async () =>
      pendingReports({
        leftOut: (await db().select().from(reports).where(eq(reports.status, 'Pending')).limit(2)).map(
          ({ id }) => id,
        ),
      }),
  ],
  ['urgent reports', () => pendingReports({ urgent: 'yes' })],
  ['reports that wait for their patient', () => pendingReports({ waitsFor: 'patient' })],
  ['reviewed reports', () => reviewedReports({})],
  ['reviewed reports of a type', () => reviewedReports({ reportType: 'ECG' })],
  ['the reviews of a doctor', () => reviewedReports({ expertId: 'meera' })],
  [
    'the reports of a patient',
    () => reportsOfPatient({ viewer: asha, patientId: 'asha', withWithdrawn: true }),
  ],
];

/** Lists the pending reports that have the same value in a column as the first of them. */
function pendingWithSame(column: string) {
  return async () => {
    const [row] = await db().select().from(reports).where(eq(reports.status, 'Pending')).limit(1);
    return pendingReports({ [column]: row?.[column as keyof typeof row] });
  };
}
