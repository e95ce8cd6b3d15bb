import { crockfordSymbols, toPlainSymbols } from '~/domain/kernel/clinic-number';
import { randomSymbols } from '~/platform/ids.server';

const codeLength = 26;
const shape = new RegExp(`^[${crockfordSymbols}]{${codeLength}}$`);

/** Creates the code of a printed summary: 26 symbols (130 random bits), in upper case. */
export const newCheckCode = (): string => randomSymbols(codeLength).toUpperCase();

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
