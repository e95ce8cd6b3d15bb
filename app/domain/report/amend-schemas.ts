import { z } from 'zod';
import { requiredChoice } from '~/domain/kernel/choices';
import { key, optionalText, requiredText } from '~/domain/kernel/fields';
import { languageCodes } from '~/i18n/language-codes';
import { amendReasons, versionKinds } from '~/platform/enums';
import { maxAmendReasonLength, maxReviewLength } from './report-constants';
import { reportId, reviewVersion, sendAsIs, sendAsIsOnPage } from './schemas';
import { confirmationOf } from './step-mark';
import { checkStep, dropHiddenStepFields, stepConfirmed, stepFields, stepMark } from './step-schemas';

/** The changes an author can make to a review. */
const amendKinds = versionKinds.filter((kind) => kind !== 'review');

const reasonCode = requiredChoice(amendReasons, key('amend.reasonCodeMissing')).meta({
  description: 'Reason for the change. `wrongReport` is only for taking back a review.',
  example: 'newFinding',
});

const amendFields = z.object({
  reportId,
  kind: requiredChoice(amendKinds, key('amend.kindMissing')).meta({
    description: 'Change to the review: an addition, a correction, or taking it back.',
    example: 'addition',
  }),
  text: optionalText(maxReviewLength).meta({
    description: 'Text to be added, or the whole corrected text. Omit it when taking the review back.',
    example: 'Please drink more water too.',
  }),
  // The language of a corrected text. If it is missing, the language stays.
  language: requiredChoice(languageCodes, key('review.language')).optional().meta({
    description: 'Language of the corrected text. Unchanged if omitted.',
    example: 'en',
  }),
  sendAsIs,
  reasonCode,
  reason: optionalText(maxAmendReasonLength).meta({
    description:
      'Short explanation, required for `takenBack` and for `other`. Shown to the patient, unless the review is taken back.',
    example: 'I have seen the second page.',
  }),
  ...stepFields,
  nextStep: stepFields.nextStep.describe(
    'New next step. If omitted, an addition keeps the step, and a correction removes it, except that `goToday` stays. Not for `takenBack`.',
  ),
  stepConfirmed,
  version: reviewVersion,
});

/** A change of a review, as sent. */
export type Amendment = z.output<typeof amendFields>;

function checkAmendment(fields: Amendment, addIssue: (path: keyof Amendment, words: string) => void) {
  const { kind, text, reasonCode: code, reason, nextStep } = fields;
  const isTakenBack = kind === 'takenBack';
  checkStep(fields, addIssue);
  if (isTakenBack && nextStep) addIssue('nextStep', key('step.notTakenBack'));
  if (!isTakenBack && !text) addIssue('text', key('amend.textMissing'));
  if (isTakenBack && text) addIssue('text', key('amend.noText'));
  if (!isTakenBack && code === 'wrongReport') addIssue('reasonCode', key('amend.takeItBack'));
  if (!reason && (isTakenBack || code === 'other')) addIssue('reason', key('amend.reasonMissing'));
}

const withChecks = <Schema extends z.ZodType<Amendment>>(schema: Schema) =>
  schema.superRefine((fields, context) =>
    checkAmendment(fields, (path, message) => context.addIssue({ code: 'custom', path: [path], message })),
  );

/** Input of `report/amend-review` (docs/requirements.md#api). */
export const amendCall = withChecks(amendFields);

/** Input of the page. Its text box is always sent, and ignored if the review is taken back. */
export const amendForm = withChecks(
  amendFields
    .extend({ sendAsIs: sendAsIsOnPage, stepConfirmed: stepMark })
    .transform((fields) => ({ ...fields, ...confirmationOf(fields) }))
    .transform((fields) =>
      dropHiddenStepFields(
        fields.kind === 'takenBack' ? { ...fields, text: undefined, nextStep: undefined } : fields,
      ),
    ),
);

/** Input of an admin who takes back a review for its author. */
export const takeBackForm = z.object({
  reportId,
  reasonCode,
  reason: requiredText(key('amend.reasonMissing'), maxAmendReasonLength).meta({
    description: 'Short explanation, shown only to admins.',
    example: 'It was written for another report.',
  }),
  version: reviewVersion,
});
