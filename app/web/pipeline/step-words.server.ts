import type { DoubtWords, StepFacts, StepWords } from '~/domain/kernel/step-words';
import type { Language } from '~/i18n/languages';
import type { MessageKey } from '~/i18n/message-keys';
import { formatDay, formatLanguage } from '~/i18n/t';
import { translate } from '~/i18n/translate';
import { nextSteps, specialists } from '~/platform/enums';
import { getSettings } from '~/platform/settings/env.server';

/**
 * Describes a step to a reader.
 *
 * @param language the reader's language.
 */
export function describeStep(language: Language, facts: StepFacts): StepWords {
  const { step, isUncertain, replacesGoToday } = facts;
  return {
    title: translate(language, isUncertain ? 'step.title.uncertain' : `step.title.${step}`),
    sentence: sentenceOf(language, facts),
    speciality: specialityOf(language, facts),
    earlier: replacesGoToday ? translate(language, 'step.earlierGoToday') : null,
    sentenceInEnglish: sentenceOf('en', facts),
    uncheckedNote: withHelpline(language, 'step.unchecked', 'step.uncheckedNoHelpline', {
      language: formatLanguage(language, language),
    }),
  };
}

const specialityOf = (language: Language, { specialist, speciality }: StepFacts) =>
  specialist ? translate(language, `specialist.${specialist}`) : speciality;

function sentenceOf(language: Language, facts: StepFacts) {
  const { step, by, doctor, isUncertain } = facts;
  const speciality = specialityOf(language, facts);
  if (isUncertain) return withHelpline(language, 'step.uncertain', 'step.uncertainNoHelpline');
  return [
    translate(language, `step.${step}`, { name: doctor }),
    speciality && translate(language, 'step.speciality', { speciality }),
    by && translate(language, 'step.by', { date: formatDay(language, by) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the first sentence with the helpline, or the second one if no helpline is set. */
function withHelpline(
  language: Language,
  sentence: MessageKey,
  withoutHelpline: MessageKey,
  values: Record<string, string> = {},
) {
  const { HELPLINE: helpline } = getSettings();
  return helpline
    ? translate(language, sentence, { ...values, helpline })
    : translate(language, withoutHelpline, values);
}

/** Describes to a reader that the clinic does not vouch for an answer. */
export const describeDoubt = (language: Language): DoubtWords => ({
  sentence: withHelpline(language, 'vouch.note', 'vouch.noteNoHelpline'),
  sentenceInEnglish: withHelpline('en', 'vouch.note', 'vouch.noteNoHelpline'),
  over: translate(language, 'vouch.over'),
});

const otherSentences = [
  'step.title.uncertain',
  'step.speciality',
  'step.by',
  'step.uncertain',
  'step.uncertainNoHelpline',
  'step.earlierGoToday',
] as const;

/** Lists every sentence by which a patient acts on a step, with its placeholders. */
export const listStepSentences = (language: Language): string[] =>
  [
    ...nextSteps.flatMap((step) => [`step.title.${step}`, `step.${step}`] as const),
    ...otherSentences,
    ...specialists.map((specialist) => `specialist.${specialist}` as const),
  ].map((messageKey) => translate(language, messageKey));
