import { and, eq, isNull } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { dropReportDrafts } from '~/domain/desk/review-draft.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { defaultDialCode, formatBesideDialCode } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails } from '~/domain/notifications/bounded-emails.server';
import { noClaim } from '~/domain/queue/claim-rules.server';
import { endReportAccess, isUnchangedSince } from '~/domain/queue/person-change.server';
import { closeOpenQuestion, waitsForAfterQuestion } from '~/domain/queue/question-state.server';
import type { AboutFieldsSent } from '~/domain/report/about-schemas';
import { isOwnReport, requireOwnReport, requireSettled } from '~/domain/report/own-reports.server';
import { noPerson } from '~/domain/report/people-constants';
import { listPersonRows } from '~/domain/report/people-rows.server';
import { peopleToChoose } from '~/domain/report/people-to-choose.server';
import { personOfReport } from '~/domain/report/person-of-report.server';
import { reportAnswer } from '~/domain/report/present-report';
import { correctionCall, correctionForm, reportIdOnly } from '~/domain/report/schemas';
import { hideUndoableReview, presentReportTo } from '~/domain/report-view/present-reports.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { noteConsent } from './consent.server';
import { toReportColumns } from './store-report.server';

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
async function changeOfPerson(
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

/** The fields that can be corrected, each with its audit action. */
const correctable = {
  reportType: 'report.typeCorrected',
  phoneNumber: 'report.phoneCorrected',
  description: 'report.descriptionCorrected',
} as const;
const correctableFields = Object.keys(correctable) as (keyof typeof correctable)[];

/**
 * Corrects the viewer's own report while it waits: type, phone number, description, and the person
 * it is about (docs/requirements.md#states). Equal values change nothing, so a form sent twice is
 * one correction. If a review and a correction come at the same moment, exactly one succeeds.
 *
 * @throws Refusal: `notFound`, also for another account's report or person; `conflict` if it is
 *   reviewed, or the consent is withdrawn; `invalid` beside `phoneNumber`, and on a page beside
 *   `guardianName` or `consent` if another person needs a consent that was not given.
 */
export const correctReport = operation({
  name: 'report.correct',
  api: {
    summary: 'Correct a report',
    text: 'Updates the type, phone number, description and person of one of your own waiting reports. An omitted description is unchanged; an empty one is removed. The file cannot be changed. Sets `correctedAt`. To change the person, send `personId`, and `consent` as for an upload; an omitted consent is recorded as not given, and so is one without `guardianName` for a person who may be under 18. This ends the claim, drafts, open question and slips of the report. Returns 409 if the report is reviewed or its consent is withdrawn.',
  },
  input: correctionCall,
  inputOnPage: correctionForm,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'report.delete',
  clearableFields: ['description'],
  successMessage: 'correct.done',
  failureMessage: 'correct.failed',
  async run({ viewer, input: { reportId, countryCode, ...input }, context }) {
    const columns = toReportColumns({ ...input, countryCode });
    for (;;) {
      const row = await requireOwnReport(viewer, reportId);
      requireSettled(row);
      if (row.status !== 'Pending') {
        throw new Refusal('conflict', row.status === 'Reviewed' ? 'correct.reviewed' : 'correct.withdrawn');
      }
      const modified = correctableFields.filter(
        (field) => input[field] !== undefined && row[field] !== columns[field],
      );
      const now = new Date(Math.max(Date.now(), (row.correctedAt?.getTime() ?? 0) + 1));
      const person = await changeOfPerson(viewer, row, { input, context, at: now });
      const next = {
        ...Object.fromEntries(modified.map((field) => [field, columns[field]])),
        ...(modified.includes('phoneNumber') && { countryCode: countryCode ?? null }),
        ...person?.columns,
        correctedAt: now,
        updatedAt: now,
      };
      const isChanged = modified.length > 0 || person !== undefined;
      const isDone =
        !isChanged ||
        (await atomically([
          lock(reports, isOwnReport(viewer, reportId)),
          requireChange(
            db()
              .update(reports)
              .set(next)
              .where(
                and(
                  isOwnReport(viewer, reportId),
                  eq(reports.status, 'Pending'),
                  isUnchangedSince(row.correctedAt),
                ),
              ),
          ),
          ...(person?.steps ?? []),
          ...modified.map((field) =>
            auditEntry({ action: correctable[field], actorId: viewer.id, objectId: reportId }),
          ),
        ]));
      // Another change was faster: reads the report again.
      if (!isDone) continue;
      const corrected = isChanged ? await requireOwnReport(viewer, reportId) : row;
      return { data: await presentReportTo(viewer, corrected, viewer, context) };
    }
  },
});

/**
 * Reads one of the viewer's own reports for the page that corrects it, whatever its state.
 *
 * @throws Refusal: `notFound`, also for another account's report.
 */
export const readReportToCorrect = operation({
  name: 'report.readToCorrect',
  input: reportIdOnly,
  allow: 'report.delete',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const row = await requireOwnReport(viewer, reportId);
    const { reportType, description, phoneNumber, countryCode, personId, guardianName } = row;
    const dialCode = countryCode ?? defaultDialCode;
    const { choices, thisYear, ...people } = await peopleToChoose(viewer, await requireOwnRow(viewer));
    return {
      data: await presentReportTo(viewer, row, viewer, context),
      waits: hideUndoableReview(viewer, row).status === 'Pending',
      typed: {
        reportType,
        countryCode: dialCode,
        phoneNumber: formatBesideDialCode(phoneNumber, dialCode),
        description: description ?? '',
        personId: personId ?? noPerson,
        guardianName: guardianName ?? people.guardianName,
      },
      whose: { choices, thisYear },
    };
  },
});
