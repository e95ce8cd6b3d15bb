import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { toLatinDigits } from './digits';

export const defaultDialCode = '+91';

/** Matches `+91`, or `+1 CA` if several countries share a code. */
export const dialCodePattern = /^\+\d{1,4}( [A-Z]{2})?$/;

/**
 * Converts a phone number to E.164 (docs/requirements.md#reports-and-files).
 *
 * With a dial code, or typed with `+`, the number is checked against its country. A bare number of
 * 10 digits belongs to the default country. It may have a zero or that country's code in front, as
 * phones fill it in.
 *
 * @param typed the number as typed, and the dial code chosen beside it, if any.
 * @returns the number, or undefined if it is not valid.
 */
export function toE164({ number, dialCode }: Typed): string | undefined {
  const digits = plainNumber(number);
  const ten = dialCode ? undefined : toTenDigits({ number });
  if (ten && ten === digits) return `${defaultDialCode}${ten}`;
  if (!dialCode && !ten && !digits.startsWith('+')) return undefined;
  const parsed = parseNumber(digits, dialCode ?? defaultDialCode);
  return parsed?.isValid() ? parsed.number : undefined;
}

type Typed = { number: string; dialCode?: string };

/**
 * Extracts the 10 digits that a sign-up asks for (docs/requirements.md#validation). Drops the signs
 * between digits, the code of the chosen country, and a zero in front of the national number.
 *
 * @returns undefined if the rest does not have exactly 10 digits.
 */
export function toTenDigits({ number, dialCode = defaultDialCode }: Typed): string | undefined {
  const [code = ''] = dialCode.split(' ');
  const digits = plainNumber(number);
  if (digits.startsWith(code)) {
    const national = digits.slice(code.length).replace(/^0(?=\d{10}$)/, '');
    // Some countries count the zero as a digit and omit it after their code.
    const isNineAndZero = /^\d{9}$/.test(national) && toE164({ number: `0${national}`, dialCode });
    return isNineAndZero ? `0${national}` : tenOf(national);
  }
  const isWithCode = digits.length === code.length + 9 && digits.startsWith(code.slice(1));
  return tenOf(isWithCode ? digits.slice(code.length - 1) : digits.replace(/^0(?=\d{10}$)/, ''));
}

const tenOf = (digits: string) => (/^\d{10}$/.test(digits) ? digits : undefined);

/**
 * Converts input to the digits 0 to 9, without the signs between them and with `+` in place of a
 * leading `00`.
 */
const plainNumber = (typed: string) =>
  toLatinDigits(typed)
    .replace('\uff0b', '+')
    .replace(/[\s().\-\u2010-\u2015\p{Cf}]/gu, '')
    .replace(/^00(?=\d{9})/, '+');

function parseNumber(digits: string, dialCode: string | undefined) {
  try {
    return digits.startsWith('+')
      ? parsePhoneNumberFromString(digits)
      : parsePhoneNumberFromString(digits, { defaultCallingCode: dialCode?.slice(1).split(' ')[0] });
  } catch {
    // The library throws for a dial code that no country has.
    return undefined;
  }
}

const digitsOf = (typed: string) => plainNumber(typed).replace('+', '');

/**
 * Checks whether a text has the 10 to 12 digits that the profile asks for
 * (docs/requirements.md#validation), and only signs between them.
 */
export const isProfileLength = (typed: string): boolean => /^\d{10,12}$/.test(digitsOf(typed));

/**
 * Converts a profile number of 10 to 12 digits (docs/requirements.md#validation) to E.164. 10
 * digits belong to the country of the current number, or to the default country; 11 or 12 digits
 * begin with a dial code. A number that `formatPhoneNumber` returned stays the same number.
 *
 * @param typed the number as typed.
 * @param current the account's current number.
 * @returns the number, or undefined if it is not valid.
 */
export function profileNumber(typed: string, current: string | null): string | undefined {
  const digits = digitsOf(typed);
  if (!isProfileLength(typed)) return undefined;
  if (current && digits === formatPhoneNumber(current)) return current;
  const dialCode = (current && partsOf(current)?.dialCode) || defaultDialCode;
  const international = toE164({ number: `+${digits}` });
  if (digits.length > 10 || plainNumber(typed).startsWith('+'))
    return international ?? toE164({ number: digits, dialCode });
  if (dialCode === defaultDialCode) return toE164({ number: digits });
  return toE164({ number: digits, dialCode }) ?? international;
}

/**
 * Formats a number for the profile form, so that the form can be sent unchanged.
 *
 * @param number in E.164.
 * @returns its 10 digits without the dial code. If the national number has another length, all
 *   digits without the `+`.
 */
export function formatPhoneNumber(number: string): string {
  const national = partsOf(number)?.national ?? '';
  return national.length === 10 ? national : number.replace('+', '');
}

/**
 * Formats a number for a form that shows a dial code beside it.
 *
 * @param number in E.164.
 * @returns the number without that dial code, or the whole number if it has another one.
 */
export function formatBesideDialCode(number: string, dialCode: string): string {
  const national = partsOf(number)?.national ?? '';
  return toE164({ number: national, dialCode }) === number ? national : number;
}

/**
 * Splits a number in E.164 into its dial code and the remaining digits, for a form.
 *
 * @param dialCodes the codes that the form offers.
 * @returns the whole number beside the default code if the form does not offer the number's own
 *   code.
 */
export function splitPhoneNumber(number: string, dialCodes: readonly string[]) {
  const parts = partsOf(number);
  return parts && dialCodes.includes(parts.dialCode)
    ? { countryCode: parts.dialCode, phoneNumber: parts.national }
    : { countryCode: defaultDialCode, phoneNumber: number };
}

function partsOf(number: string) {
  const parsed = parseNumber(number, undefined);
  return parsed && { dialCode: `+${parsed.countryCallingCode}`, national: String(parsed.nationalNumber) };
}
