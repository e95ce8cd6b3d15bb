import { z } from 'zod';
import {
  anId,
  key,
  listFields,
  optionalChoice,
  optionalText,
  requiredText,
  searchText,
  yesOrNo,
} from '../fields';
import { dialCodePattern } from '../phone';
import { reportStatuses, reportTypes } from './catalogue';

export const descriptionMost = 2000;
export const reviewMost = 10_000;

const reportType = z.enum(reportTypes, { error: key('upload.reportType') });
const dialCode = z
  .string({ error: key('upload.countryCode') })
  .regex(dialCodePattern, key('upload.countryCode'));
const agreed = yesOrNo.refine((given) => given, key('upload.consent'));

/** What `report/upload-report` takes beside the file (specification §7). */
export const uploadCall = z.object({
  reportType,
  description: optionalText(descriptionMost),
  phoneNumber: requiredText(key('upload.phoneNumber'), 24),
  countryCode: dialCode.optional(),
  consent: agreed.optional(),
  submissionKey: z.string().max(64, key('form.invalid')).optional(),
});

/** What the upload page asks for: country code and consent too (specification §5). */
export const uploadForm = uploadCall.extend({
  countryCode: dialCode,
  consent: z.preprocess((given) => given ?? false, agreed),
});

export const reviewForm = z.object({
  reportId: anId,
  review: requiredText(key('review.required'), reviewMost),
});

export const reportIdOnly = z.object({ reportId: anId });

const ofType = optionalChoice(reportTypes, key('upload.reportType'));

export const pendingList = z.object({ ...listFields, reportType: ofType, q: searchText });

export const reviewedList = z.object({ ...listFields, reportType: ofType, q: searchText });

export const patientList = z.object({
  ...listFields,
  patientId: anId,
  reportType: ofType,
  status: optionalChoice(reportStatuses, key('form.invalid')),
});
