import {
  type Found,
  findPhrases,
  isSpace,
  type Lexicon,
  numberClasses,
  type Phrases,
  showWords,
  splitWords,
  takeLongest,
  toPhrases,
  type Word,
} from './lexicon';

/** The words of a class in a text: those that are sure to belong to it, and the number of others that may. */
type ClassWords = { sure: string[]; possible: number };

/** The words of a text by class, and the numbers that it has in digits. */
export type ReadText = { words: Map<string, ClassWords>; digits: string[] };

/** The words of a language by class. `other` has phrases in which such a word means something else. */
export type LanguageWords = {
  words: Lexicon;
  /** True if a meal stands after "before" and "after", as in English. */
  foodFollows: boolean;
};

/** A language with the phrases to find. */
export type Language = { phrases: Phrases; foodFollows: boolean };

/** Prepares the words of a language for comparing texts. */
export const toLanguage = ({ words, foodFollows }: LanguageWords): Language => ({
  phrases: toPhrases(words),
  foodFollows,
});

const partsOfMeals = ['before', 'after', 'food'];
const isOfMeal = (found: Found) => partsOfMeals.includes(found.class);
/** At most so many words stand between a meal and "before" or "after". */
const maxBetween = 3;

/** Lists the words of a text by class. At one place the longest phrase counts. */
export function listWords(text: string, languages: Language[]): ReadText['words'] {
  const words = splitWords(text);
  const found = languages.map(({ phrases }) => findPhrases(words, phrases));
  const meals = takeLongest(found.flat().filter((one) => one.class === 'food'));
  const ofMeals = languages.flatMap(({ foodFollows }, at) =>
    findMeals(words, { meals, times: takeLongest(found[at]?.filter(isTime) ?? []), foodFollows }),
  );
  const others = takeLongest(found.flat().filter((one) => !isOfMeal(one)));
  const byClass: ReadText['words'] = new Map();
  for (const { class: name, isSure, text: shown } of [...others, ...ofMeals]) {
    if (name === 'other') continue;
    const ofClass = byClass.get(name) ?? { sure: [], possible: 0 };
    byClass.set(name, ofClass);
    if (isSure) ofClass.sure.push(shown);
    else ofClass.possible += 1;
  }
  return byClass;
}

const isTime = (found: Found) => found.class === 'before' || found.class === 'after';

/** Finds "before" and "after" beside a meal. Both may be one word. */
function findMeals(
  words: Word[],
  { meals, times, foodFollows }: { meals: Found[]; times: Found[]; foodFollows: boolean },
): Found[] {
  const isBeside = (first: Found, second: Found) => {
    const between = words.slice(first.to + 1, second.from + 1);
    return (
      first.to <= second.from &&
      between.length <= maxBetween + 1 &&
      between.every(({ gap }) => isSpace(gap)) &&
      !times.some(({ from }) => first.to < from && from < second.from)
    );
  };
  return times.flatMap((time) => {
    const meal = foodFollows
      ? meals.find((one) => isBeside(time, one))
      : meals.findLast((one) => isBeside(one, time));
    if (!meal) return [];
    const from = Math.min(meal.from, time.from);
    const to = Math.max(meal.to, time.to);
    const isSure = meal.isSure && time.isSure;
    return [{ ...time, class: `${time.class}Food`, isSure, from, to, text: showWords(words, from, to) }];
  });
}

/** The words of a translation that do not agree with the original. */
type WordDifferences = { missing: string[]; extra: string[] };

/** "Both knees" may be translated as "the two knees". */
const alike = new Map([
  ['both', 'two'],
  ['two', 'both'],
]);

/** Counts the words of a text that mean a number. */
export function countSpelled({ words }: ReadText, value: string): number {
  const [name = ''] = Object.entries(numberClasses).find(([, digits]) => digits === value) ?? [];
  const { sure = [], possible = 0 } = words.get(name) ?? {};
  return sure.length + possible;
}

const digitsOf = new Map<string, string>(Object.entries(numberClasses));

/** Returns the smallest and largest number of words of a class. */
function rangeOf({ words, digits }: ReadText, name: string) {
  const { sure, possible } = words.get(name) ?? { sure: [], possible: 0 };
  const inDigits = digits.filter((digit) => digit === digitsOf.get(name)).length;
  const likely = possible + inDigits + (words.get(alike.get(name) ?? '')?.sure.length ?? 0);
  return { least: sure.length, most: sure.length + likely };
}

/**
 * Compares the words of a translation with those of the original, by their counts. A word that may
 * have the meaning of its class makes up for one that is missing.
 */
export function compareWords(original: ReadText, translation: ReadText): WordDifferences {
  const missing: string[] = [];
  const extra: string[] = [];
  for (const name of new Set([...original.words.keys(), ...translation.words.keys()])) {
    const own = rangeOf(original, name);
    const theirs = rangeOf(translation, name);
    missing.push(...lastOf(original.words.get(name)?.sure, own.least - theirs.most));
    extra.push(...lastOf(translation.words.get(name)?.sure, theirs.least - own.most));
  }
  return { missing, extra };
}

const lastOf = (words: string[] = [], count: number) => (count > 0 ? words.slice(-count) : []);
