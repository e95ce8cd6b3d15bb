import type { LanguageCode } from '~/i18n/language-codes';

const scripts: Record<LanguageCode, string> = {
  en: 'Latin',
  hi: 'Devanagari',
  bn: 'Bengali',
  mr: 'Devanagari',
  te: 'Telugu',
  ta: 'Tamil',
  gu: 'Gujarati',
  kn: 'Kannada',
  ml: 'Malayalam',
  ur: 'Arabic',
};

/** Lists the letters, vowel signs and digits of a script. */
const lettersOf = (script: string) => {
  const isLetter = new RegExp(`(?=\\p{Script_Extensions=${script}})[\\p{L}\\p{M}\\p{Nd}]`, 'u');
  return Array.from({ length: 0x10000 }, (_value, code) => String.fromCharCode(code)).filter((letter) =>
    isLetter.test(letter),
  );
};

/** The letters, vowel signs and digits of each of the ten languages. */
export const lettersOfLanguages = Object.fromEntries(
  Object.entries(scripts).map(([language, script]) => [language, lettersOf(script)]),
) as Record<LanguageCode, string[]>;
