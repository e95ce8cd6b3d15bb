import type { NextStep, Specialist } from '~/platform/enums';

/** The facts from which a channel makes the words of a review's next step. */
export type StepFacts = {
  step: NextStep;
  /** The kind of specialist from the list. */
  specialist: Specialist | null;
  /** The kind of specialist that the author wrote instead. */
  speciality: string | null;
  /** The last day on which to do it, as YYYY-MM-DD. */
  by: string | null;
  /** The name of the doctor who signed the review. */
  doctor: string;
  /** True if `goToday` may not hold any more. */
  isUncertain: boolean;
  /** True if the author replaced `goToday` by this step. */
  replacesGoToday: boolean;
};

/** A step in the words of one language. */
export type StepWords = {
  title: string;
  sentence: string;
  /** The kind of specialist: a listed one in the language, another one as its author wrote it. */
  speciality: string | null;
  /** Says that `goToday` no longer holds. */
  earlier: string | null;
  sentenceInEnglish: string;
  /** Says that nobody has checked the sentence in this language. */
  uncheckedNote: string;
};

/** The sentences about an answer whose author the clinic does not vouch for, or vouches for again. */
export type DoubtWords = { sentence: string; sentenceInEnglish: string; over: string };
