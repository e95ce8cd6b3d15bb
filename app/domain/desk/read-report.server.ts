import { and, eq, ne, or } from 'drizzle-orm';
import { findScope } from '~/domain/kernel/abilities';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { findWithPatient } from '~/domain/queue/question-state.server';
import { reportAnswer } from '~/domain/report/present-report';
import { reportIdOnly } from '~/domain/report/schemas';
import { consentWithdrawnRefusal, presentOpened } from '~/domain/report-view/open-file.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { hideClosedFile, mayOpenAll } from './report-lists.server';
import { isTreatedBy } from './reports-by-person.server';

/**
 * Reads one report for a viewer who finds it in the list of the patient's reports, as it appears
 * there (docs/requirements.md#permissions). For everybody but its patient this counts as an
 * opening.
 *
 * @throws Refusal: `notFound`, also for a report that the viewer may not see.
 */
export const readReport = operation({
  name: 'report.read',
  api: {
    summary: 'Retrieve a report',
    text: 'Patients can read their own reports, experts those of patients they review or have reviewed, and admins all reports. For a key, a report whose consent is withdrawn returns 403 with the code `consent_withdrawn`. Unless the patient calls it, the call is recorded as an opening of the report.',
  },
  input: reportIdOnly,
  output: reportAnswer,
  refusals: ['notFound'],
  allow: 'report.listOfPatient',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const match = await findWithPatient(reportId, isShownTo(viewer));
    if (!match) throw await refusalOf(viewer, reportId);
    const { report, patient } = match;
    if (patient.id === viewer.id) return { data: await presentReportTo(viewer, report, patient, context) };
    const presented = await presentOpened(viewer, match, context);
    return { data: (await mayOpenAll(viewer, patient.id)) ? presented : hideClosedFile(presented) };
  },
});

const isConsented = ne(reports.status, 'Withdrawn');

/**
 * Returns the refusal for a report that is not shown. A program learns that its consent is
 * withdrawn, so that it can remove its own copy.
 */
async function refusalOf(viewer: Viewer, reportId: string): Promise<Refusal> {
  const isWithdrawn = viewer.keyReaches && (await db().$count(reports, eq(reports.id, reportId))) > 0;
  return isWithdrawn ? consentWithdrawnRefusal() : new Refusal('notFound', 'report.notFound');
}

/** Builds the condition of all rows that a viewer finds in the list of some patient's reports. */
export function isShownTo(viewer: Viewer) {
  const scope = findScope(viewer, 'report.listOfPatient');
  if (scope === 'all') return undefined;
  if (scope === 'consented') return isConsented;
  const isOwnReport = eq(reports.patientId, viewer.id);
  if (scope !== 'treating') return isOwnReport;
  return or(isOwnReport, and(isConsented, isTreatedBy(viewer.id)));
}
