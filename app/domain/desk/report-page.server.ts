import { eq } from 'drizzle-orm';
import { findScope } from '~/domain/kernel/abilities';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { findWithPatient } from '~/domain/queue/question-state.server';
import { findUntranslated } from '~/domain/queue/untranslated.server';
import { reportIdOnly } from '~/domain/report/schemas';
import { listOpeningsByReport } from '~/domain/report-view/access-log.server';
import { presentOpened } from '~/domain/report-view/open-file.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { listNewAnswers } from './new-answers.server';
import { listPersonGroups } from './reports-by-person.server';

/**
 * Reads one report for the page of its own. Patients also see whether the answer is new to them, who
 * has opened the report, and whether the review waits for a translation. For an admin this counts as
 * an opening. Nothing is marked as seen here, since the page may never arrive.
 *
 * @throws Refusal: `notFound`, also for a report that the viewer may not see.
 */
export const readReportOnPage = operation({
  name: 'report.readOnPage',
  input: reportIdOnly,
  refusals: ['notFound'],
  allow: 'report.readOnPage',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const loadedAt = new Date().toISOString();
    const isAll = findScope(viewer, 'report.readOnPage') === 'all';
    const match = await findWithPatient(reportId, isAll ? undefined : eq(reports.patientId, viewer.id));
    if (!match) throw new Refusal('notFound', 'report.notFound');
    const { report, patient } = match;
    if (patient.id !== viewer.id)
      return { data: await presentOpened(viewer, match, context), loadedAt, own: null };
    return {
      data: await presentReportTo(viewer, report, patient, context),
      loadedAt,
      own: await readOwnDetails(viewer, reportId),
    };
  },
});

/** Reads what only the patient of a report sees beside it. */
async function readOwnDetails(viewer: Viewer, reportId: string) {
  const [unseen, openings, untranslated, people] = await Promise.all([
    listNewAnswers(viewer.id),
    listOpeningsByReport([reportId]),
    findUntranslated([reportId]),
    listPersonGroups(viewer, viewer.id, true),
  ]);
  return {
    isNew: unseen.some(({ id }) => id === reportId),
    openings: openings[reportId] ?? [],
    untranslated: untranslated[reportId],
    hasSeveralPeople: people.length > 1,
  };
}
