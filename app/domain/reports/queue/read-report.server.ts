import { and, eq, ne, or } from 'drizzle-orm';
import { scopeOf } from '~/domain/kernel/abilities';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { noteOpened } from '~/domain/reports/files/open-file.server';
import { presentReport, reportAnswer } from '~/domain/reports/present-report';
import { translationsOf } from '~/domain/reports/review/translate-review.server';
import { reportIdOnly } from '~/domain/reports/schemas';
import { ownConsents } from '~/domain/reports/submit/consent.server';
import { db } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables.server';
import { queuePlaceOf } from './queue-place.server';
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
    const [found] = await db()
      .select({ report: reports, patient: users })
      .from(reports)
      .innerJoin(users, eq(users.id, reports.patientId))
      .where(and(eq(reports.id, reportId), isShownTo(viewer)));
    if (!found) throw new Refusal('notFound', 'report.notFound');
    const { report, patient } = found;
    const isOwn = patient.id === viewer.id;
    const consents = isOwn ? (await ownConsents(viewer, [reportId])).get(reportId) : undefined;
    const isReviewed = report.status === 'Reviewed';
    const translations = isReviewed ? (await translationsOf([reportId])).get(reportId) : undefined;
    const queue = isOwn ? await queuePlaceOf(report) : null;
    const shown = presentReport(report, patient, context, consents, translations, queue);
    if (isOwn) return { data: shown };
    await noteOpened(viewer, report);
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
