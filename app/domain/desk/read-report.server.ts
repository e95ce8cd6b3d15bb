import { and, eq, ne, or } from 'drizzle-orm';
import { scopeOf } from '~/domain/kernel/abilities';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { reportAnswer } from '~/domain/report/present-report';
import { reportIdOnly } from '~/domain/report/schemas';
import { presentOpened } from '~/domain/report-files/open-file.server';
import { findWithPatient } from '~/domain/report-rules/question-state.server';
import { presentOne } from '~/domain/report-view/present-reports.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { isTreatedBy, mayOpenAll, withoutClosedFile } from './report-lists.server';

/**
 * One report, to whoever finds it in the list of its patient's, and as it stands there
 * (docs/requirements.md#permissions). For everybody but its patient this is an opening of it.
 *
 * @throws Refusal: `notFound`, for a report the viewer may not see too.
 */
export const readReport = operation({
  name: 'report.read',
  api: {
    summary: 'Read one report',
    text: 'A patient reads their own; an expert those of patients they review or have reviewed; an admin all. For everybody but the patient it counts as an opening of the report.',
  },
  input: reportIdOnly,
  output: reportAnswer,
  refusals: ['notFound'],
  allow: 'report.listOfPatient',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const found = await findWithPatient(reportId, isShownTo(viewer));
    if (!found) throw new Refusal('notFound', 'report.notFound');
    const { report, patient } = found;
    if (patient.id === viewer.id) return { data: await presentOne(viewer, report, patient, context) };
    const shown = await presentOpened(viewer, found, context);
    return { data: (await mayOpenAll(viewer, patient.id)) ? shown : withoutClosedFile(shown) };
  },
});

/** The rows of the lists of one patient's reports, those of every patient together. */
function isShownTo(viewer: Viewer) {
  const scope = scopeOf(viewer, 'report.listOfPatient');
  if (scope === 'all') return undefined;
  const own = eq(reports.patientId, viewer.id);
  if (scope !== 'treating') return own;
  return or(own, and(ne(reports.status, 'Withdrawn'), isTreatedBy(viewer.id)));
}
