import { parsePhoneNumberFromString } from 'libphonenumber-js';

export const defaultDialCode = '+91';

/** `+91`, or `+1 CA` where several countries share a code. */
export const dialCodePattern = /^\+\d{1,4}( [A-Z]{2})?$/;

/**
 * A phone number in E.164 (decisions: Reports and files).
 * In: what was typed, and the dial code chosen beside it, if any. With a code, or typed with `+`, the number is checked for its
 * country; a bare number of 10 digits is taken as the default country's. Out: the number, or undefined when it is none.
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
