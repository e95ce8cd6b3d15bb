import { z } from 'zod';
import type { reviewSteps } from '~/platform/db/core/tables/next-steps.server';
import { type NextStep, nextSteps, type Specialist, specialists } from '~/platform/enums';
import type { VersionRow } from './present-version';

export type StepRow = typeof reviewSteps.$inferSelect;

/** A step as its author chose it. */
export type ChosenStep = {
  step: NextStep;
  withinDays: number | null;
  specialist: Specialist | null;
  /** The kind of specialist in the author's words, if it is not one of the list. */
  speciality: string | null;
};

/** The step that is in force for a review. */
export type CurrentStep = ChosenStep & {
  /** The version of the review to which it belongs. */
  version: number;
  chosenAt: Date;
  /**
   * True if the review was corrected after `goToday` by a server or client that knows no steps, so
   * that nobody knows whether it still holds.
   */
  isUncertain: boolean;
  /** True if the author replaced `goToday` by this step. */
  replacesGoToday: boolean;
};

/** Converts a stored step. A kind of specialist that only a newer server knows is shown as text. */
export const toChosenStep = ({ step, withinDays, ...row }: StepRow): ChosenStep => ({
  step: step as NextStep,
  withinDays: withinDays === null ? null : Number(withinDays),
  ...readSpecialist(row),
});

/** A kind of specialist as it is stored. */
type StoredSpecialist = { specialist?: string | null; speciality: string | null };

/** Reads a stored kind of specialist. */
export function readSpecialist({ specialist, speciality }: StoredSpecialist) {
  const listed = specialists.find((name) => name === specialist) ?? null;
  return { specialist: listed, speciality: listed ? null : speciality };
}

/** Converts a kind of specialist to what is stored. Older servers show a listed one in English. */
export const storeSpecialist = ({ specialist, speciality }: ChosenStep) => ({
  specialist,
  speciality: specialist ?? speciality,
});

type ReviewState = { status: string; version: number };

/**
 * Finds the step in force. A step belongs to one version of the review. It stays if only additions
 * followed, which older servers write without a step. After a correction without a step it ends,
 * except that `goToday` becomes uncertain. After anything else, such as a second review, it ends.
 *
 * @param steps the stored steps of the report, by version.
 * @param versions the stored versions of its review.
 */
export function findCurrentStep(
  { status, version }: ReviewState,
  steps: StepRow[] = [],
  versions: Pick<VersionRow, 'number' | 'kind'>[] = [],
): CurrentStep | null {
  if (status !== 'Reviewed') return null;
  const current = Math.max(version, 1);
  const kinds = new Map(versions.map(({ number, kind }) => [number, kind]));
  /** The kinds of the changes after a version; undefined if that version is of another review. */
  const changesSince = (since: number) => {
    const changes = Array.from({ length: current - since }, (_, at) => kinds.get(since + 1 + at));
    return changes.every((kind) => kind === 'addition' || kind === 'correction') ? changes : undefined;
  };
  const rows = steps.filter((row) => row.version <= current && changesSince(row.version) !== undefined);
  const row = rows.at(-1);
  // A newer server may know more steps.
  if (!row || !nextSteps.some((step) => step === row.step)) return null;
  const isCorrected = changesSince(row.version)?.includes('correction') ?? false;
  if (isCorrected && row.step !== 'goToday') return null;
  return {
    ...toChosenStep(row),
    version: row.version,
    chosenAt: row.chosenAt,
    isUncertain: isCorrected,
    replacesGoToday: row.step !== 'goToday' && rows.some(({ step }) => step === 'goToday'),
  };
}

/** A step in API responses, with its words in the language of the caller. */
export const publicNextStep = z
  .object({
    step: z.enum(nextSteps).describe('Step that the author of the review chose.'),
    withinDays: z
      .int()
      .nullable()
      .describe('Number of days within which to do it. `null` if none was given.'),
    by: z.iso.date().nullable().describe('Last day on which to do it. `null` if no days were given.'),
    specialist: z
      .enum(specialists)
      .nullable()
      .describe('Kind of specialist from the list. `null` if none was chosen.'),
    speciality: z
      .string()
      .nullable()
      .describe(
        'Kind of specialist in words: that of `specialist` in the language of the response, or as the author wrote it. `null` if none was given.',
      ),
    isUncertain: z
      .boolean()
      .describe(
        'Whether the review was corrected after `goToday` without a statement about the step. The sentence then asks the patient to call the clinic.',
      ),
    title: z.string().describe('The step in a few words, in the language of the response.'),
    sentence: z.string().describe('The step as a sentence for the patient, in the language of the response.'),
    earlier: z
      .string()
      .nullable()
      .describe('Sentence that tells the patient that `goToday` no longer holds. `null` otherwise.'),
    sentenceInEnglish: z.string().describe('The same sentence in English.'),
    uncheckedNote: z
      .string()
      .nullable()
      .describe(
        'Sentence that says that nobody has checked the sentences in this language yet. Show `sentenceInEnglish` beside it then. `null` if they are checked.',
      ),
  })
  .meta({
    id: 'NextStep',
    description: 'What the patient should do next.',
    example: {
      step: 'seeDoctor',
      withinDays: 14,
      by: '2026-03-19',
      specialist: null,
      speciality: null,
      isUncertain: false,
      title: 'See a doctor',
      sentence: 'Please see a doctor. Do this by 19 Mar 2026.',
      earlier: null,
      sentenceInEnglish: 'Please see a doctor. Do this by 19 Mar 2026.',
      uncheckedNote: null,
    },
  });

export type PublicNextStep = z.infer<typeof publicNextStep>;
