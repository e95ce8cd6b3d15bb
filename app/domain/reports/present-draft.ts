import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import { languageCodes } from '~/i18n/language-codes';

/** What an expert has written of a report and not sent. */
export const publicDraft = z
  .object({ review: z.string(), language: z.enum(languageCodes).nullable(), updatedAt: publicMoment })
  .meta({ id: 'ReviewDraft' });

export type PublicDraft = z.infer<typeof publicDraft>;

export const draftExample: PublicDraft = {
  review: 'Your iron is a little low.',
  language: 'en',
  updatedAt: '2026-03-05T08:35:00.000Z',
};
