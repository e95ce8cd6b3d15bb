import { toLatinDigits } from './digits';

/** The symbols of Crockford's base 32: digits and letters without I, L, O and U. */
export const crockfordSymbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const symbolsBeforeCheck = 8;
const checkModulus = 37;
const shape = new RegExp(`^[${crockfordSymbols}]{${symbolsBeforeCheck + 1}}$`);

// NFKC turns № into No.
const label = /^[^0-9A-Z]*(?:(?:CLINIC|CASE)\s+)?(?:NUMBER|NO|NR|ID)\b/;

/**
 * Replaces what people confuse when they copy symbols by hand: drops a label such as `No.` and
 * everything but letters and digits, ignores letter case, and reads O as 0, and I and L as 1, in the
 * digits of any script.
 */
export const toPlainSymbols = (typed: string): string =>
  toLatinDigits(typed)
    .normalize('NFKC')
    .toUpperCase()
    .replace(label, '')
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/**
 * Returns the check symbol of a clinic number (Crockford, modulo 37).
 *
 * @param symbols its first eight symbols.
 * @returns undefined if the check symbol would be none of `crockfordSymbols`; such numbers are not
 *   given out, since their check symbol is a sign that people do not know.
 */
export function findCheckSymbol(symbols: string): string | undefined {
  let rest = 0;
  for (const symbol of symbols)
    rest = (rest * crockfordSymbols.length + crockfordSymbols.indexOf(symbol)) % checkModulus;
  return crockfordSymbols[rest];
}

/**
 * Parses a clinic number in any spelling.
 *
 * @returns its nine symbols, as they are stored; undefined if the text has another shape or a wrong
 *   check symbol, as most mistyped numbers do.
 */
export function toClinicNumber(typed: string): string | undefined {
  const plain = toPlainSymbols(typed);
  if (!shape.test(plain)) return undefined;
  return findCheckSymbol(plain.slice(0, symbolsBeforeCheck)) === plain.at(-1) ? plain : undefined;
}

/** Formats a stored clinic number as people read it: `K7QM-3XPD-5`. */
export const formatClinicNumber = (stored: string): string =>
  [stored.slice(0, 4), stored.slice(4, 8), stored.slice(8)].join('-');

/**
 * Normalizes the name that a user logs in with: an e-mail address, or otherwise a clinic number. A
 * text that is neither stays as it is, and no account has it.
 *
 * @param toAddress normalizes an address.
 */
export const toLoginName = (typed: string, toAddress: (typed: string) => string): string =>
  typed.includes('@') ? toAddress(typed) : (toClinicNumber(typed) ?? toAddress(typed));
