import type { LanguageCode } from '~/i18n/language-codes';

type Named = { name: string; short: string; dir: 'ltr' | 'rtl'; reviewedBy?: string };

/**
 * The languages of the pages, each named in its own script, in full and in a few letters, with its
 * direction of writing. `reviewedBy` is the reader who has checked every sentence, if there is one.
 */
export const languages: Record<LanguageCode, Named> = {
  en: { name: 'English', short: 'EN', dir: 'ltr' },
  hi: { name: 'हिन्दी', short: 'हि', dir: 'ltr' },
  bn: { name: 'বাংলা', short: 'বাং', dir: 'ltr' },
  mr: { name: 'मराठी', short: 'मरा', dir: 'ltr' },
  te: { name: 'తెలుగు', short: 'తె', dir: 'ltr' },
  ta: { name: 'தமிழ்', short: 'த', dir: 'ltr' },
  gu: { name: 'ગુજરાતી', short: 'ગુ', dir: 'ltr' },
  kn: { name: 'ಕನ್ನಡ', short: 'ಕ', dir: 'ltr' },
  ml: { name: 'മലയാളം', short: 'മ', dir: 'ltr' },
  ur: { name: 'اردو', short: 'اردو', dir: 'rtl' },
};

export type Language = LanguageCode;

export const allLanguages = Object.keys(languages) as Language[];

export const defaultLanguage: Language = 'en';

/** Checks whether a text is the code of one of our languages. */
export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(languages, text);
}

/** Returns the direction a language is written in, for `dir`. */
export const directionOf = (language: Language) => languages[language].dir;

/** The languages whose translations no native reader has checked; English is the original. */
export const unreviewedLanguages = allLanguages.filter(
  (code) => code !== defaultLanguage && !languages[code].reviewedBy,
);
