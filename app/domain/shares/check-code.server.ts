import { randomBytes } from 'node:crypto';
import { crockfordSymbols, toPlainSymbols } from '~/domain/kernel/clinic-number';

/** Symbols of 5 bits each that hold 128 random bits. */
const codeLength = 26;
const shape = new RegExp(`^[${crockfordSymbols}]{${codeLength}}$`);

/** Creates the code of a printed summary: 128 random bits in Crockford's base 32. */
export function newCheckCode(): string {
  let rest = BigInt(`0x${randomBytes(16).toString('hex')}`);
  const symbols = Array.from({ length: codeLength }, () => {
    const symbol = crockfordSymbols[Number(rest % 32n)];
    rest /= 32n;
    return symbol;
  });
  return symbols.reverse().join('');
}

/**
 * Parses a code in any spelling, or the address with it.
 *
 * @returns its 26 symbols; undefined if the text has another shape.
 */
export function toCheckCode(typed: string): string | undefined {
  const part = typed.split('/').findLast((text) => text.trim() !== '') ?? '';
  const plain = toPlainSymbols(part);
  return shape.test(plain) ? plain : undefined;
}

/** Formats a code as people read it, in groups of four: `7M3K-9XPD-…-J8`. */
export const formatCheckCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;
