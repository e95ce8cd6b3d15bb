import type { LanguageCode } from '~/i18n/language-codes';

/**
 * The languages of the pages, each named in its own script, and the direction it is written in.
 * `reviewedBy` is who reads it and has checked every sentence, where somebody has.
 */
export const languages: Record<LanguageCode, { name: string; dir: 'ltr' | 'rtl'; reviewedBy?: string }> = {
  en: { name: 'English', dir: 'ltr' },
  hi: { name: 'हिन्दी', dir: 'ltr' },
  bn: { name: 'বাংলা', dir: 'ltr' },
  mr: { name: 'मराठी', dir: 'ltr' },
  te: { name: 'తెలుగు', dir: 'ltr' },
  ta: { name: 'தமிழ்', dir: 'ltr' },
  gu: { name: 'ગુજરાતી', dir: 'ltr' },
  kn: { name: 'ಕನ್ನಡ', dir: 'ltr' },
  ml: { name: 'മലയാളം', dir: 'ltr' },
  ur: { name: 'اردو', dir: 'rtl' },
};

export type Language = LanguageCode;

export const languageCodes = Object.keys(languages) as Language[];

export const defaultLanguage: Language = 'en';

/** Whether a text is the code of one of our languages. */
export function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(languages, text);
}

/** The direction a language is written in, for `dir`. */
export const directionOf = (language: Language) => languages[language].dir;

/** The languages whose translations no reader of theirs has checked; English is the original. */
export const unreviewedLanguages = languageCodes.filter(
  (code) => code !== defaultLanguage && !languages[code].reviewedBy,
);
