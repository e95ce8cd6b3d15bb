import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import { languageCodes } from '~/i18n/language-codes';
import type { reviewVersions } from '~/platform/db/tables.server';
import { amendReasons, versionKinds } from '~/platform/enums';
import {
  presentTranslation,
  publicDoctor,
  publicTranslation,
  type TranslationRow,
} from './present-translation';

/**
 * One change of a review: what was written, by whom and why. `review` is null where it was taken
 * back, and in all that was taken back for whoever may not read it any more.
 */
export const publicVersion = z
  .object({
    number: z.int().min(1),
    kind: z.enum(versionKinds),
    review: z.string().nullable(),
    reasonCode: z.enum(amendReasons).nullable(),
    reason: z.string().nullable(),
    language: z.enum(languageCodes).nullable(),
    expert: publicDoctor,
    createdAt: publicMoment,
    translations: z.array(publicTranslation),
  })
  .meta({ id: 'ReviewVersion' });

export type PublicVersion = z.infer<typeof publicVersion>;

/** A version as the API's document shows it. */
export const versionExample: PublicVersion = {
  number: 2,
  kind: 'correction',
  review: 'Your iron is a little low. Please have it tested again in three months.',
  reasonCode: 'slip',
  reason: null,
  language: 'en',
  expert: {
    _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
    firstName: 'Meera',
    lastName: 'Nair',
    registrationNumber: 'MMC/2011/04217',
  },
  createdAt: '2026-03-06T08:30:00.000Z',
  translations: [],
};

export type VersionRow = typeof reviewVersions.$inferSelect;

/** Presents one change of a review, with what others have said of it in other languages. */
export function presentVersion(row: VersionRow & { translations: TranslationRow[] }): PublicVersion {
  return {
    number: row.number,
    kind: row.kind,
    review: row.text,
    reasonCode: row.reasonCode,
    reason: row.reason,
    language: row.language,
    expert: {
      _id: row.expertId,
      firstName: row.expertFirstName,
      lastName: row.expertLastName,
      registrationNumber: row.expertRegistration,
    },
    createdAt: row.createdAt.toISOString(),
    translations: row.translations.map(presentTranslation),
  };
}
