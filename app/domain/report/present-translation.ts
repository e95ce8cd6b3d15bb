import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import type { translations } from '~/platform/db/core/tables/reports.server';

/** The doctor, with name and number as of the signature. */
export const publicDoctor = z.object({
  _id: z.string().describe('The ID of the expert: `_id` of a user.'),
  firstName: z.string().describe("The expert's first name."),
  lastName: z.string().describe("The expert's family name; empty where they have none."),
  registrationNumber: z
    .string()
    .nullable()
    .describe('The number under which a medical council had registered them; null where none was given.'),
});

/** The signing doctor as the API document shows them. */
export const doctorExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  firstName: 'Meera',
  lastName: 'Nair',
  registrationNumber: 'MMC/2011/04217',
};

type Signature = Pick<
  typeof translations.$inferSelect,
  'expertId' | 'expertFirstName' | 'expertLastName' | 'expertRegistration'
>;

/** Presents the doctor who signed a row. */
export const presentDoctor = (row: Signature): z.infer<typeof publicDoctor> => ({
  _id: row.expertId,
  firstName: row.expertFirstName,
  lastName: row.expertLastName,
  registrationNumber: row.expertRegistration,
});

/** A translation of a review, signed by its translator. */
export const publicTranslation = z
  .object({
    language: z.enum(languageCodes).describe('The language of the translation.'),
    review: z.string().describe('The review in that language.'),
    expert: publicDoctor.describe('The expert who translated it, as they were then.'),
    createdAt: publicMoment.describe('When it was translated, in UTC.'),
  })
  .meta({
    id: 'Translation',
    description: 'A review in another language, signed by the expert who translated it.',
    example: {
      language: 'hi',
      review: 'आपका आयरन थोड़ा कम है।',
      expert: doctorExample,
      createdAt: '2026-03-06T08:30:00.000Z',
    },
  });

type PublicTranslation = z.infer<typeof publicTranslation>;

export type TranslationRow = typeof translations.$inferSelect;

/** Presents an expert's translation of a review. */
export function presentTranslation(row: TranslationRow): PublicTranslation {
  return {
    language: row.language,
    review: row.review,
    expert: presentDoctor(row),
    createdAt: row.createdAt.toISOString(),
  };
}
