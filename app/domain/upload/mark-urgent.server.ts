import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { raiseUrgent } from '~/domain/alerts/urgent-ladder.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isSeenByHelper } from '~/domain/identity/helper-bonds.server';
import { findScope, hasAbility } from '~/domain/kernel/abilities';
import { publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { findWithPatient, requireWithPatient } from '~/domain/queue/question-state.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import { reportIdOnly } from '~/domain/report/schemas';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute, requireChange } from '~/platform/db/db.server';

/** A report that is urgent from now on. */
export const markedReport = z
  .object({
    reportId: z.string().describe('ID of the report.'),
    caseNumber: z.string().describe('Case number of the report.'),
    firstName: z.string().describe('First name of the owner of the account.'),
    urgentSince: publicMoment.describe('When it was first marked as urgent, in UTC.'),
  })
  .meta({
    id: 'MarkedReport',
    description: 'A report that was marked as urgent.',
    example: {
      reportId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
      caseNumber: '01K2-ZQ5V',
      firstName: 'Lakshmi',
      urgentSince: '2026-03-05T09:10:00.000Z',
    },
  });

/**
 * Marks a waiting report as urgent, because its patient feels worse. Nobody can take the mark off. A
 * report that is urgent already stays so since the first time.
 *
 * @throws Refusal: `notFound`, also for a report that the viewer may not mark; `conflict` if it has
 *   an answer, or its consent is withdrawn.
 */
export const markUrgent = operation({
  name: 'report.markUrgent',
  api: {
    summary: 'Mark a report as urgent',
    text: 'For the patient of a waiting report, the helper who sent it, and admins, if the patient feels worse. It calls no help, and nobody can promise when a doctor reads the report: show `112` and the helpline first. The mark cannot be taken off; a repeated call changes nothing. Returns 409 if the report has a review, or its consent was withdrawn.',
  },
  input: reportIdOnly,
  output: z.object({ data: markedReport.describe('The report.') }),
  refusals: ['notFound', 'conflict'],
  allow: 'report.markUrgent',
  successMessage: 'danger.done',
  failureMessage: 'danger.failed',
  async run({ viewer, input: { reportId } }) {
    if (!(await findWithPatient(reportId, isMarkableBy(viewer))))
      throw new Refusal('notFound', 'report.notFound');
    return { data: await markReportUrgent(viewer, reportId) };
  },
});

/** Builds the condition that a viewer may mark a report; undefined if they may mark every report. */
function isMarkableBy(viewer: Viewer): SQL | undefined {
  if (findScope(viewer, 'report.markUrgent') === 'all') return undefined;
  const isOwn = eq(reports.patientId, viewer.id);
  return hasAbility(viewer, 'help.people') ? or(isOwn, isSeenByHelper(viewer.id)) : isOwn;
}

/**
 * Marks a waiting report as urgent.
 *
 * @throws Refusal: as `markUrgent`.
 */
export async function markReportUrgent(viewer: Viewer, reportId: string) {
  const now = new Date();
  // A review that can still be undone is none for its patient, and an undo puts the report back.
  const isWaiting = or(
    eq(reports.status, 'Pending'),
    and(eq(reports.status, 'Reviewed'), gt(reports.hiddenUntil, now)),
  );
  const entry = auditEntry({ action: 'report.markedUrgent', actorId: viewer.id, objectId: reportId });
  const { report: before } = await requireWithPatient(reportId);
  const alert = await raiseUrgent(before);
  const isMarked = await atomically([
    requireChange(
      db()
        .update(reports)
        .set({ urgentAt: alert.since, updatedAt: now })
        .where(and(eq(reports.id, reportId), isWaiting, isNull(reports.urgentAt))),
    ),
    entry,
    ...alert.steps,
  ]);
  if (isMarked) wakeOutbox();
  const { report, patient } = await requireWithPatient(reportId);
  if (!isMarked && report.status === 'Withdrawn') throw new Refusal('conflict', 'danger.withdrawn');
  if (!isMarked && report.status === 'Reviewed' && Number(report.hiddenUntil) <= now.getTime())
    throw new Refusal('conflict', 'danger.answered');
  // The answer names the patient.
  if (!isMarked && patient.id !== viewer.id) await execute(entry);
  return {
    reportId,
    caseNumber: toCaseNumber(reportId),
    firstName: patient.firstName,
    urgentSince: (report.urgentAt ?? now).toISOString(),
  };
}

/**
 * Reads a report for the page that asks for confirmation.
 *
 * @returns `name` is the person it is about for its owner, the patient's first name for a helper, and
 *   null for an admin, who comes from the report.
 * @throws Refusal: `notFound`, also for a report that the viewer may not mark.
 */
export const readReportToMark = operation({
  name: 'report.readToMarkUrgent',
  input: reportIdOnly,
  refusals: ['notFound'],
  allow: 'report.markUrgent',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId } }) {
    const match = await findWithPatient(reportId, isMarkableBy(viewer));
    if (!match) throw new Refusal('notFound', 'report.notFound');
    const { report, patient } = match;
    const isOwn = report.patientId === viewer.id;
    const isAdmin = findScope(viewer, 'report.markUrgent') === 'all';
    return {
      reportId,
      caseNumber: toCaseNumber(reportId),
      sentAt: report.createdAt.toISOString(),
      name: isAdmin && !isOwn ? null : (isOwn && report.aboutName) || patient.firstName,
    };
  },
});
