import type { ComparedTranslation, TranslationRow } from '~/domain/report/present-translation';
import type { LanguageCode } from '~/i18n/language-codes';
import { compareTexts } from './compare-texts';
import { type Language, type LanguageWords, toLanguage } from './compare-words';
import { lexicons } from './lexicons.server';

/** Reads the words of a language. Doctors write English words in every language. */
export const readWordsOf = (language: LanguageCode): Partial<Record<LanguageCode, LanguageWords>> => {
  const wordsOf = (code: LanguageCode): LanguageWords => ({
    words: lexicons[code].words,
    foodFollows: code === 'en',
  });
  return { [language]: wordsOf(language), en: wordsOf('en') };
};

// Few requests compare translations, and a server starts faster without them.
const built = new Map<LanguageCode, Language[]>();

function languagesFor(code: LanguageCode): Language[] {
  const languages = built.get(code) ?? Object.values(readWordsOf(code)).map(toLanguage);
  built.set(code, languages);
  return languages;
}

type Written = { text: string; language: LanguageCode };

/** Lists the numbers and words of a translation and its original that do not agree. */
export function listDifferences(original: Written, translation: Written): string[] {
  const [own, theirs] = [original, translation].map(({ text, language }) => ({
    text,
    languages: languagesFor(language),
  }));
  return own && theirs ? [...new Set(Object.values(compareTexts(own, theirs)).flat())] : [];
}

/**
 * Compares a translation with the text that it translates. This happens at each reading, because
 * an API client or an earlier release may have written it without a check.
 *
 * @param language the language of the original; null in reviews from before it was stored, which
 *   are in English.
 */
export const compareWithOriginal = (
  row: TranslationRow,
  original: string,
  language: LanguageCode | null,
): ComparedTranslation => ({
  ...row,
  toCompare: row.numbersChecked
    ? []
    : listDifferences(
        { text: original, language: language ?? 'en' },
        { text: row.review, language: row.language },
      ),
});
