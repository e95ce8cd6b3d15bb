import type { CallContext } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { type Warning, warnings } from '~/domain/kernel/warnings';
import type { ChosenStep } from '~/domain/report/next-step';
import { reportAnswer } from '~/domain/report/present-report';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import {
  type Found,
  findPhrases,
  isSpace,
  type Phrases,
  splitWords,
  takeLongest,
  toPhrases,
} from './lexicon';
import { lexicons } from './lexicons.server';

/** A step of more days than this, or none to take, does not fit a text that names an emergency. */
const mostUrgentDays = 7;

/** The report after a review or a change of it. */
export const warnedAnswer = reportAnswer.extend({ warnings });

type EmergencyWords = { emergency: Phrases; negation: Phrases };

// Few requests need them, and a server starts faster without them.
const built = new Map<LanguageCode, EmergencyWords>();

function wordsFor(code: LanguageCode): EmergencyWords {
  const { emergency, words } = lexicons[code];
  const phrases = built.get(code) ?? {
    emergency: toPhrases(emergency),
    negation: toPhrases({ not: words.not ?? '', other: words.other ?? '' }),
  };
  built.set(code, phrases);
  return phrases;
}

/**
 * At most so many words stand between "not" and an illness, as in "no sign of a stroke". Other
 * languages than English put "not" after it, where it may belong to a verb.
 */
const betweenIn = (language: LanguageCode) => (language === 'en' ? 3 : 1);

/**
 * Finds the first words of a text that name an emergency, also English ones. "No stroke" names
 * none, but "do not wait" may stand before "go to hospital".
 */
function findEmergency(text: string, language: LanguageCode): string | undefined {
  const words = splitWords(text);
  const found = [...new Set<LanguageCode>([language, 'en'])].flatMap((code) => {
    const { emergency, negation } = wordsFor(code);
    const negations = takeLongest(findPhrases(words, negation)).filter(
      ({ class: name, isSure }) => name === 'not' && isSure,
    );
    const isBeside = (first: Found, second: Found) => {
      const between = words.slice(first.to + 1, second.from + 1);
      return (
        first.to < second.from &&
        between.length <= betweenIn(code) + 1 &&
        between.every(({ gap }) => isSpace(gap))
      );
    };
    return takeLongest(findPhrases(words, emergency)).filter(
      (one) =>
        one.class === 'act' ||
        (one.class === 'illness' &&
          !negations.some((not) => (code === 'en' ? isBeside(not, one) : isBeside(one, not)))),
    );
  });
  return found.toSorted((a, b) => a.from - b.from)[0]?.text;
}

/** Checks whether nobody has checked the words of a language that name an emergency. */
const isUnchecked = (language: LanguageCode) => lexicons[language].emergencyCheckedBy === null;

/** Lists the languages whose words for emergencies nobody has checked. */
export const listUncheckedLanguages = () => languageCodes.filter(isUnchecked);

/**
 * Compares the text of a review with its next step, if that is `none` or has more than seven days.
 *
 * @param isConfirmed whether the author confirmed both; undefined if the client does not say.
 * @returns what the author did not confirm. Without `warnings`, nothing was found, which is no check.
 * @throws Refusal: `invalid` beside `stepConfirmed` if the text names an emergency and
 *   `isConfirmed` is false.
 */
export function requireFittingStep(
  step: ChosenStep | null,
  { text, language, isConfirmed }: { text: string; language: LanguageCode; isConfirmed?: boolean },
  context: Pick<CallContext, 'sentence'>,
): { warnings?: Warning[] } {
  const days = step?.withinDays ?? 0;
  if (step?.step !== 'none' && days <= mostUrgentDays) return {};
  const words = findEmergency(text, language);
  if (words === undefined) {
    const message = () => context.sentence('step.notCompared', { language: { language } });
    return isUnchecked(language)
      ? { warnings: [{ code: 'not_compared', message: message(), language }] }
      : {};
  }
  if (isConfirmed) return {};
  const question = step?.step === 'none' ? 'step.doubtNone' : 'step.doubtDays';
  const values = { words, days };
  if (isConfirmed === false) throw new Refusal('invalid', question, { field: 'stepConfirmed', values });
  return {
    warnings: [
      { code: 'text_names_emergency', message: context.sentence(question, values), language, words },
    ],
  };
}
