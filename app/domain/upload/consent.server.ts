import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { dropDraftsOf } from '~/domain/desk/review-draft.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails } from '~/domain/outbox/bounded-emails.server';
import { aboutOf } from '~/domain/report/about';
import { type ConsentKind, consentKindOf, consentSentences, yearOf } from '~/domain/report/people-constants';
import { reportAnswer } from '~/domain/report/present-report';
import { consentWordingVersions } from '~/domain/report/report-constants';
import { consentAgain, reportIdOnly } from '~/domain/report/schemas';
import { forgetPages } from '~/domain/report-files/drawn-pages.server';
import { unclaimed } from '~/domain/report-rules/claim-rules.server';
import { listDeletions } from '~/domain/report-rules/deletion-list.server';
import { isOwn, requireOwnReport, requireSettled } from '~/domain/report-rules/own-reports.server';
import { closeQuestionOf, waitsForAfter } from '~/domain/report-rules/question-state.server';
import { presentOne } from '~/domain/report-view/present-reports.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange, type Statement, type Step } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';

/**
 * Taking back the consent for one's own report before anybody reviewed it: it leaves the queue, no
 * expert can open it, and an open question is closed (docs/requirements.md#reports-and-files). Of a
 * review and a withdrawal at the same moment exactly one is done.
 *
 * @throws Refusal: `notFound`, for somebody else's too; `conflict` when it is reviewed, or the
 *   consent is taken back already.
 */
export const withdrawConsent = operation({
  name: 'report.withdrawConsent',
  api: {
    summary: 'Withdraw your consent',
    text: 'Takes one of your own reports out of the queue before anyone has reviewed it. It stays `Pending`, with `consent.withdrawnAt` set, and no expert can open it. A reviewed one is 409.',
  },
  input: reportIdOnly,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'report.delete',
  successMessage: 'withdrawConsent.done',
  failureMessage: 'withdrawConsent.failed',
  async run({ viewer, input: { reportId }, context }) {
    const now = new Date();
    const isWithdrawn = await atomically([
      lock(reports, isOwn(viewer, reportId)),
      ...withdrawal(reportId, now, isOwn(viewer, reportId)),
      auditEntry({ action: 'consent.withdrawn', actorId: viewer.id, objectId: reportId }),
    ]);
    const row = await requireOwnReport(viewer, reportId);
    if (!isWithdrawn) {
      requireSettled(row);
      const isReviewed = row.status === 'Reviewed';
      throw new Refusal('conflict', isReviewed ? 'withdrawConsent.reviewed' : 'withdrawConsent.already');
    }
    forgetPages(reportId);
    await listDeletions();
    return { data: await presentOne(viewer, row, viewer, context) };
  },
});

/**
 * The steps that take a report that waits out of the queue, with its drafts and its open question;
 * they undo everything where it does not wait, or a condition does not hold.
 */
export const withdrawal = (reportId: string, at: Date, condition?: SQL): Step[] => [
  requireChange(
    db()
      .update(reports)
      // The same form sent once more is a new report from now on.
      .set({
        status: 'Withdrawn',
        submissionKey: null,
        contentKey: null,
        ...unclaimed,
        waitsFor: null,
        updatedAt: at,
      })
      .where(and(eq(reports.id, reportId), eq(reports.status, 'Pending'), condition)),
  ),
  db()
    .update(consents)
    .set({ withdrawnAt: at })
    .where(and(eq(consents.reportId, reportId), isNull(consents.withdrawnAt))),
  dropDraftsOf(reportId),
  closeQuestionOf(reportId, at),
  dropHeldEmails(reportId, ['question']),
];

/**
 * Giving one's consent again after it was taken back: a new line, and the report waits again, at
 * its old place in the queue.
 *
 * @throws Refusal: `notFound`, for somebody else's too; `conflict` when the consent was not taken
 *   back; on the page `invalid` beside `guardianName`, for somebody who may be under 18 where no
 *   parent or guardian has agreed yet.
 */
export const giveConsentAgain = operation({
  name: 'report.giveConsent',
  api: {
    summary: 'Give your consent again',
    text: 'Puts a report whose consent you withdrew back to its old place in the queue. You agree to the sentence beside the check box of the upload page: for yourself, for another adult who has agreed, or for someone who may be under 18, yourself included, as the parent or guardian whom `guardianName` names. Without that name the consent is recorded as not given.',
  },
  input: consentAgain,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'report.delete',
  successMessage: 'giveConsent.done',
  failureMessage: 'giveConsent.failed',
  async run({ viewer, input: { reportId, ...input }, context }) {
    const now = new Date();
    const found = await requireOwnReport(viewer, reportId);
    const kind = consentKindOf(aboutOf(found), yearOf(now.getTime()));
    const asGuardian = kind === 'guardian';
    const guardianName = asGuardian ? (input.guardianName ?? found.guardianName) : null;
    const isComplete = !asGuardian || guardianName !== null;
    if (!isComplete && context.asksGuardian)
      throw new Refusal('invalid', 'people.guardian', { field: 'guardianName' });
    const isGiven = await atomically([
      lock(reports, isOwn(viewer, reportId)),
      requireChange(
        db()
          .update(reports)
          .set({ status: 'Pending', waitsFor: waitsForAfter, guardianName, updatedAt: now })
          .where(and(isOwn(viewer, reportId), eq(reports.status, 'Withdrawn'))),
      ),
      noteConsent({ reportId, viewer, context, given: isComplete || null, kind, at: now }),
      auditEntry({ action: 'consent.given', actorId: viewer.id, objectId: reportId }),
    ]);
    const row = await requireOwnReport(viewer, reportId);
    if (!isGiven) throw new Refusal('conflict', 'giveConsent.already');
    await listDeletions();
    return { data: await presentOne(viewer, row, viewer, context) };
  },
});

/**
 * The statement that writes a new line of a report's consents, with the whole sentence that was
 * agreed to. A line is never changed after that, but for the moment it is taken back. Takes `given`
 * null where a program did not say, and which consent it is. It belongs in the same `atomically` as
 * what the consent is for.
 */
export function noteConsent({
  reportId,
  viewer,
  context,
  given,
  kind,
  at,
}: {
  reportId: string;
  viewer: Viewer;
  context: CallContext;
  given: boolean | null;
  kind: ConsentKind;
  at: Date;
}): Statement {
  const agreedTo = {
    wordingVersion: consentWordingVersions[kind],
    // Without the name in it, which stands nowhere in the open.
    wording: context.sentence(consentSentences[kind]),
    language: context.language,
  };
  return db()
    .insert(consents)
    .values({
      id: newId(),
      reportId,
      userId: viewer.id,
      given,
      ...(given && agreedTo),
      door: context.recordedAs,
      at,
    });
}
