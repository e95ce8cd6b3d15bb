import { z } from 'zod';
import { listMeta, publicMoment } from '~/domain/kernel/fields/fields';
import type { CallContext } from '~/domain/kernel/operation';
import { isLanguageCode, languageCodes } from '~/i18n/language-codes';
import type { consents, reports, translations } from '~/platform/db/tables.server';

export const maskedName = '******';
export const maskedPhone = '**********';

type Person = { id: string; firstName: string; lastName: string; email: string };
type Row = Pick<
  typeof reports.$inferSelect,
  | 'id'
  | 'reportType'
  | 'resourceType'
  | 'thumbnailName'
  | 'pages'
  | 'description'
  | 'phoneNumber'
  | 'status'
  | 'language'
  | 'createdAt'
  | 'updatedAt'
> &
  Partial<
    Pick<
      typeof reports.$inferSelect,
      | 'review'
      | 'reviewLanguage'
      | 'expertId'
      | 'expertFirstName'
      | 'expertLastName'
      | 'expertRegistration'
      | 'reviewedAt'
    >
  >;

/** The path of a report's file (docs/requirements.md#api). */
export function filePathOf({ id, resourceType }: { id: string; resourceType: 'raw' | 'image' }) {
  return `/files/${resourceType}/${id}`;
}

/**
 * One line of a report's consents. `given` is null where a program did not say; then there is no
 * wording either.
 */
export const consentLine = z
  .object({
    given: z.boolean().nullable(),
    wordingVersion: z.string().nullable(),
    wording: z.string().nullable(),
    language: z.string().nullable(),
    door: z.enum(['page', 'api']),
    at: publicMoment,
    withdrawnAt: publicMoment.nullable(),
  })
  .meta({ id: 'ConsentLine' });

/** The doctor as they stood when they signed. */
const publicDoctor = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  registrationNumber: z.string().nullable(),
});

/** The newest line, and what was given and taken back before it, the newest first. */
const publicConsent = consentLine.extend({ earlier: z.array(consentLine) }).meta({ id: 'Consent' });

/** A review said in another language, signed by whoever said it. */
export const publicTranslation = z
  .object({
    language: z.enum(languageCodes),
    review: z.string(),
    expert: publicDoctor,
    createdAt: publicMoment,
  })
  .meta({ id: 'Translation' });

/**
 * A report as the outside sees it (docs/requirements.md#api). A hidden or closed file has no
 * address; a masked report no person. `consent` is its owner's alone.
 */
export const publicReport = z
  .object({
    _id: z.string(),
    reportType: z.string(),
    reportUrl: z.string().nullable(),
    thumbnailUrl: z.string().nullable(),
    resourceType: z.enum(['raw', 'image']),
    pages: z.int().nullable(),
    description: z.string().nullable(),
    phoneNumber: z.string(),
    status: z.enum(['Pending', 'Reviewed']),
    review: z.string().nullable(),
    patient: z.object({
      _id: z.string().nullable(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string().nullable(),
    }),
    expert: publicDoctor.nullable(),
    createdAt: publicMoment,
    updatedAt: publicMoment,
    reviewedAt: publicMoment.nullable(),
    consent: publicConsent.nullable(),
    language: z.enum(languageCodes),
    reviewLanguage: z.enum(languageCodes).nullable(),
    translations: z.array(publicTranslation),
  })
  .meta({ id: 'Report' });

export type PublicReport = z.infer<typeof publicReport>;

/** One report, and a list of them, as the answers carry them. */
export const reportAnswer = z.object({ data: publicReport });
export const reportListAnswer = z.object({ data: z.array(publicReport), meta: listMeta });

type ConsentRow = typeof consents.$inferSelect;
type TranslationRow = typeof translations.$inferSelect;

/** Presents one line of the consents. */
export function presentConsentLine(row: ConsentRow): z.infer<typeof consentLine> {
  const { given, wordingVersion, wording, language, door, at, withdrawnAt } = row;
  const moments = { at: at.toISOString(), withdrawnAt: withdrawnAt?.toISOString() ?? null };
  return { given, wordingVersion, wording, language, door, ...moments };
}

function presentConsent([newest, ...earlier]: ConsentRow[]): PublicReport['consent'] {
  return newest ? { ...presentConsentLine(newest), earlier: earlier.map(presentConsentLine) } : null;
}

const languageOf = (code: string | null | undefined) => (isLanguageCode(code) ? code : 'en');

/** Presents what an expert has said of a review in another language. */
export function presentTranslation(row: TranslationRow): z.infer<typeof publicTranslation> {
  return {
    language: languageOf(row.language),
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

/**
 * Presents a report. Takes the row, its patient, the channel whose links it gets, for its owner the
 * lines of its consents, and what its review was translated to, the newest first.
 *
 * @returns the public shape.
 */
export function presentReport(
  row: Row,
  patient: Person,
  context: Pick<CallContext, 'linkTo'>,
  consentRows: ConsentRow[] = [],
  translationRows: TranslationRow[] = [],
): PublicReport {
  return {
    _id: row.id,
    reportType: row.reportType,
    reportUrl: context.linkTo(filePathOf(row)),
    thumbnailUrl: row.thumbnailName ? context.linkTo(`/files/thumbnail/${row.id}`) : null,
    resourceType: row.resourceType,
    pages: row.pages,
    description: row.description,
    phoneNumber: row.phoneNumber,
    // Withdrawn is no status of the outside (docs/requirements.md#api): it waits, but for nobody.
    status: row.status === 'Withdrawn' ? 'Pending' : row.status,
    review: row.review ?? null,
    patient: {
      _id: patient.id,
      firstName: patient.firstName,
      lastName: patient.lastName,
      email: patient.email,
    },
    expert: row.expertId
      ? {
          _id: row.expertId,
          firstName: row.expertFirstName ?? '',
          lastName: row.expertLastName ?? '',
          registrationNumber: row.expertRegistration ?? null,
        }
      : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    consent: presentConsent(consentRows),
    language: languageOf(row.language),
    reviewLanguage: row.review ? languageOf(row.reviewLanguage) : null,
    translations: translationRows.map(presentTranslation),
  };
}

/**
 * What of a report is shown to an expert who is not approved; a field that is not named here is
 * hidden from them.
 */
const shownUnapproved = [
  '_id',
  'reportType',
  'resourceType',
  'status',
  'language',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof PublicReport)[];

/** What stands in the place of every other field. */
const hiddenUnapproved: Omit<PublicReport, (typeof shownUnapproved)[number]> = {
  reportUrl: null,
  thumbnailUrl: null,
  pages: null,
  description: null,
  phoneNumber: maskedPhone,
  review: null,
  patient: { _id: null, firstName: maskedName, lastName: '', email: null },
  expert: null,
  reviewedAt: null,
  consent: null,
  reviewLanguage: null,
  translations: [],
};

/**
 * A report as an expert who is not approved sees it: no name, phone, description, e-mail or file
 * (docs/requirements.md#permissions). What is hidden is not in the result.
 */
export function maskReport(report: PublicReport): PublicReport {
  const shown = Object.fromEntries(shownUnapproved.map((field) => [field, report[field]]));
  return { ...hiddenUnapproved, ...(shown as Pick<PublicReport, (typeof shownUnapproved)[number]>) };
}
