import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import type { reviewVersions } from '~/platform/db/core/tables/reports.server';
import { amendReasons, versionKinds } from '~/platform/enums';
import {
  type ComparedTranslation,
  doctorExample,
  presentDoctor,
  presentTranslation,
  publicDoctor,
  publicTranslation,
} from './present-translation';

/**
 * One version of a review: its text, author and reason. `review` is null in the version that takes
 * the review back. It is also null in every version before that, for viewers who may no longer read
 * it.
 */
export const publicVersion = z
  .object({
    number: z.int().min(1).describe('Number of the version, starting at 1.'),
    kind: z.enum(versionKinds).describe('Kind of version: the review itself, or a change to it.'),
    review: z
      .string()
      .nullable()
      .describe(
        'Text of this version. `null` for the version that takes the review back, and for earlier ones except for admins.',
      ),
    reasonCode: z
      .enum(amendReasons)
      .nullable()
      .describe('Reason for the change. `null` for the review itself.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'Explanation by the expert or admin. `null` if none was given, and, except for admins, in the version that takes the review back and earlier ones.',
      ),
    language: z.enum(languageCodes).nullable().describe('Language of the text. `null` if there is no text.'),
    expert: publicDoctor.describe('Expert who signed this version, as they were at that time.'),
    createdAt: publicMoment.describe('Time of the version, in UTC.'),
    translations: z
      .array(publicTranslation)
      .describe('Translations of this version, newest first. Empty if its text is `null`.'),
  })
  .meta({
    id: 'ReviewVersion',
    description: 'A review, or a change to it.',
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

type PublicVersion = z.infer<typeof publicVersion>;

export type VersionRow = typeof reviewVersions.$inferSelect;

/** Presents one version of a review with its translations. */
export function presentVersion(row: VersionRow & { translations: ComparedTranslation[] }): PublicVersion {
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
