import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import { reportTypes } from '~/platform/enums';

/**
 * An unsent draft of a review, with the facts about the report that its author may always know: its
 * type and when it was sent.
 */
export const publicDraft = z
  .object({
    review: z.string().describe('What is written so far; empty where the draft was removed.'),
    language: z
      .enum(languageCodes)
      .nullable()
      .describe('The language it is written in; null where that was not said.'),
    updatedAt: publicMoment.describe('When it was last saved, in UTC.'),
    report: z
      .object({
        reportType: z.enum(reportTypes).describe('What kind of report it is.'),
        createdAt: publicMoment.describe('When the report was sent, in UTC.'),
      })
      .describe('The report that the draft is of.'),
  })
  .meta({
    id: 'ReviewDraft',
    description: 'What an expert has written of a report and not sent.',
    example: {
      review: 'Your iron is a little low.',
      language: 'en',
      updatedAt: '2026-03-05T08:35:00.000Z',
      report: { reportType: 'Blood Test', createdAt: '2026-03-05T08:30:00.000Z' },
    },
  });

export type PublicDraft = z.infer<typeof publicDraft>;
