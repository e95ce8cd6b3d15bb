import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { publicNextStep } from '~/domain/report/next-step';
import {
  credentialFields,
  presentCredentials,
  presentUnchecked,
  uncheckedFields,
} from '~/domain/report/present-translation';
import { selectSteps, selectTranslations, selectVersions } from '~/domain/report/rows-of-reports.server';
import { languageCodes } from '~/i18n/language-codes';
import type { reports } from '~/platform/db/core/tables/reports.server';
import { reportStatuses } from '~/platform/enums';
import { findBarredAuthors, leaveOutBarred } from './barred-authors.server';
import { presentNextSteps, type StepContext } from './present-next-steps.server';
import { isUndoable, listCurrentTranslations } from './present-reports.server';

/** A text of a doctor as readers without an account see it. */
export const writtenText = z.object({
  text: z.string().describe('Text as it was written.'),
  language: z.enum(languageCodes).nullable().describe('Language of the text. `null` if unknown.'),
  doctor: z.string().describe('Name of the doctor.'),
  registrationNumber: z.string().nullable().describe('Registration number. `null` if none was given.'),
  ...credentialFields,
});

export const writtenTranslation = writtenText.extend({
  ...uncheckedFields,
});

/** The answer to a report as readers without an account see it. */
export const publicAnswer = z.object({
  status: z.enum(reportStatuses).describe('Status of the report.'),
  reviewedAt: publicMoment.nullable().describe('Time of the review, in UTC. `null` before it.'),
  takenBackAt: publicMoment
    .nullable()
    .describe(
      'Time at which the last review was taken back, in UTC. `null` unless the report waits for another one.',
    ),
  nextStep: publicNextStep
    .nullable()
    .describe('What the patient should do next. `null` if nothing was said, and without the review.'),
  review: writtenText
    .nullable()
    .describe('The review. `null` before it, and if its author is suspended or rejected.'),
  translations: z
    .array(writtenTranslation)
    .describe('Translations of the review; the one into the language of the response comes first.'),
});

export type PublicAnswer = z.infer<typeof publicAnswer>;

/** The answer to a report that waits, for examples. */
export const answerExample = {
  status: 'Pending',
  reviewedAt: null,
  takenBackAt: null,
  nextStep: null,
  review: null,
  translations: [],
} satisfies PublicAnswer;

type ReportRow = typeof reports.$inferSelect;

/**
 * Presents the answer to a report to readers without an account. Texts of experts who are suspended
 * or rejected are left out.
 */
export async function presentAnswer(row: ReportRow, context: StepContext): Promise<PublicAnswer> {
  const waiting = { ...answerExample, takenBackAt: row.takenBackAt?.toISOString() ?? null };
  if (row.status !== 'Reviewed' || isUndoable(row)) return waiting;
  const answered = {
    ...waiting,
    status: 'Reviewed' as const,
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    takenBackAt: null,
  };
  const [translations, steps, versions] = await Promise.all([
    selectTranslations([row.id]),
    selectSteps([row.id]),
    selectVersions([row.id]),
  ]);
  const current = listCurrentTranslations(row, translations.get(row.id));
  const barred = await findBarredAuthors([row.expertId, ...current.map(({ expertId }) => expertId)]);
  const shown = leaveOutBarred(row, current, barred);
  if (shown.isHidden) return answered;
  const nextSteps = await presentNextSteps([row], { steps, versions, barred }, context);
  return {
    ...answered,
    nextStep: nextSteps.get(row.id) ?? null,
    review: presentText({ ...row, language: row.reviewLanguage }),
    translations: shown.translations
      .map((translation) => ({
        ...presentText(translation),
        ...presentUnchecked(translation),
      }))
      .sort((a, b) => Number(b.language === context.language) - Number(a.language === context.language)),
  };
}

type TextRow = Pick<
  ReportRow,
  'review' | 'expertId' | 'expertFirstName' | 'expertLastName' | 'expertRegistration' | 'expertCredentials'
> & {
  language: z.infer<typeof writtenText>['language'];
};

const presentText = (row: TextRow): z.infer<typeof writtenText> => ({
  text: row.review ?? '',
  language: row.language,
  doctor: `${row.expertFirstName ?? ''} ${row.expertLastName ?? ''}`.trim(),
  registrationNumber: row.expertRegistration,
  ...presentCredentials(row),
});
