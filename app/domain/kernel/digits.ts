const digit = /\p{Nd}/u;
const digits = /\p{Nd}/gu;

/**
 * Replaces the digits of every script with 0 to 9. Keyboards of Hindi, Bengali, Urdu and others
 * type their own.
 */
export const toLatinDigits = (text: string): string => text.replace(digits, toLatinDigit);

/** The digits of a script stand in their order, and several tens may follow each other. */
function toLatinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (digit.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Counts the digits of a one-time code. */
export const codeLength = 6;

// Older browsers cannot look behind, so what stands before the code is matched, too.
const whole = /(?:^|\D)(\d{6})(?!\d)/;
const inGroups = /(?:^|\D)(\d{3}[\s\p{Dash}]\d{3}|\d{2}[\s\p{Dash}]\d{2}[\s\p{Dash}]\d{2})(?!\d)/u;

/**
 * Finds a one-time code in a text, such as a whole message that was pasted: six digits in a row, or
 * else in groups.
 *
 * @returns the code in digits from 0 to 9; undefined if there is none.
 */
export function findCode(text: string): string | undefined {
  const plain = toLatinDigits(text);
  const [, found] = whole.exec(plain) ?? inGroups.exec(plain) ?? [];
  return found?.replace(/\D/g, '');
}
