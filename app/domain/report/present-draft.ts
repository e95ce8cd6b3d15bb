import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import { nextSteps, reportTypes, specialists } from '~/platform/enums';

/**
 * An unsent draft of a review, with the facts about the report that its author may always know: its
 * type and when it was sent.
 */
export const publicDraft = z
  .object({
    review: z.string().describe('Text of the draft. Empty if the draft was removed.'),
    language: z.enum(languageCodes).nullable().describe('Language of the draft. `null` if not given.'),
    nextStep: z
      .object({
        step: z.enum(nextSteps).describe('Next step of the draft.'),
        withinDays: z.int().nullable().describe('Number of days. `null` if not given.'),
        specialist: z
          .enum(specialists)
          .nullable()
          .describe('Kind of specialist from the list. `null` if none was chosen.'),
        speciality: z
          .string()
          .nullable()
          .describe('Kind of specialist in your own words. `null` if not given.'),
      })
      .nullable()
      .describe('Next step of the draft. `null` if not given.'),
    updatedAt: publicMoment.describe('Time the draft was last saved, in UTC.'),
    report: z
      .object({
        reportType: z.enum(reportTypes).describe('Type of the report.'),
        createdAt: publicMoment.describe('Time the report was sent, in UTC.'),
      })
      .describe('Report of the draft.'),
  })
  .meta({
    id: 'ReviewDraft',
    description: "An expert's unsent review of a report.",
    example: {
      review: 'Your iron is a little low.',
      language: 'en',
      nextStep: null,
      updatedAt: '2026-03-05T08:35:00.000Z',
      report: { reportType: 'Blood Test', createdAt: '2026-03-05T08:30:00.000Z' },
    },
  });

export type PublicDraft = z.infer<typeof publicDraft>;
