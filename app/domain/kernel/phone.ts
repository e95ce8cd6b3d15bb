import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { toLatinDigits } from './digits';

export const defaultDialCode = '+91';

/** `+91`, or `+1 CA` where several countries share a code. */
export const dialCodePattern = /^\+\d{1,4}( [A-Z]{2})?$/;

/**
 * A phone number in E.164 (docs/requirements.md#reports-and-files). Takes what was typed, and the
 * dial code chosen beside it, if any. With a code, or typed with `+`, the number is checked for its
 * country; a bare number of 10 digits is taken as the default country's, and so it is with a zero
 * or that country's code in front, as phones fill it in.
 *
 * @returns the number, or undefined when it is none.
 */
export function toE164({ number, dialCode }: Typed): string | undefined {
  const digits = plainNumber(number);
  const ten = dialCode ? undefined : tenDigitsOf({ number });
  if (ten && ten === digits) return `${defaultDialCode}${ten}`;
  if (!dialCode && !ten && !digits.startsWith('+')) return undefined;
  const parsed = parseNumber(digits, dialCode ?? defaultDialCode);
  return parsed?.isValid() ? parsed.number : undefined;
}

type Typed = { number: string; dialCode?: string };

/**
 * The 10 digits that a sign-up asks for (docs/requirements.md#validation): what was typed without
 * the signs between digits, the chosen country's code and the zero that stands before a number
 * within a country.
 *
 * @returns undefined where what is left has more or fewer digits.
 */
export function tenDigitsOf({ number, dialCode = defaultDialCode }: Typed): string | undefined {
  const [code = ''] = dialCode.split(' ');
  const digits = plainNumber(number);
  if (digits.startsWith(code)) {
    const national = digits.slice(code.length).replace(/^0(?=\d{10}$)/, '');
    // Some countries count the zero as a digit, and leave it out after their code.
    const isNineAndZero = /^\d{9}$/.test(national) && toE164({ number: `0${national}`, dialCode });
    return isNineAndZero ? `0${national}` : tenOf(national);
  }
  const isWithCode = digits.length === code.length + 9 && digits.startsWith(code.slice(1));
  return tenOf(isWithCode ? digits.slice(code.length - 1) : digits.replace(/^0(?=\d{10}$)/, ''));
}

const tenOf = (digits: string) => (/^\d{10}$/.test(digits) ? digits : undefined);

/**
 * Returns what was typed in digits from 0 to 9, without the signs that stand between them, a `+` in
 * front for `00`.
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
    // The library throws for a dial code no country has.
    return undefined;
  }
}

const digitsOf = (typed: string) => plainNumber(typed).replace('+', '');

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
  if (digits.length > 10 || plainNumber(typed).startsWith('+'))
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

/**
 * A number in E.164 as a form asks for it: its dial code and the digits after it. Takes the codes
 * that can be chosen.
 *
 * @returns the whole number beside the default code where its own cannot be chosen.
 */
export function typedParts(number: string, dialCodes: readonly string[]) {
  const parts = partsOf(number);
  return parts && dialCodes.includes(parts.dialCode)
    ? { countryCode: parts.dialCode, phoneNumber: parts.national }
    : { countryCode: defaultDialCode, phoneNumber: number };
}

function partsOf(number: string) {
  const parsed = parseNumber(number, undefined);
  return parsed && { dialCode: `+${parsed.countryCallingCode}`, national: String(parsed.nationalNumber) };
}
