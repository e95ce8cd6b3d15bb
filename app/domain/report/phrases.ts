/** Maximum number of an expert's phrases for one report type, and of characters in each. */
export const maxPhrases = 30;
export const maxPhraseLength = 500;

const variable = /\{[^{}]*\}/g;
const knownVariables = ['{age}', '{date}'];

/** The variables of phrases, as values of a message that names them. */
export const variableValues = { age: '{age}', date: '{date}' };

/** Checks whether a phrase has only variables that can be filled in. A name cannot. */
export const hasKnownVariables = (text: string) =>
  (text.match(variable) ?? []).every((found) => knownVariables.includes(found));

/**
 * Fills in the variables of a phrase.
 *
 * @param age the patient's age as text; null if it is not known.
 * @returns null if the phrase needs an age that is not known.
 */
export function fillPhrase(text: string, { age, date }: { age: string | null; date: string }): string | null {
  if (age === null && text.includes('{age}')) return null;
  return text.replaceAll('{age}', age ?? '').replaceAll('{date}', date);
}

const letter = /[\p{L}\p{M}\p{N}]/u;
const minNameLength = 3;

/**
 * Finds the parts of a patient's names that stand in a text as whole words, in any case.
 *
 * @param names full names, as they are stored.
 * @returns the parts with at least three letters, each once.
 */
export function findNamesIn(text: string, names: string[]): string[] {
  const plainText = toComparable(text);
  const parts = new Map(
    names
      .flatMap((name) => name.split(/[\s.,]+/))
      .map((part): [string, string] => [toComparable(part), part])
      .filter(([plain]) => [...plain].filter((character) => letter.test(character)).length >= minNameLength),
  );
  return [...parts].filter(([plain]) => hasWord(plainText, plain)).map(([, part]) => part);
}

const toComparable = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u00ad\u200b-\u200f\u2060]/g, '');

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before = ''] = [...text.slice(Math.max(0, at - 2), at)].slice(-1);
    const [after = ''] = text.slice(at + word.length);
    if (!letter.test(before) && !letter.test(after)) return true;
  }
  return false;
}
