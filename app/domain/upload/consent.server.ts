import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { dropReportDrafts } from '~/domain/desk/review-draft.server';
import { removeFromShares } from '~/domain/identity/share-endings.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails } from '~/domain/notifications/bounded-emails.server';
import { noClaim } from '~/domain/queue/claim-rules.server';
import { closeOpenQuestion, waitsForAfterQuestion } from '~/domain/queue/question-state.server';
import { toAbout } from '~/domain/report/about';
import { isOwnReport, requireOwnReport, requireSettled } from '~/domain/report/own-reports.server';
import {
  type ConsentKind,
  consentSentences,
  findConsentKind,
  toClinicYear,
} from '~/domain/report/people-constants';
import { reportAnswer } from '~/domain/report/present-report';
import { consentWordingVersions } from '~/domain/report/report-constants';
import { consentAgain, reportIdOnly } from '~/domain/report/schemas';
import { forgetPages } from '~/domain/report-view/drawn-pages.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange, type Statement, type Step } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';

/**
 * Withdraws the consent for the viewer's own report before it is reviewed. The report leaves the
 * queue, no expert can open it, and an open question is closed
 * (docs/requirements.md#reports-and-files). If a review and a
 * withdrawal come at the same moment, exactly one succeeds.
 *
 * @throws Refusal: `notFound`, also for another account's report; `conflict` if it is reviewed, or
 *   the consent is withdrawn already.
 */
export const withdrawConsent = operation({
  name: 'report.withdrawConsent',
  api: {
    summary: 'Withdraw your consent',
    text: 'Removes one of your own unreviewed reports from the queue. The report stays `Pending`, with `consent.withdrawnAt` set, and experts cannot open it. Returns 409 if the report is reviewed.',
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
      lock(reports, isOwnReport(viewer, reportId)),
      ...withdrawalSteps(reportId, now, isOwnReport(viewer, reportId)),
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
    return { data: await presentReportTo(viewer, row, viewer, context) };
  },
});

/**
 * Builds the steps that take a waiting report out of the queue and of every share, with its
 * drafts and its open question. They undo everything if the report does not wait, or a condition does not hold.
 */
export const withdrawalSteps = (reportId: string, at: Date, condition?: SQL): Step[] => [
  requireChange(
    db()
      .update(reports)
      // From now on the same form is a new report.
      .set({
        status: 'Withdrawn',
        submissionKey: null,
        contentKey: null,
        ...noClaim,
        waitsFor: null,
        updatedAt: at,
      })
      .where(and(eq(reports.id, reportId), eq(reports.status, 'Pending'), condition)),
  ),
  db()
    .update(consents)
    .set({ withdrawnAt: at })
    .where(and(eq(consents.reportId, reportId), isNull(consents.withdrawnAt))),
  dropReportDrafts(reportId),
  closeOpenQuestion(reportId, at),
  dropHeldEmails(reportId, ['question']),
  removeFromShares(reportId),
];

/**
 * Gives the consent again after a withdrawal: adds a new line, and the report waits again at its
 * old place in the queue.
 *
 * @throws Refusal: `notFound`, also for another account's report; `conflict` if the consent was not
 *   withdrawn; on the page `invalid` beside `guardianName`, for a person who may be under 18 if no
 *   parent or guardian has agreed yet.
 */
export const giveConsentAgain = operation({
  name: 'report.giveConsent',
  api: {
    summary: 'Give your consent again',
    text: 'Returns a report whose consent you withdrew to its old place in the queue. You agree to the sentence beside the check box of the upload page: for yourself, for another adult who has agreed, or as the parent or guardian of a person who may be under 18. In the last case, which includes yourself, send `guardianName`; without it the consent is recorded as not given.',
  },
  input: consentAgain,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'report.delete',
  successMessage: 'giveConsent.done',
  failureMessage: 'giveConsent.failed',
  async run({ viewer, input: { reportId, ...input }, context }) {
    const now = new Date();
    const before = await requireOwnReport(viewer, reportId);
    const kind = findConsentKind(toAbout(before), toClinicYear(now.getTime()));
    const asGuardian = kind === 'guardian';
    const guardianName = asGuardian ? (input.guardianName ?? before.guardianName) : null;
    const isComplete = !asGuardian || guardianName !== null;
    if (!isComplete && context.asksGuardian)
      throw new Refusal('invalid', 'people.guardian', { field: 'guardianName' });
    const isGiven = await atomically([
      lock(reports, isOwnReport(viewer, reportId)),
      requireChange(
        db()
          .update(reports)
          .set({ status: 'Pending', waitsFor: waitsForAfterQuestion, guardianName, updatedAt: now })
          .where(and(isOwnReport(viewer, reportId), eq(reports.status, 'Withdrawn'))),
      ),
      noteConsent({ reportId, viewer, context, isGiven: isComplete || null, kind, at: now }),
      auditEntry({ action: 'consent.given', actorId: viewer.id, objectId: reportId }),
    ]);
    const row = await requireOwnReport(viewer, reportId);
    if (!isGiven) throw new Refusal('conflict', 'giveConsent.already');
    await listDeletions();
    return { data: await presentReportTo(viewer, row, viewer, context) };
  },
});

/** A consent that somebody gave in front of a helper. */
export type HelpedConsent = Pick<typeof consents.$inferInsert, 'mode' | 'witness' | 'mayRead'>;

/**
 * Builds the statement that adds a line to a report's consents, with the whole sentence that was
 * agreed to. Afterwards only the time of a withdrawal is ever set in it. It belongs in the same
 * `atomically` as the change that the consent is for.
 *
 * @param given null if an API client did not say.
 * @param kind the kind of consent.
 * @param helped set if it was given in front of a helper.
 */
export function noteConsent({
  reportId,
  viewer,
  context,
  isGiven,
  kind,
  at,
  helped,
}: {
  reportId: string;
  viewer: Viewer;
  context: CallContext;
  isGiven: boolean | null;
  kind: ConsentKind;
  at: Date;
  helped?: HelpedConsent;
}): Statement {
  const agreedTo = {
    wordingVersion: consentWordingVersions[kind],
    // Without the name, which is stored nowhere in plain text.
    wording: context.sentence(consentSentences[kind]),
    language: context.language,
  };
  return db()
    .insert(consents)
    .values({
      id: newId(),
      reportId,
      userId: viewer.id,
      given: isGiven,
      ...(isGiven && agreedTo),
      door: context.recordedAs,
      at,
      ...helped,
    });
}
