import { z } from 'zod';
import { choiceOf } from '~/domain/kernel/fields/choices';
import { idSchema, key, optionalText, requiredText } from '~/domain/kernel/fields/fields';
import { languageCodes } from '~/i18n/language-codes';
import { amendReasons, versionKinds } from '~/platform/enums';
import { maxAmendReasonLength, maxReviewLength } from '../constants';
import { reviewVersion } from '../schemas';

/** What an author may do to a review. */
export const amendKinds = versionKinds.filter((kind) => kind !== 'review');

const reasonCode = choiceOf(amendReasons, key('amend.reasonCodeMissing'));

const amendFields = z.object({
  reportId: idSchema,
  kind: choiceOf(amendKinds, key('amend.kindMissing')),
  text: optionalText(maxReviewLength),
  // Of a corrected text; where it is not said, it stays.
  language: choiceOf(languageCodes, key('review.language')).optional(),
  reasonCode,
  reason: optionalText(maxAmendReasonLength),
  version: reviewVersion,
});

/** A change of a review, as it is sent. */
export type Amendment = z.output<typeof amendFields>;

function checkAmendment(
  { kind, text, reasonCode: code, reason }: Amendment,
  say: (path: keyof Amendment, words: string) => void,
) {
  const isTakenBack = kind === 'takenBack';
  if (!isTakenBack && !text) say('text', key('amend.textMissing'));
  if (isTakenBack && text) say('text', key('amend.noText'));
  if (!isTakenBack && code === 'wrongReport') say('reasonCode', key('amend.takeItBack'));
  if (!reason && (isTakenBack || code === 'other')) say('reason', key('amend.reasonMissing'));
}

const checked = <Schema extends z.ZodType<Amendment>>(schema: Schema) =>
  schema.superRefine((fields, context) =>
    checkAmendment(fields, (path, message) => context.addIssue({ code: 'custom', path: [path], message })),
  );

/** What `report/amend-review` takes (docs/requirements.md#api). */
export const amendCall = checked(amendFields);

/** What the page sends: its text box is there whatever is chosen, and counts for nothing else. */
export const amendForm = checked(
  amendFields.transform((fields) => (fields.kind === 'takenBack' ? { ...fields, text: undefined } : fields)),
);

/** What an admin says who takes back a review for its author. */
export const takeBackForm = z.object({
  reportId: idSchema,
  reasonCode,
  reason: requiredText(key('amend.reasonMissing'), maxAmendReasonLength),
  version: reviewVersion,
});
