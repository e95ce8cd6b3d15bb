import { crockfordSymbols, toPlainSymbols } from '~/domain/kernel/clinic-number';
import { toLatinDigits } from '~/domain/kernel/digits';

const phoneEndDigits = 4;
/** The lengths of a phone number without a country code are those of India and longer ones. */
const [fewestDigits, fewestWithPlus, mostDigits] = [10, 7, 15];
const phone = /^\+?[\d\s().\-\u2013]+$/;
const clinicNumber = new RegExp(`^[${crockfordSymbols}]{9}$`);
const caseNumber = new RegExp(`^[${crockfordSymbols}]{8}$`);

type SearchField = { clinicNumber: string } | { caseNumber: string } | { phoneEnd: string };

/**
 * Tells by its form what was typed into the search of the front desk: nine symbols are a clinic
 * number, eight a case number, and four digits or a whole phone number the end of a phone number.
 * Spaces, dashes, letter case and the script of digits do not matter. A whole phone number finds
 * the same accounts as its last four digits, and so tells no more.
 *
 * @returns the field to search by; undefined if the text has none of the forms.
 */
export function toSearchField(typed: string): SearchField | undefined {
  const latin = toLatinDigits(typed).trim();
  if (phone.test(latin)) {
    const digits = latin.replace(/\D/g, '');
    const fewest = latin.startsWith('+') ? fewestWithPlus : fewestDigits;
    if (digits.length === phoneEndDigits) return { phoneEnd: digits };
    if (digits.length >= fewest && digits.length <= mostDigits)
      return { phoneEnd: digits.slice(-phoneEndDigits) };
    if (latin.includes('+')) return undefined;
  }
  const symbols = toPlainSymbols(typed);
  if (clinicNumber.test(symbols)) return { clinicNumber: symbols };
  return caseNumber.test(symbols) ? { caseNumber: symbols } : undefined;
}
