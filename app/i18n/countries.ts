import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js';
import { memo } from './clinic-time';
import { directionOf, type Language } from './languages';
import { localeOf } from './t';

/** `value`: what is sent, `+91` or `+1 CA`; `label`: the country's name and its dial code. */
export type Country = { value: string; label: string };

// Where several countries share a dial code, the one the bare code stands for.
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

/**
 * Every country with its dial code, named in a language and in its order
 * (docs/requirements.md#screens). The countries and codes are those of libphonenumber, the names
 * those of the runtime's own language data. The value is `+91`, or `+1 CA` where another country
 * has the bare code.
 */
export function countriesIn(language: Language): Country[] {
  return memo(`countries in ${language}`, () => listCountries(language));
}

function listCountries(language: Language): Country[] {
  // Set apart, or the plus would stand behind the digits where the page is written from the right.
  const isolate = (dialCode: string) =>
    directionOf(language) === 'rtl' ? `\u2066${dialCode}\u2069` : dialCode;
  const names = new Intl.DisplayNames(localeOf(language), { type: 'region' });
  const list = getCountries().map((country) => {
    const code = getCountryCallingCode(country);
    const isMain = (mainCountry[code] ?? country) === country;
    return {
      value: isMain ? `+${code}` : `+${code} ${country}`,
      label: `${names.of(country) ?? country} (${isolate(`+${code}`)})`,
    };
  });
  return list.sort((a, b) => a.label.localeCompare(b.label, language));
}
