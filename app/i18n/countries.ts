import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { memoize } from './clinic-time';
import { directionOf, type Language } from './languages';
import { toLocale } from './t';
import { isMessageKey, sentences, translate } from './translate';

/** `value`: the form's value, `+91` or `+1 CA`; `label`: the country's name and its dial code. */
export type Country = { value: string; label: string };

// The country that a bare dial code stands for, if several share it.
const mainCountry: Record<string, CountryCode> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
};

/** Dial codes whose country our own sentences name, in their order: those of the sign-up. */
const namedDialCodes = Object.keys(sentences)
  .filter((key) => key.startsWith('country.'))
  .map((key) => key.replace('country.', ''));

/**
 * Lists every country with its dial code: those of the sign-up first, the others sorted by their name
 * in a language (docs/requirements.md#screens). Countries and codes come from libphonenumber; names,
 * where no sentence has them, from the runtime's language data. The value is `+91`, or `+1 CA` if another country has the bare code.
 */
export function countriesIn(language: Language): Country[] {
  return memoize(`countries in ${language}`, () => listCountries(language));
}

function listCountries(language: Language): Country[] {
  // Isolated, since the plus would otherwise stand behind the digits on a right-to-left page.
  const isolate = (dialCode: string) =>
    directionOf(language) === 'rtl' ? `\u2066${dialCode}\u2069` : dialCode;
  const names = new Intl.DisplayNames(toLocale(language), { type: 'region' });
  const list = getCountries().map((country) => {
    const code = getCountryCallingCode(country);
    const isMain = (mainCountry[code] ?? country) === country;
    const value = isMain ? `+${code}` : `+${code} ${country}`;
    const key = `country.${value}`;
    const name = isMessageKey(key) ? translate(language, key) : (names.of(country) ?? country);
    const place = isMessageKey(key) ? namedDialCodes.indexOf(value) : namedDialCodes.length;
    return { value, label: `${name} (${isolate(`+${code}`)})`, place };
  });
  return list
    .sort((a, b) => a.place - b.place || a.label.localeCompare(b.label, language))
    .map(({ value, label }) => ({ value, label }));
}
