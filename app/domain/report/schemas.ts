import { z } from 'zod';
import {
  booleanField,
  optionalChoice,
  requiredChoice,
  typedNumber,
  wholeNumber,
} from '~/domain/kernel/choices';
import {
  clearableText,
  idSchema,
  key,
  listFields,
  optionalText,
  requiredLine,
  requiredText,
  searchText,
} from '~/domain/kernel/fields';
import { dialCodePattern, toE164 } from '~/domain/kernel/phone';
import { languageCodes } from '~/i18n/language-codes';
import { reportStatuses, reportTypes, reportWaits } from '~/platform/enums';
import {
  aboutCallFields,
  aboutFormFields,
  namedPersonRule,
  oneWayRule,
  pageRules,
  toCallFields,
  toRefinement,
} from './about-schemas';
import { maxReviewLength, pageSizes } from './report-constants';
import { slotsField } from './slot-fields';

export const maxDescriptionLength = 2000;

const reportType = requiredChoice(reportTypes, key('upload.reportType')).meta({
  description: 'Type of the report.',
  example: 'Blood Test',
});
const dialCode = z
  .string({ error: key('upload.countryCode') })
  .regex(dialCodePattern, key('form.countryCode'))
  .meta({
    description: 'Dial code of the country of `phoneNumber`. Defaults to +91.',
    example: '+91',
  });

/** The ID of a report in calls and forms. */
export const reportId = idSchema.meta({
  description: 'ID of the report: `_id` of a report.',
  example: '01k2zq5v7m8n9p0q1r2s3t4v5w',
});
const reviewText = {
  description: 'Your review of the report, for the patient to read.',
  example: 'Your iron is a little low. Take the tablets for three months, then repeat the test.',
};
/** The language an expert writes in, if it differs from that of the page or API call. */
export const writtenLanguage = requiredChoice(languageCodes, key('review.language')).optional().meta({
  description: 'Language you write in. Defaults to the language of the call (`Accept-Language`).',
  example: 'en',
});
const agreed = booleanField.refine((given) => given, key('upload.consent'));

const uploadFields = z.object({
  reportType,
  description: optionalText(maxDescriptionLength).meta({
    description: "Note to the expert: the patient's symptoms, and since when.",
    example: 'Tired for three weeks',
  }),
  phoneNumber: requiredLine(key('upload.phoneNumber'), 24).meta({
    description: 'Phone number for this report, with or without its dial code.',
    example: '9876543210',
  }),
  countryCode: dialCode.optional(),
  consent: agreed.optional().meta({
    description: 'Whether the patient consents to the review. Optional; `false` is refused.',
    example: true,
  }),
  uploads: slotsField,
  // Sent by the form only; API clients have their Idempotency-Key.
  submissionKey: z.string().max(64, key('form.tooLong')).optional().meta({ internal: true }),
});

type Phone = { phoneNumber: string; countryCode?: string };

// An invalid dial code is reported beside its own field only.
const isPhone = ({ phoneNumber, countryCode }: Phone) =>
  (countryCode !== undefined && !dialCodePattern.test(countryCode)) ||
  toE164({ number: phoneNumber, dialCode: countryCode }) !== undefined;
const notInCountry = { error: key('phone.notInCountry'), path: ['phoneNumber'] };

/** Input of `report/upload-report`, besides the file (docs/requirements.md#api). */
export const uploadCall = uploadFields
  .extend(aboutCallFields)
  .refine(isPhone, notInCountry)
  .refine(...toRefinement(oneWayRule))
  .refine(...toRefinement(namedPersonRule));

/**
 * Input of the upload page, which also requires country code and consent
 * (docs/requirements.md#validation).
 */
export const uploadForm = pageRules
  .reduce(
    (form, rule) => form.refine(...toRefinement(rule)),
    uploadFields
      .extend({ countryCode: dialCode, consent: z.preprocess((given) => given ?? false, agreed) })
      .extend(aboutFormFields)
      .refine(isPhone, notInCountry),
  )
  .transform(toCallFields);

const correctionFields = uploadFields
  .pick({ reportType: true, phoneNumber: true, countryCode: true })
  .extend({
    description: clearableText(maxDescriptionLength).meta({
      description: 'Note to the expert. Unchanged if omitted; removed if empty.',
      example: 'Tired for three weeks',
    }),
    reportId,
  });

/** Input for correcting a report that waits, like that of `report/upload-report`. */
export const correctionCall = correctionFields.refine(isPhone, notInCountry);

/** Input of the page for correcting a report, which also requires the country code. */
export const correctionForm = correctionFields
  .extend({ countryCode: dialCode })
  .refine(isPhone, notInCountry);

// The version of the report that was read; null if it was never corrected.
const readVersion = z.iso.datetime({ error: key('form.moment') }).nullish();
const versionOf = (read: string | null | undefined) => (read ? new Date(read) : null);

/** The version of a review that was read. */
export const reviewVersion = typedNumber(wholeNumber).meta({
  description: '`version` of the report as you read it.',
  example: 1,
});

/** Input of `report/add-review`. The version that was read is optional. */
export const reviewCall = z.object({
  reportId,
  review: requiredText(key('review.required'), maxReviewLength).meta(reviewText),
  language: writtenLanguage,
  correctedAt: readVersion
    .transform((read) => (read === undefined ? undefined : versionOf(read)))
    .meta({
      description:
        '`correctedAt` of the report as you read it, including `null`. The review is refused with 409 if the report was corrected since.',
      example: null,
    }),
});

/** Input of the review page. An empty version means a report that was never corrected. */
export const reviewForm = reviewCall.extend({ correctedAt: readVersion.transform(versionOf) });

/** Input for saving the draft of a review. An empty text removes the draft. */
export const draftForm = z.object({
  reportId,
  review: clearableText(maxReviewLength).meta({
    description: 'Text of the draft. Unchanged if omitted; the draft is removed if empty.',
    example: reviewText.example,
  }),
  language: writtenLanguage,
});

export const translationForm = z.object({
  reportId,
  review: requiredText(key('translate.required'), maxReviewLength).meta({
    description: 'Translated review, in the language of `to`.',
    example: 'आपका आयरन थोड़ा कम है।',
  }),
  // The version of the review that was read. A client that does not know versions has read the
  // first.
  version: reviewVersion
    .default(1)
    .describe(
      '`version` of the review as you read it. Defaults to 1. The translation is refused with 409 if the review has changed since.',
    ),
});

/** Input of a list without filters. */
export const listOnly = z.object(listFields);

export const reportIdOnly = z.object({ reportId });

/** The report to review, and the earlier report of the same person to show beside it. */
export const reportToReview = reportIdOnly.extend({
  beside: idSchema.optional().transform((id) => id || undefined),
});

/** The report whose review page is opened, and the parts of the page's query that say how. */
export const openedReport = reportToReview.extend({ andNext: z.literal('on').optional() });

/** The review to undo, and whether the page has text about the next report that is not saved yet. */
export const undoForm = reportIdOnly.extend({ isWriting: z.enum(['', 'yes']).optional() });

/** The review that was shown, and its version. */
export const seenReview = reportIdOnly.extend({
  version: reviewVersion
    .optional()
    .describe('`version` of the report whose review was shown. Defaults to the current one.'),
});

/** A file of a report, numbered from 1. An invalid number is treated as a missing file. */
export const reportFile = z.object({
  reportId: idSchema,
  number: z.coerce.number().int().min(1).max(1000).default(1).catch(0),
});

/** Input for giving a consent again, with the name of the guardian of a child. */
export const consentAgain = reportIdOnly.extend({ guardianName: aboutCallFields.guardianName });

/**
 * A page of a report's files, from 1 to 10,000, counted on from file to file. An invalid number is
 * treated as a missing page. Any size but those listed is invalid.
 */
export const reportPage = z.object({
  reportId: idSchema,
  page: z.coerce.number().int().min(1).max(10_000).catch(0),
  size: z.enum(pageSizes).default('normal'),
});

const ofType = optionalChoice(reportTypes).meta({
  description: 'Only reports of this type.',
  example: 'Blood Test',
});
const ofLanguage = optionalChoice(languageCodes).meta({
  description: 'Only reports of patients who read this language.',
  example: 'hi',
});
const ofNameOrNumber = searchText.meta({
  description:
    "Only reports whose patient's name contains this text, or whose case number it is, in any spelling.",
  example: 'asha',
});

export const pendingList = z.object({
  ...listFields,
  reportType: ofType,
  language: ofLanguage,
  // Without it, the list has the reports that any expert may take.
  waitsFor: optionalChoice(reportWaits).describe(
    'Only reports waiting for their patient, who was sent a question, or held reports, which wait for an admin. Defaults to reports that any expert may review.',
  ),
  q: ofNameOrNumber,
});

/** Filters for the next report. A missing filter matches every report. */
export const nextReportForm = z.object({ reportType: ofType, language: ofLanguage, q: ofNameOrNumber });

export const reviewedList = z.object({ ...listFields, reportType: ofType, q: ofNameOrNumber });

/** The list of every reviewed report, which can also be searched by doctor. */
export const allReviewedList = reviewedList.extend({
  q: searchText.meta({
    description:
      'Only reports whose patient or expert has a name that contains this text, or whose case number it is, in any spelling.',
    example: 'asha',
  }),
});

export const patientList = z.object({
  ...listFields,
  patientId: idSchema.meta({
    description: 'ID of the patient: `_id` of a user.',
    example: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  }),
  // A person's ID, or `none` for reports that state no person.
  person: idSchema
    .optional()
    .transform((id) => id || undefined)
    .meta({
      description:
        'Only reports about the person with this ID (`_id` in `profile/people`). `none` selects reports that name no person.',
      example: 'none',
    }),
  reportType: ofType,
  status: optionalChoice(reportStatuses).meta({
    description: 'Only pending reports, or only reviewed ones.',
    example: 'Pending',
  }),
});

/** Adds the ID of one report to the list's query, to show it alone. */
export const patientPage = patientList.extend({
  report: idSchema.optional().transform((id) => id || undefined),
});
