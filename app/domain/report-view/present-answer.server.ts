import { z } from 'zod';
import type { PublicNextStep } from '~/domain/report/next-step';
import type { PresentedRow } from '~/domain/report/report-fields';
import {
  selectSteps,
  selectTranslations,
  selectVersions,
} from '~/domain/report-rules/rows-of-reports.server';
import { languageCodes } from '~/i18n/language-codes';
import { presentNextSteps, type StepContext } from './present-next-steps.server';
import { listCurrentTranslations } from './present-reports.server';

/** A text of a doctor as readers without an account see it. */
export const writtenText = z.object({
  text: z.string().describe('Text as it was written.'),
  language: z.enum(languageCodes).nullable().describe('Language of the text. `null` if unknown.'),
  doctor: z.string().describe('Name of the doctor.'),
  registrationNumber: z.string().nullable().describe('Registration number. `null` if none was given.'),
});

export const writtenTranslation = writtenText.extend({
  hasUncheckedNumbers: z
    .boolean()
    .describe(
      'Whether numbers differ from those of the review and the translator did not confirm them. If so, the original counts.',
    ),
});

type WrittenText = z.infer<typeof writtenText>;
type WrittenTranslation = z.infer<typeof writtenTranslation> & { expertId: string };

/** A review with its next step and its translations, without anything about the patient. */
export type Answer = {
  nextStep: PublicNextStep | null;
  review: WrittenText;
  translations: WrittenTranslation[];
};

/**
 * Presents the review of a report to a reader without an account. Call it only for a review that
 * this reader may see.
 *
 * @returns the answer; the translation into the language of the response comes first.
 */
export async function presentAnswer(row: PresentedRow, context: StepContext): Promise<Answer> {
  const { id } = row;
  const [translations, steps, versions] = await Promise.all([
    selectTranslations([id]),
    selectSteps([id]),
    selectVersions([id]),
  ]);
  const nextSteps = await presentNextSteps([row], { steps, versions }, context);
  return {
    nextStep: nextSteps.get(id) ?? null,
    review: toWritten({ ...row, language: row.reviewLanguage }),
    translations: listCurrentTranslations(row, translations.get(id))
      .map((translation) => ({
        ...toWritten(translation),
        expertId: translation.expertId,
        hasUncheckedNumbers: translation.hasUncheckedNumbers,
      }))
      .sort((a, b) => Number(b.language === context.language) - Number(a.language === context.language)),
  };
}

type Signed = {
  review: string | null;
  language: WrittenText['language'];
  expertFirstName: string | null;
  expertLastName: string | null;
  expertRegistration: string | null;
};

const toWritten = ({
  review,
  language,
  expertFirstName,
  expertLastName,
  expertRegistration,
}: Signed): WrittenText => ({
  text: review ?? '',
  language,
  doctor: `${expertFirstName ?? ''} ${expertLastName ?? ''}`.trim(),
  registrationNumber: expertRegistration,
});
