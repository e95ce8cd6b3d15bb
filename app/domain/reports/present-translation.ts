import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields/fields';
import { languageCodes } from '~/i18n/language-codes';
import type { translations } from '~/platform/db/tables.server';

/** The doctor as they stood when they signed. */
export const publicDoctor = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  registrationNumber: z.string().nullable(),
});

/** A review said in another language, signed by whoever said it. */
export const publicTranslation = z
  .object({
    language: z.enum(languageCodes),
    review: z.string(),
    expert: publicDoctor,
    createdAt: publicMoment,
  })
  .meta({ id: 'Translation' });

type PublicTranslation = z.infer<typeof publicTranslation>;

/** A translation as the API's document shows it. */
export const translationExample: PublicTranslation = {
  language: 'hi',
  review: 'आपका आयरन थोड़ा कम है।',
  expert: {
    _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
    firstName: 'Meera',
    lastName: 'Nair',
    registrationNumber: 'MMC/2011/04217',
  },
  createdAt: '2026-03-06T08:30:00.000Z',
};

export type TranslationRow = typeof translations.$inferSelect;

/** Presents what an expert has said of a review in another language. */
export function presentTranslation(row: TranslationRow): PublicTranslation {
  return {
    language: row.language,
    review: row.review,
    expert: {
      _id: row.expertId,
      firstName: row.expertFirstName,
      lastName: row.expertLastName,
      registrationNumber: row.expertRegistration,
    },
    createdAt: row.createdAt.toISOString(),
  };
}
