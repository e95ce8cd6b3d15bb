import { and, eq, ne } from 'drizzle-orm';
import type { Language } from '~/copy/en';
import { atomically, changed, db, must } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables';
import { record } from '../audit/record';
import { nudgePostman } from '../notices/postman';
import { tell } from '../notices/tell';
import { operation } from '../operation';
import { Refusal } from '../refusal';
import { presentReport } from './presentReport';
import { reportIdOnly, reviewForm } from './schemas';

/**
 * Writing what a report means, once (specification §4, §7). Refusals: `notFound`; `forbidden` for one's own report; `conflict` when
 * it is reviewed already, and then the first text stands.
 */
export const addReview = operation({
  name: 'report.review',
  input: reviewForm,
  allow: 'report.review',
  done: 'review.done',
  failed: 'review.failed',
  async run({ viewer, input, door }) {
    const { report, patient } = await requireReviewable(input.reportId, viewer.id);
    const now = new Date();
    const reviewed = {
      status: 'Reviewed' as const,
      review: input.review,
      expertId: viewer.id,
      expertFirstName: viewer.firstName,
      expertLastName: viewer.lastName,
      reviewedAt: now,
      updatedAt: now,
    };
    const isFirst = await atomically([
      must(
        db()
          .update(reports)
          .set(reviewed)
          .where(
            and(eq(reports.id, report.id), eq(reports.status, 'Pending'), ne(reports.patientId, viewer.id)),
          ),
      ),
      record({ action: 'report.reviewed', actorId: viewer.id, objectId: report.id }),
      tell({
        letter: 'reviewReady',
        to: { name: patient.firstName, address: patient.email },
        facts: { patientId: patient.id },
        language: patient.language as Language,
      }),
    ]);
    // Somebody was faster: with a review, or the patient with a deletion.
    if (!isFirst) await requireReviewable(report.id, viewer.id);
    if (!isFirst) throw new Refusal('conflict', 'review.already');
    nudgePostman();
    return { data: presentReport({ ...report, ...reviewed }, patient, door) };
  },
});

/** The report a review is written for, with its patient, for the page beside the text box. Refusals as `addReview`. */
export const readReportToReview = operation({
  name: 'report.readToReview',
  input: reportIdOnly,
  allow: 'report.review',
  done: 'report.fetched',
  failed: 'report.fetchFailed',
  async run({ viewer, input, door }) {
    const { report, patient } = await requireReviewable(input.reportId, viewer.id);
    await changed(record({ action: 'report.opened', actorId: viewer.id, objectId: report.id }));
    return { data: presentReport(report, patient, door) };
  },
});

async function requireReviewable(reportId: string, viewerId: string) {
  const [found] = await db()
    .select({ report: reports, patient: users })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(eq(reports.id, reportId));
  if (!found) throw new Refusal('notFound', 'report.notFound');
  if (found.patient.id === viewerId) throw new Refusal('forbidden', 'review.own');
  if (found.report.status === 'Reviewed') throw new Refusal('conflict', 'review.already');
  return found;
}
