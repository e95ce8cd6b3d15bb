import { Refusal } from '~/domain/kernel/refusal';
import type { LanguageCode } from '~/i18n/language-codes';

/** The scripts that texts are told apart by, as ISO 15924 names them, with their Unicode names. */
const unicodeNames = {
  Latn: 'Latin',
  Deva: 'Devanagari',
  Beng: 'Bengali',
  Telu: 'Telugu',
  Taml: 'Tamil',
  Gujr: 'Gujarati',
  Knda: 'Kannada',
  Mlym: 'Malayalam',
  Arab: 'Arabic',
  Guru: 'Gurmukhi',
  Orya: 'Oriya',
} as const;

export type ScriptCode = keyof typeof unicodeNames;

const scripts = Object.keys(unicodeNames) as ScriptCode[];

const scriptOfLanguage: Record<LanguageCode, ScriptCode> = {
  en: 'Latn',
  hi: 'Deva',
  bn: 'Beng',
  mr: 'Deva',
  te: 'Telu',
  ta: 'Taml',
  gu: 'Gujr',
  kn: 'Knda',
  ml: 'Mlym',
  ur: 'Arab',
};

/** Letters below which a text is too short to judge. */
const fewestLetters = 12;
/** Latin words in a row that are read as a name or a unit inside a text in another script. */
const maxNameWords = 3;

/** Builds a pattern for words of a script: letters with their vowel signs, without digits. */
const wordsIn = (script: ScriptCode) =>
  new RegExp(`(?:(?=[\\p{L}\\p{M}])\\p{Script=${unicodeNames[script]}})+`, 'gu');

const words = Object.fromEntries(scripts.map((script) => [script, wordsIn(script)])) as Record<
  ScriptCode,
  RegExp
>;

const countLetters = (text: string, script: ScriptCode) => (text.match(words[script]) ?? []).join('').length;

/**
 * Counts the Latin letters in a text of another script, without names and units, such as
 * "Metformin 500 mg".
 */
function countLatinBeside(text: string, script: ScriptCode) {
  const between = text.split(words[script]);
  return between
    .filter((part) => (part.match(words.Latn) ?? []).length > maxNameWords)
    .reduce((sum, part) => sum + countLetters(part, 'Latn'), 0);
}

/**
 * Finds the script of a text that is not written in the script of its language. Digits and
 * punctuation do not count.
 *
 * @returns the script of most letters; undefined if it is that of the language, or the text has too
 *   few letters to judge.
 */
export function findOtherScript(text: string, language: LanguageCode): ScriptCode | undefined {
  const own = scriptOfLanguage[language];
  const counts = scripts.map(
    (script) =>
      [
        script,
        script === 'Latn' && own !== 'Latn' ? countLatinBeside(text, own) : countLetters(text, script),
      ] as const,
  );
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total < fewestLetters) return undefined;
  const ownCount = counts.find(([script]) => script === own)?.[1] ?? 0;
  const [script, count] = counts.reduce((most, next) => (next[1] > most[1] ? next : most));
  return count > ownCount ? script : undefined;
}

/**
 * Requires that a text is written in the script of its language, unless its author sends it as it
 * is.
 *
 * @param isSentAsIs undefined if the client knows nothing of the question; such a text passes.
 * @throws Refusal: `invalid` beside `sendAsIs`.
 */
export function requireScriptOf(language: LanguageCode, text: string, isSentAsIs: boolean | undefined): void {
  const script = isSentAsIs === false ? findOtherScript(text, language) : undefined;
  if (!script) return;
  const values = { script: { script }, language: { language } };
  throw new Refusal('invalid', 'script.differs', { field: 'sendAsIs', values });
}
