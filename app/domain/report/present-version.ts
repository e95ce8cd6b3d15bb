import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import type { reviewVersions } from '~/platform/db/core/tables/reports.server';
import { amendReasons, versionKinds } from '~/platform/enums';
import {
  doctorExample,
  presentDoctor,
  presentTranslation,
  publicDoctor,
  publicTranslation,
  type TranslationRow,
} from './present-translation';

/**
 * One version of a review: its text, author and reason. `review` is null in the version that takes
 * the review back. It is also null in every version before that, for viewers who may no longer read
 * it.
 */
export const publicVersion = z
  .object({
    number: z.int().min(1).describe('Which version it is, counted from 1.'),
    kind: z.enum(versionKinds).describe('What was done: the review itself, or what became of it.'),
    review: z
      .string()
      .nullable()
      .describe('What was written; null where it was taken back, and for all but admins in what was before.'),
    reasonCode: z
      .enum(amendReasons)
      .nullable()
      .describe('Why, of a few reasons; null for the review itself.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why, in the words of the expert or admin who did it; null where nothing was said, and for all but admins in what was taken back.',
      ),
    language: z
      .enum(languageCodes)
      .nullable()
      .describe('The language it is written in; null where nothing was written.'),
    expert: publicDoctor.describe('The expert who signed it, as they were then.'),
    createdAt: publicMoment.describe('When it was done, in UTC.'),
    translations: z
      .array(publicTranslation)
      .describe('What was written of it in other languages, the newest first.'),
  })
  .meta({
    id: 'ReviewVersion',
    description: 'A review, or one change of it.',
    example: {
      number: 2,
      kind: 'correction',
      review: 'Your iron is a little low. Please have it tested again in three months.',
      reasonCode: 'slip',
      reason: null,
      language: 'en',
      expert: doctorExample,
      createdAt: '2026-03-06T08:30:00.000Z',
      translations: [],
    },
  });

export type PublicVersion = z.infer<typeof publicVersion>;

export type VersionRow = typeof reviewVersions.$inferSelect;

/** Presents one version of a review with its translations. */
export function presentVersion(row: VersionRow & { translations: TranslationRow[] }): PublicVersion {
  return {
    number: row.number,
    kind: row.kind,
    review: row.text,
    reasonCode: row.reasonCode,
    reason: row.reason,
    language: row.language,
    expert: presentDoctor(row),
    createdAt: row.createdAt.toISOString(),
    translations: row.translations.map(presentTranslation),
  };
}
