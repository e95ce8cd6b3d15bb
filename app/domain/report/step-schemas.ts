import { z } from 'zod';
import { booleanField, clearableChoice, optionalChoice } from '~/domain/kernel/choices';
import { toLatinDigits } from '~/domain/kernel/digits';
import { key, optionalLine } from '~/domain/kernel/fields';
import { type NextStep, nextSteps, type Specialist, specialists } from '~/platform/enums';
import { maxSpecialityLength, maxWithinDays, minGoTodayLength } from './step-constants';

const wrongDays = key('step.days');
const days = z.coerce.number(wrongDays).int(wrongDays).min(1, wrongDays).max(maxWithinDays, wrongDays);

/** Reads a number in the digits of any script. An empty text counts as missing. */
const toNumber = (input: unknown) =>
  typeof input === 'string' ? toLatinDigits(input).trim() || undefined : (input ?? undefined);

const withinDays = z.preprocess(toNumber, days.optional()).optional();

const absentIfNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((input) => input ?? undefined, schema).optional();

/** The fields of the next step in calls and forms. */
export const stepFields = {
  nextStep: absentIfNull(optionalChoice(nextSteps)).meta({
    description:
      'What the patient should do next. Nothing is shown if omitted. `goToday` needs a review of at least 40 characters.',
    example: 'seeDoctor',
  }),
  withinDays: withinDays.meta({
    description:
      'Number of days within which the patient should do it. Not for `none` and `goToday`. The patient reads a date.',
    example: 14,
  }),
  specialist: absentIfNull(optionalChoice(specialists)).meta({
    description:
      'Kind of specialist, only for `seeSpecialist`. Patients read it in the language they have chosen.',
    example: 'Cardiology',
  }),
  speciality: optionalLine(maxSpecialityLength).meta({
    description:
      'Kind of specialist that `specialist` does not have, only for `seeSpecialist`. Shown as you write it, in every language.',
    example: 'Hand surgery',
  }),
};

/** The fields of the next step in a draft, which are never refused. An empty step removes the stored one. */
export const draftStepFields = {
  nextStep: clearableChoice(nextSteps).meta({
    description: 'Next step of the draft. Unchanged if omitted; removed if empty.',
    example: 'seeDoctor',
  }),
  withinDays: withinDays.catch(undefined).meta({
    description: 'Number of days of the next step. Used only with `nextStep`.',
    example: 14,
  }),
  specialist: stepFields.specialist.catch(undefined),
  speciality: stepFields.speciality,
};

/** True if the author confirmed that the next step fits a text that names an emergency. */
export const stepConfirmed = booleanField.optional().meta({
  description:
    'Whether you have read that the text names an emergency and the next step is `none` or has more than 7 days. If omitted, the review is accepted with `warnings`; `false` is refused with 422.',
  example: true,
});
/** On a page, the value that the tick has for the text and step that the page asked about. */
export const stepMark = z.string().default('').meta({ internal: true });

/** A next step as sent. */
export type StepInput = {
  nextStep?: NextStep;
  withinDays?: number;
  specialist?: Specialist;
  speciality?: string;
};

/** Checks whether a step has a number of days. */
const hasDays = (step: NextStep | undefined) => step !== 'none' && step !== 'goToday';

/** Reports the fields that do not fit the step. */
export function checkStep(
  { nextStep, withinDays: dayCount, specialist, speciality }: StepInput,
  addIssue: (field: keyof StepInput, messageKey: string) => void,
): void {
  if (!nextStep) {
    if (dayCount !== undefined || specialist || speciality) addIssue('nextStep', key('step.missing'));
    return;
  }
  if (dayCount !== undefined && !hasDays(nextStep)) addIssue('withinDays', key('step.noDays'));
  if (specialist && nextStep !== 'seeSpecialist') addIssue('specialist', key('step.noSpeciality'));
  if (speciality && nextStep !== 'seeSpecialist') addIssue('speciality', key('step.noSpeciality'));
  else if (specialist && speciality) addIssue('speciality', key('step.oneSpeciality'));
}

/** Drops the fields that the page hides for the chosen step, and still sends. */
export const dropHiddenStepFields = <Fields extends StepInput>(fields: Fields): Fields => ({
  ...fields,
  withinDays: hasDays(fields.nextStep) ? fields.withinDays : undefined,
  ...(fields.nextStep !== 'seeSpecialist' && { specialist: undefined, speciality: undefined }),
});

/** Maximum number of days of a step whose answer has to be read on the day it comes. */
const soonDays = 3;

/** Checks whether an answer with a step has to be read today. Says nothing else about the step. */
export const isToReadToday = (step: { step: string; withinDays: number | null } | null): boolean =>
  step !== null && (step.step === 'goToday' || (step.withinDays !== null && step.withinDays <= soonDays));

/** Checks whether a text is long enough to send its patient to a doctor today. */
export const saysEnoughFor = (step: NextStep | undefined, text: string) =>
  step !== 'goToday' || text.trim().length >= minGoTodayLength;
