import { z } from 'zod';
import { optionalChoice } from '~/domain/kernel/choices';
import { idSchema, listFields, optionalLine, searchText } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import { reportStatuses, reportTypes, reportWaits, stepAnswerFilter, urgentFilter } from '~/platform/enums';

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

/** The value of `changedSince` of a client that has no cursor yet. */
export const firstCursor = 'start';

/** The field of a list of reports that asks for its changes. */
const changeFields = {
  changedSince: optionalLine(2000).optional().meta({
    maxLength: 2000,
    description:
      'Instead of a page of the list, returns the reports that changed since the response with this `cursor`, in the order of their changes. Begin with `start`, which returns the whole list. Cannot be combined with `page` or a filter. Refused with the code `cursor_expired` if changes since then are no longer known; then begin again.',
    example: firstCursor,
  }),
};

export const pendingList = z.object({
  ...listFields,
  ...changeFields,
  reportType: ofType,
  language: ofLanguage,
  // Without it, the list has the reports that any expert may take.
  waitsFor: optionalChoice(reportWaits).describe(
    'Only reports waiting for their patient, who was sent a question, or held reports, which wait for an admin. Defaults to reports that any expert may review.',
  ),
  urgent: optionalChoice(urgentFilter).meta({
    description: '`yes` selects reports that were marked as urgent. Defaults to all.',
    example: 'yes',
  }),
  q: ofNameOrNumber,
});

/** Filters for the next report. A missing filter matches every report. */
export const nextReportForm = z.object({ reportType: ofType, language: ofLanguage, q: ofNameOrNumber });

export const reviewedList = z.object({
  ...listFields,
  ...changeFields,
  reportType: ofType,
  stepAnswer: optionalChoice(stepAnswerFilter).meta({
    description:
      '`none` selects reports whose patient is asked whether they have taken the next step, and has not answered. Defaults to all.',
    example: 'none',
  }),
  q: ofNameOrNumber,
});

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
  ...changeFields,
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
