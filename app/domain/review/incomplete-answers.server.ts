import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry, auditListAccess } from '~/domain/audit/audit-entry.server';
import { formatFullName } from '~/domain/identity/full-name';
import { requiredChoice } from '~/domain/kernel/choices';
import { emptyOutput, key } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { requireWithPatient } from '~/domain/queue/question-state.server';
import { reportId, reviewVersion } from '~/domain/report/schemas';
import { users } from '~/platform/db/core/tables/accounts.server';
import { drawingChecks, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { changeReview } from './change-review.server';

/**
 * Puts an answered report back into the queue, at its old place, without the fault of its author.
 * The answer stays a version that only admins read, and its patient is told.
 *
 * @returns the report after the change; undefined, with nothing written, if it was changed
 *   meanwhile.
 */
const requeueAnswer = (answer: {
  viewer: Viewer;
  report: typeof reports.$inferSelect;
  patient: typeof users.$inferSelect;
}) =>
  changeReview({
    ...answer,
    line: { kind: 'takenBack', text: null, reasonCode: 'other', reason: null },
    currentText: null,
  });

const maxListed = 200;

/** The answers given from an incomplete drawing that no admin has decided on and that still hold. */
const isIncomplete = and(
  isNotNull(drawingChecks.incompleteVersion),
  eq(reports.status, 'Reviewed'),
  eq(reports.version, drawingChecks.incompleteVersion),
);

/** Counts the answers that were given from an incomplete drawing. */
export async function countIncompleteAnswers(): Promise<number> {
  const rows = await db()
    .select({ id: reports.id })
    .from(drawingChecks)
    .innerJoin(reports, eq(reports.id, drawingChecks.reportId))
    .where(isIncomplete)
    .limit(maxListed);
  return rows.length;
}

/** Lists the answers that were given from an incomplete drawing, the newest first. */
export const listIncompleteAnswers = operation({
  name: 'review.listIncomplete',
  input: z.object({}),
  allow: 'review.takeBackFor',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, context }) {
    const rows = await db()
      .select({ report: reports, check: drawingChecks, patient: users })
      .from(drawingChecks)
      .innerJoin(reports, eq(reports.id, drawingChecks.reportId))
      .innerJoin(users, eq(users.id, reports.patientId))
      .where(isIncomplete)
      .orderBy(desc(reports.reviewedAt), desc(reports.id))
      .limit(maxListed);
    await auditListAccess(viewer.id, new Set(rows.map(({ patient }) => patient.id)));
    return {
      answers: rows.map(({ report, check, patient }) => ({
        reportId: report.id,
        version: report.version,
        patientId: patient.id,
        patientName: formatFullName(patient),
        doctorName: `${report.expertFirstName ?? ''} ${report.expertLastName ?? ''}`.trim(),
        reviewedAt: report.reviewedAt?.toISOString() ?? null,
        lackedNotes: check.lackedNotes ?? [],
        reportUrl: context.linkTo(`/files/${report.resourceType}/${report.id}`),
      })),
    };
  },
});

const decisionForm = z.object({
  reportId,
  version: reviewVersion,
  decision: requiredChoice(['requeue', 'keep'], key('incomplete.choice')),
});

/**
 * Puts an answer that was given from an incomplete drawing back into the queue, or keeps it.
 *
 * @throws Refusal: `notFound`; `conflict` if the answer has changed, or somebody has decided.
 */
export const decideIncomplete = operation({
  name: 'review.decideIncomplete',
  input: decisionForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'review.takeBackFor',
  successMessage: 'incomplete.done',
  failureMessage: 'incomplete.failed',
  async run({ viewer, input: { reportId: id, version, decision } }) {
    const { report, patient } = await requireWithPatient(id);
    const isCurrent = report.status === 'Reviewed' && report.version === version;
    const isDone =
      isCurrent &&
      (decision === 'requeue' ? await requeueAnswer({ viewer, report, patient }) : await keep(id, viewer.id));
    if (!isDone) throw new Refusal('conflict', 'incomplete.already');
    return {};
  },
});

const keep = (id: string, actorId: string) =>
  atomically([
    requireChange(
      db()
        .update(drawingChecks)
        .set({ incompleteVersion: null })
        .where(and(eq(drawingChecks.reportId, id), isNotNull(drawingChecks.incompleteVersion))),
    ),
    auditEntry({ action: 'review.kept', actorId, objectId: id }),
  ]);
