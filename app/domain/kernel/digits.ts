const digit = /\p{Nd}/u;
const digits = /\p{Nd}/gu;

/**
 * Replaces the digits of every script with 0 to 9. Hindi, Bengali and Urdu keyboards, among others,
 * type their own digits.
 */
export const toLatinDigits = (text: string): string => text.replace(digits, toLatinDigit);

/**
 * Counts the digits before this one: a script's digits are in order, and several sets of ten may be
 * adjacent.
 */
function toLatinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Number of digits in a one-time code. */
export const codeLength = 6;

// Older browsers lack lookbehind, so the patterns also match the character before the code.
const whole = /(?:^|\D)(\d{6})(?!\d)/;
const inGroups = /(?:^|\D)(\d{3}[\s\p{Dash}]\d{3}|\d{2}[\s\p{Dash}]\d{2}[\s\p{Dash}]\d{2})(?!\d)/u;

/**
 * Finds a one-time code in a text, such as a whole message that was pasted. Six digits in a row
 * come before digits in groups.
 *
 * @returns the code in the digits 0 to 9, or undefined if there is none.
 */
export function findCode(text: string): string | undefined {
  const plain = toLatinDigits(text);
  const [, code] = whole.exec(plain) ?? inGroups.exec(plain) ?? [];
  return code?.replace(/\D/g, '');
}
