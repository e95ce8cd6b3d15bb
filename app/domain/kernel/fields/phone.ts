import { parsePhoneNumberFromString } from 'libphonenumber-js';

export const defaultDialCode = '+91';

/** `+91`, or `+1 CA` where several countries share a code. */
export const dialCodePattern = /^\+\d{1,4}( [A-Z]{2})?$/;

/**
 * A phone number in E.164 (docs/requirements.md#reports-and-files). Takes what was typed, and the
 * dial code chosen beside it, if any. With a code, or typed with `+`, the number is checked for its
 * country; a bare number of 10 digits is taken as the default country's.
 *
 * @returns the number, or undefined when it is none.
 */
export function toE164({ number, dialCode }: { number: string; dialCode?: string }): string | undefined {
  const typed = number.trim();
  const digits = typed.replace(/[\s().-]/g, '');
  if (!dialCode && /^\d{10}$/.test(digits)) return `${defaultDialCode}${digits}`;
  if (!dialCode && !digits.startsWith('+')) return undefined;
  const parsed = parseNumber(digits, dialCode);
  return parsed?.isValid() ? parsed.number : undefined;
}

function parseNumber(digits: string, dialCode: string | undefined) {
  try {
    return digits.startsWith('+')
      ? parsePhoneNumberFromString(digits)
      : parsePhoneNumberFromString(digits, { defaultCallingCode: dialCode?.slice(1).split(' ')[0] });
  } catch {
    // The library throws for a dial code no country has.
    return undefined;
  }
}

const digitsOf = (typed: string) => typed.replace(/[\s().+-]/g, '');

/**
 * Whether a text has the 10 to 12 digits the profile asks for (docs/requirements.md#validation),
 * and nothing but signs between them.
 */
export const isProfileLength = (typed: string): boolean => /^\d{10,12}$/.test(digitsOf(typed));

/**
 * A number of the profile, which takes 10 to 12 digits (docs/requirements.md#validation), in E.164.
 * Takes what was typed, and the number the account has now. 10 digits are of the same country as
 * that one, or of the default country; 11 or 12 begin with a country's code. What `shownNumber`
 * gives stays the number it is.
 *
 * @returns the number, or undefined when it is none.
 */
export function profileNumber(typed: string, current: string | null): string | undefined {
  const digits = digitsOf(typed);
  if (!isProfileLength(typed)) return undefined;
  if (current && digits === shownNumber(current)) return current;
  const dialCode = (current && partsOf(current)?.dialCode) || defaultDialCode;
  const international = toE164({ number: `+${digits}` });
  if (digits.length > 10 || typed.trim().startsWith('+'))
    return international ?? toE164({ number: digits, dialCode });
  if (dialCode === defaultDialCode) return toE164({ number: digits });
  return toE164({ number: digits, dialCode }) ?? international;
}

/**
 * A number as the profile's form shows it, so that the form can be sent as it is. Takes E.164.
 *
 * @returns its 10 digits without the dial code, or, where a country counts otherwise, all its
 *   digits without the `+`.
 */
export function shownNumber(number: string): string {
  const national = partsOf(number)?.national ?? '';
  return national.length === 10 ? national : number.replace('+', '');
}

/**
 * A number as a form shows it beside a dial code. Takes E.164.
 *
 * @returns it without that code, or all of it where the code is another one.
 */
export function numberBeside(number: string, dialCode: string): string {
  const national = partsOf(number)?.national ?? '';
  return toE164({ number: national, dialCode }) === number ? national : number;
}

function partsOf(number: string) {
  const parsed = parseNumber(number, undefined);
  return parsed && { dialCode: `+${parsed.countryCallingCode}`, national: String(parsed.nationalNumber) };
}
