import { and, eq, isNull } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { dropReportDrafts } from '~/domain/desk/review-draft.server';
import type { CallContext } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails } from '~/domain/outbox/bounded-emails.server';
import type { AboutFieldsSent } from '~/domain/report/about-schemas';
import { noPerson } from '~/domain/report/people-constants';
import { listPersonRows } from '~/domain/report/people-rows.server';
import { personOfReport } from '~/domain/report/person-of-report.server';
import { noClaim } from '~/domain/report-rules/claim-rules.server';
import { endReportAccess } from '~/domain/report-rules/person-change.server';
import { closeOpenQuestion, waitsForAfterQuestion } from '~/domain/report-rules/question-state.server';
import { consents, type reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { noteConsent } from './consent.server';

type PersonInput = Pick<AboutFieldsSent, 'personId' | 'guardianName' | 'consentTo'> & { consent?: boolean };

/**
 * Builds the columns and steps that make a waiting report one about another person. Everything that
 * was begun for the person before ends: the claim, drafts, an open question, consents, slips and shares. The
 * report keeps its place in the queue. The steps belong in the `atomically` of the report's row,
 * after it.
 *
 * @param row the report as it was read.
 * @returns undefined if the person stays the same.
 * @throws Refusal: `notFound` for a person who is not on the viewer's list; on a page `invalid`
 *   beside `guardianName` or `consent`.
 */
export async function changeOfPerson(
  viewer: Viewer,
  { id: reportId, personId }: Pick<typeof reports.$inferSelect, 'id' | 'personId'>,
  { input, context, at }: { input: PersonInput; context: CallContext; at: Date },
) {
  if (input.personId === undefined || input.personId === (personId ?? noPerson)) return undefined;
  const fields = { personId: input.personId, guardianName: input.guardianName, consentTo: input.consentTo };
  const knownPeople = await listPersonRows(viewer.id);
  const { columns, consentKind: kind } = personOfReport(viewer, fields, { ...context, knownPeople });
  if (context.asksGuardian && !input.consent) {
    // Without script the page shows the sentence for the first time with this answer.
    const message = input.consentTo ? 'upload.consent' : 'consent.changed';
    throw new Refusal('invalid', message, { field: 'consent' });
  }
  const isMissingGuardian = kind === 'guardian' && !columns.guardianName;
  return {
    // From now on, the form of the person before makes a new report.
    columns: { ...columns, ...noClaim, waitsFor: waitsForAfterQuestion, contentKey: null },
    steps: [
      db()
        .update(consents)
        .set({ withdrawnAt: at })
        .where(and(eq(consents.reportId, reportId), isNull(consents.withdrawnAt))),
      noteConsent({
        reportId,
        viewer,
        context,
        isGiven: isMissingGuardian ? null : (input.consent ?? null),
        kind,
        at,
      }),
      dropReportDrafts(reportId),
      closeOpenQuestion(reportId, at),
      dropHeldEmails(reportId, ['question']),
      ...endReportAccess(reportId),
      auditEntry({ action: 'report.personCorrected', actorId: viewer.id, objectId: reportId }),
    ],
  };
}
