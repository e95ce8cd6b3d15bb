import { z } from 'zod';
import {
  booleanField,
  choiceOf,
  optionalChoice,
  typedNumber,
  wholeNumber,
} from '~/domain/kernel/fields/choices';
import {
  clearableText,
  idSchema,
  key,
  listFields,
  optionalText,
  requiredLine,
  requiredText,
  searchText,
} from '~/domain/kernel/fields/fields';
import { dialCodePattern, toE164 } from '~/domain/kernel/fields/phone';
import {
  aboutCallFields,
  aboutFormFields,
  asCall,
  askedOnPage,
  asRefinement,
  named,
  oneWayOnly,
} from '~/domain/people/about-schemas';
import { slotsField } from '~/domain/reports/pieces/slot-fields';
import { languageCodes } from '~/i18n/language-codes';
import { reportStatuses, reportTypes, reportWaits } from '~/platform/enums';
import { maxReviewLength } from './constants';

export const maxDescriptionLength = 2000;

const reportType = choiceOf(reportTypes, key('upload.reportType'));
const dialCode = z
  .string({ error: key('upload.countryCode') })
  .regex(dialCodePattern, key('form.countryCode'));
const agreed = booleanField.refine((given) => given, key('upload.consent'));

const uploadFields = z.object({
  reportType,
  description: optionalText(maxDescriptionLength),
  phoneNumber: requiredLine(key('upload.phoneNumber'), 24),
  countryCode: dialCode.optional(),
  consent: agreed.optional(),
  uploads: slotsField,
  // The form's own; a program has its Idempotency-Key.
  submissionKey: z.string().max(64, key('form.tooLong')).optional().meta({ internal: true }),
});

type Phone = { phoneNumber: string; countryCode?: string };

// What is wrong with the dial code is said beside it alone.
const isPhone = ({ phoneNumber, countryCode }: Phone) =>
  (countryCode !== undefined && !dialCodePattern.test(countryCode)) ||
  toE164({ number: phoneNumber, dialCode: countryCode }) !== undefined;
const notInCountry = { error: key('phone.notInCountry'), path: ['phoneNumber'] };

/** What `report/upload-report` takes beside the file (docs/requirements.md#api). */
export const uploadCall = uploadFields
  .extend(aboutCallFields)
  .refine(isPhone, notInCountry)
  .refine(...asRefinement(oneWayOnly))
  .refine(...asRefinement(named));

/**
 * What the upload page asks for: country code and consent too (docs/requirements.md#validation).
 */
export const uploadForm = askedOnPage
  .reduce(
    (form, rule) => form.refine(...asRefinement(rule)),
    uploadFields
      .extend({ countryCode: dialCode, consent: z.preprocess((given) => given ?? false, agreed) })
      .extend(aboutFormFields)
      .refine(isPhone, notInCountry),
  )
  .transform(asCall);

const correctionFields = uploadFields
  .pick({ reportType: true, phoneNumber: true, countryCode: true })
  .extend({ description: clearableText(maxDescriptionLength), reportId: idSchema });

/** What a patient may correct of a report that waits, as `report/upload-report` takes it. */
export const correctionCall = correctionFields.refine(isPhone, notInCountry);

/** What the page to correct it asks for: the country code too. */
export const correctionForm = correctionFields
  .extend({ countryCode: dialCode })
  .refine(isPhone, notInCountry);

// The version of the report that was read; null where it was never corrected.
const readVersion = z.iso.datetime({ error: key('form.moment') }).nullish();
const versionOf = (read: string | null | undefined) => (read ? new Date(read) : null);

/** Which version of a review was read. */
export const reviewVersion = typedNumber(wholeNumber);

/** What `report/add-review` takes; which version was read may be left out. */
export const reviewCall = z.object({
  reportId: idSchema,
  review: requiredText(key('review.required'), maxReviewLength),
  // Where it is not said, it is the language of the page, or of the API.
  language: choiceOf(languageCodes, key('review.language')).optional(),
  correctedAt: readVersion.transform((read) => (read === undefined ? undefined : versionOf(read))),
});

/** What the page to review sends: a version that is empty is one that was never corrected. */
export const reviewForm = reviewCall.extend({ correctedAt: readVersion.transform(versionOf) });

/** What an expert keeps of a review that is not sent yet; an empty text is no draft. */
export const draftForm = z.object({
  reportId: idSchema,
  review: clearableText(maxReviewLength),
  language: choiceOf(languageCodes, key('review.language')).optional(),
});

export const translationForm = z.object({
  reportId: idSchema,
  review: requiredText(key('translate.required'), maxReviewLength),
  // Which version of the review was read; whoever knows of no versions has read the first.
  version: reviewVersion.default(1),
});

/** A list without filters. */
export const listOnly = z.object(listFields);

export const reportIdOnly = z.object({ reportId: idSchema });

/** Which review was seen, and its version as it was shown. */
export const seenReview = reportIdOnly.extend({ version: reviewVersion.optional() });

/** A file of a report, from 1; what is no such number is a file that is not there. */
export const reportFile = z.object({
  reportId: idSchema,
  number: z.coerce.number().int().min(1).max(1000).default(1).catch(0),
});

/** A consent that is given again, of a child by whom. */
export const consentAgain = reportIdOnly.extend({ guardianName: aboutCallFields.guardianName });

/**
 * A page of a report's files, counted on from file to file, from 1 to 10,000; what is no such
 * number is a page that is not there.
 */
export const reportPage = z.object({
  reportId: idSchema,
  page: z.coerce.number().int().min(1).max(10_000).catch(0),
});

const ofType = optionalChoice(reportTypes);

export const pendingList = z.object({
  ...listFields,
  reportType: ofType,
  language: optionalChoice(languageCodes),
  // Without it those that any expert may take.
  waitsFor: optionalChoice(reportWaits),
  q: searchText,
});

/** What the next report has to be; what is not said may be anything. */
export const nextReportForm = z.object({
  reportType: ofType,
  language: optionalChoice(languageCodes),
  q: searchText,
});

export const reviewedList = z.object({ ...listFields, reportType: ofType, q: searchText });

export const patientList = z.object({
  ...listFields,
  patientId: idSchema,
  // A person's id, or `none` for reports that say nothing of a person.
  person: idSchema.optional().transform((id) => id || undefined),
  reportType: ofType,
  status: optionalChoice(reportStatuses),
});

/** Adds to the list's query the ID of one report, to show it alone. */
export const patientPage = patientList.extend({
  report: idSchema.optional().transform((id) => id || undefined),
});
