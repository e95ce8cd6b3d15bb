import { and, eq, isNull } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { operation } from '~/domain/kernel/operation';
import { defaultDialCode, formatBesideDialCode } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import { reportAnswer } from '~/domain/report/present-report';
import { correctionCall, correctionForm, reportIdOnly } from '~/domain/report/schemas';
import { isOwnReport, requireOwnReport, requireSettled } from '~/domain/report-rules/own-reports.server';
import { hideUndoableReview, presentReportTo } from '~/domain/report-view/present-reports.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { toReportColumns } from './store-report.server';

/** The fields that can be corrected, each with its audit action. */
const correctable = {
  reportType: 'report.typeCorrected',
  phoneNumber: 'report.phoneCorrected',
  description: 'report.descriptionCorrected',
} as const;
const correctableFields = Object.keys(correctable) as (keyof typeof correctable)[];

/**
 * Corrects the type, phone number and description of the viewer's own report while it waits
 * (docs/requirements.md#states). Equal values change nothing, so a form sent twice is one
 * correction. If a review and a correction come at the same
 * moment, exactly one succeeds.
 *
 * @throws Refusal: `notFound`, also for another account's report; `conflict` if it is reviewed, or
 *   the consent is withdrawn; `invalid` beside `phoneNumber`.
 */
export const correctReport = operation({
  name: 'report.correct',
  api: {
    summary: 'Correct a report',
    text: 'Updates the type, phone number and description of one of your own waiting reports. An omitted description is unchanged; an empty one is removed. The file cannot be changed. Sets `correctedAt`. Returns 409 if the report is reviewed or its consent is withdrawn.',
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
      const next = {
        ...Object.fromEntries(modified.map((field) => [field, columns[field]])),
        ...(modified.includes('phoneNumber') && { countryCode: countryCode ?? null }),
        correctedAt: now,
        updatedAt: now,
      };
      const isDone =
        modified.length === 0 ||
        (await atomically([
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
          ...modified.map((field) =>
            auditEntry({ action: correctable[field], actorId: viewer.id, objectId: reportId }),
          ),
        ]));
      // Another change was faster: reads the report again.
      if (!isDone) continue;
      const corrected = modified.length === 0 ? row : { ...row, ...next };
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
    const { reportType, description, phoneNumber, countryCode } = row;
    const dialCode = countryCode ?? defaultDialCode;
    return {
      data: await presentReportTo(viewer, row, viewer, context),
      waits: hideUndoableReview(viewer, row).status === 'Pending',
      typed: {
        reportType,
        countryCode: dialCode,
        phoneNumber: formatBesideDialCode(phoneNumber, dialCode),
        description: description ?? '',
      },
    };
  },
});

/** Builds the condition that a report was last corrected at that time; null is never. */
export const isUnchangedSince = (correctedAt: Date | null) =>
  correctedAt ? eq(reports.correctedAt, correctedAt) : isNull(reports.correctedAt);
