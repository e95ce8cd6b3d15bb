import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import { languageCodes } from '~/i18n/language-codes';
import { reportTypes } from '~/platform/enums';

/**
 * Presents what an expert has written of a report and not sent, with as much of the report as its
 * author may always know: its type and when it was sent.
 */
export const publicDraft = z
  .object({
    review: z.string(),
    language: z.enum(languageCodes).nullable(),
    updatedAt: publicMoment,
    report: z.object({ reportType: z.enum(reportTypes), createdAt: publicMoment }),
  })
  .meta({ id: 'ReviewDraft' });

export type PublicDraft = z.infer<typeof publicDraft>;

export const draftExample: PublicDraft = {
  review: 'Your iron is a little low.',
  language: 'en',
  updatedAt: '2026-03-05T08:35:00.000Z',
  report: { reportType: 'Blood Test', createdAt: '2026-03-05T08:30:00.000Z' },
};
