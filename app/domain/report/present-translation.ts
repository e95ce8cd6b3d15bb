import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import type { translations } from '~/platform/db/core/tables/reports.server';
import type { SignedCredentials } from '~/platform/enums';

/** The credentials beside the registration number, as of the signature. */
export const credentialFields = {
  qualification: z
    .string()
    .nullable()
    .describe(
      'Degrees and specialty at that time. `null` if none were given, and in texts of before they were kept.',
    ),
  council: z
    .string()
    .nullable()
    .describe('Medical council at that time. `null` if none was given, and in texts of before it was kept.'),
};

/** The doctor, with name and credentials as of the signature. */
export const publicDoctor = z.object({
  _id: z.string().describe('ID of the expert: `_id` of a user.'),
  firstName: z.string().describe('First name of the expert.'),
  lastName: z.string().describe('Family name of the expert. Empty if there is none.'),
  registrationNumber: z
    .string()
    .nullable()
    .describe('Registration number with a medical council at that time. `null` if none was given.'),
  ...credentialFields,
});

/** The doctor who reviewed a report, with the picture that its patient is shown. */
export const publicReviewer = publicDoctor.extend({
  image: z
    .string()
    .nullable()
    .describe(
      'Address of the display picture, valid for 15 minutes. `null` for everyone except the patient, if there is none, and once the expert is suspended or deleted.',
    ),
});

/** The signing doctor as the API document shows them. */
export const doctorExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  firstName: 'Meera',
  lastName: 'Nair',
  registrationNumber: 'MMC/2011/04217',
  qualification: 'MD (Radiology)',
  council: 'Maharashtra Medical Council',
};

type Signature = Pick<
  typeof translations.$inferSelect,
  'expertId' | 'expertFirstName' | 'expertLastName' | 'expertRegistration' | 'expertCredentials'
>;

type CredentialsRow = {
  expertId: string | null;
  expertRegistration: string | null;
  expertCredentials: SignedCredentials | null;
};

/**
 * Presents the qualification and council that a row was signed with. Those of an earlier text, which a
 * server of an earlier release left in the row, are not shown.
 */
export function presentCredentials({ expertId, expertRegistration, expertCredentials }: CredentialsRow) {
  const isOfText =
    expertCredentials?.expertId === expertId && expertCredentials?.registrationNumber === expertRegistration;
  return {
    qualification: (isOfText && expertCredentials?.qualification) || null,
    council: (isOfText && expertCredentials?.council) || null,
  };
}

/** Presents the doctor who signed a row. */
export const presentDoctor = (row: Signature): z.infer<typeof publicDoctor> => ({
  _id: row.expertId,
  firstName: row.expertFirstName,
  lastName: row.expertLastName,
  registrationNumber: row.expertRegistration,
  ...presentCredentials(row),
});

/** The fields that say what of a translation its reader should compare with the original. */
export const uncheckedFields = {
  hasUncheckedNumbers: z
    .boolean()
    .describe(
      'Whether numbers or words differ from those of the review and the translator did not confirm them. If so, show a note above the translation that the original counts, with `toCompare`.',
    ),
  toCompare: z
    .array(z.string())
    .describe('These numbers and words, as they stand in the review or the translation.'),
};

/** Presents what the reader of a translation should compare. */
export const presentUnchecked = ({ toCompare }: Pick<ComparedTranslation, 'toCompare'>) => ({
  hasUncheckedNumbers: toCompare.length > 0,
  toCompare,
});

/** The clinic's warning that it no longer vouches for a text. */
export const publicDoubt = z
  .object({
    sentence: z.string().describe('The warning, in the language of the response.'),
    sentenceInEnglish: z.string().describe('The same warning in English.'),
  })
  .meta({
    id: 'Doubt',
    description: 'A warning that the clinic no longer vouches for a text.',
    example: {
      sentence: 'The clinic no longer vouches for this answer. Do not act on it alone; call 1800 000 000.',
      sentenceInEnglish:
        'The clinic no longer vouches for this answer. Do not act on it alone; call 1800 000 000.',
    },
  });

export type PublicDoubt = z.infer<typeof publicDoubt>;

/** A translation of a review, signed by its translator. */
export const publicTranslation = z
  .object({
    language: z.enum(languageCodes).describe('Language of the translation.'),
    review: z.string().describe('Translated review.'),
    expert: publicDoctor.describe('Expert who translated the review, as they were at that time.'),
    ...uncheckedFields,
    doubtNote: publicDoubt
      .nullable()
      .describe(
        'Show it before the translation: the clinic no longer vouches for its author. `null` otherwise.',
      ),
    createdAt: publicMoment.describe('Time of the translation, in UTC.'),
  })
  .meta({
    id: 'Translation',
    description: 'A review in another language, signed by the expert who translated it.',
    example: {
      language: 'hi',
      review: 'आपका आयरन थोड़ा कम है।',
      expert: doctorExample,
      hasUncheckedNumbers: false,
      toCompare: [],
      doubtNote: null,
      createdAt: '2026-03-06T08:30:00.000Z',
    },
  });

type PublicTranslation = z.infer<typeof publicTranslation>;

export type TranslationRow = typeof translations.$inferSelect;

/**
 * A translation, compared with the text that it translates. `toCompare` has the numbers and words
 * that do not agree and that the translator did not confirm. `doubtNote` is set if the clinic does
 * not vouch for the translator.
 */
export type ComparedTranslation = TranslationRow & { toCompare: string[]; doubtNote?: PublicDoubt | null };

/** Presents an expert's translation of a review. */
export function presentTranslation(row: ComparedTranslation): PublicTranslation {
  return {
    language: row.language,
    review: row.review,
    expert: presentDoctor(row),
    ...presentUnchecked(row),
    doubtNote: row.doubtNote ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
