import { z } from 'zod';
import { booleanField, requiredChoice, typedNumber, wholeNumber } from '~/domain/kernel/choices';
import {
  clearableText,
  idSchema,
  key,
  listFields,
  optionalText,
  requiredLine,
  requiredText,
} from '~/domain/kernel/fields';
import { dialCodePattern, toE164 } from '~/domain/kernel/phone';
import { languageCodes } from '~/i18n/language-codes';
import { reportTypes } from '~/platform/enums';
import {
  aboutCallFields,
  aboutFormFields,
  namedPersonRule,
  oneWayRule,
  pageRules,
  toCallFields,
  toRefinement,
} from './about-schemas';
import { dangerSignsField } from './danger-signs';
import { maxReviewLength, pageSizes } from './report-constants';
import { slotsField } from './slot-fields';
import { confirmationOf } from './step-mark';
import {
  checkStep,
  draftStepFields,
  dropHiddenStepFields,
  saysEnoughFor,
  stepConfirmed,
  stepFields,
  stepMark,
} from './step-schemas';

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
/** True if a text is sent although its letters are not those of its language. */
export const sendAsIs = booleanField.optional().meta({
  description:
    'Set to `false` to have a text refused with 422 if its letters are not those of its language, such as English sentences sent as Hindi. Accepted if omitted or `true`.',
  example: true,
});
/** On a page the box is ticked or not. */
export const sendAsIsOnPage = booleanField.default(false);
const agreed = booleanField.refine((given) => given, key('upload.consent'));

/** The fields of a report that an upload, a helper's upload and a correction have in common. */
export const uploadFields = z.object({
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
  urgent: booleanField.optional().meta({
    description:
      'Whether a laboratory or a doctor said that the report is urgent. It calls no help, and nobody can take it back. Defaults to `false`.',
    example: false,
  }),
  dangerSigns: dangerSignsField,
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
    personId: aboutCallFields.personId.meta({
      description:
        'ID of the person on your list whom the report is about, or `none` for nobody. Unchanged if omitted.',
      example: '01k2zq5v7m8n9p0q1r2s3t4v61',
    }),
    guardianName: aboutCallFields.guardianName,
    consent: agreed.optional().meta({
      description:
        'Whether the consent that the new person needs is given. Ignored if the person stays the same; `false` is refused.',
      example: true,
    }),
    consentTo: aboutCallFields.consentTo,
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

const reviewFields = z.object({
  reportId,
  review: requiredText(key('review.required'), maxReviewLength).meta(reviewText),
  language: writtenLanguage,
  sendAsIs,
  ...stepFields,
  stepConfirmed,
  correctedAt: readVersion
    .transform((read) => (read === undefined ? undefined : versionOf(read)))
    .meta({
      description:
        '`correctedAt` of the report as you read it, including `null`. The review is refused with 409 if the report was corrected since.',
      example: null,
    }),
});

const withStepRules = <Schema extends z.ZodType<z.output<typeof reviewFields>>>(schema: Schema) =>
  schema.superRefine((fields, context) => {
    const addIssue = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    checkStep(fields, addIssue);
    if (!saysEnoughFor(fields.nextStep, fields.review)) addIssue('review', key('step.reviewTooShort'));
  });

/** Input of `report/add-review`. The version that was read is optional. */
export const reviewCall = withStepRules(reviewFields);

/** Input of the review page. An empty version means a report that was never corrected. */
export const reviewForm = withStepRules(
  reviewFields
    .extend({
      sendAsIs: sendAsIsOnPage,
      stepConfirmed: stepMark,
      correctedAt: readVersion.transform(versionOf),
    })
    .transform((fields) => ({ ...fields, ...confirmationOf({ ...fields, text: fields.review }) }))
    .transform(dropHiddenStepFields),
);

/** Input for saving the draft of a review. An empty text removes the draft. */
export const draftForm = z.object({
  reportId,
  review: clearableText(maxReviewLength).meta({
    description: 'Text of the draft. Unchanged if omitted; the draft is removed if empty.',
    example: reviewText.example,
  }),
  language: writtenLanguage,
  ...draftStepFields,
});

const confirmed = booleanField.refine((checked) => checked, key('translate.numbersWrong'));

/** Input of `report/add-translation`. Without a confirmation, what differs is shown as unchecked. */
export const translationCall = z.object({
  reportId,
  sendAsIs,
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
  numbersChecked: confirmed.optional().meta({
    description:
      'Whether you have compared every number and word that differs from the review. If omitted, patients are told that they are unchecked; `false` is refused.',
    example: true,
  }),
});

/** Input of the translation page. A tick that is missing is judged with the text. */
export const translationForm = translationCall.extend({
  sendAsIs: sendAsIsOnPage,
  numbersChecked: z.preprocess((ticked) => ticked ?? false, booleanField),
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
  readAt: z.iso
    .datetime({ error: key('form.moment') })
    .optional()
    .meta({ example: '2026-03-05T10:00:00.000Z' })
    .describe(
      'When the report was read. A doubt of the clinic about the answer since then leaves it new. If omitted, every doubt counts as shown.',
    ),
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
