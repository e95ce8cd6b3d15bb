import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crockfordSymbols, findCheckSymbol, formatClinicNumber, toClinicNumber } from './clinic-number';

const eight = fc
  .array(fc.constantFrom(...crockfordSymbols), { minLength: 8, maxLength: 8 })
  .map((symbols) => symbols.join(''))
  .filter((symbols) => findCheckSymbol(symbols) !== undefined);
const numbers = eight.map((symbols) => `${symbols}${findCheckSymbol(symbols)}`);

test('computes the check symbol as a division by 37 does', () => {
  const value = [...'K7QM3XPD'].reduce(
    (sum, symbol) => sum * 32n + BigInt(crockfordSymbols.indexOf(symbol)),
    0n,
  );
  expect(crockfordSymbols[Number(value % 37n)]).toBe(findCheckSymbol('K7QM3XPD'));
});

test('reads a number in every spelling that people use', () => {
  fc.assert(
    fc.property(numbers, (stored) => {
      const printed = formatClinicNumber(stored);
      expect(printed).toMatch(/^[^-]{4}-[^-]{4}-[^-]$/);
      expect(toClinicNumber(printed)).toBe(stored);
      expect(toClinicNumber(` ${printed.toLowerCase().replaceAll('-', ' ')} `)).toBe(stored);
      expect(toClinicNumber(printed.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(stored);
      expect(toClinicNumber(printed.replaceAll('-', '–'))).toBe(stored);
      for (const label of ['#', 'No. ', 'no:', '№ ', 'Clinic number: ', 'ID ', 'క్లినిక్ నంబర్: '])
        expect(toClinicNumber(`${label}${printed}.`), label).toBe(stored);
    }),
  );
  expect(toClinicNumber('०००० ००००-०')).toBe('000000000');
});

test('recognises every single wrong symbol and every swap of two neighbours', () => {
  fc.assert(
    fc.property(numbers, fc.nat(8), fc.constantFrom(...crockfordSymbols), (stored, at, symbol) => {
      const wrong = `${stored.slice(0, at)}${symbol}${stored.slice(at + 1)}`;
      expect(toClinicNumber(wrong)).toBe(wrong === stored ? stored : undefined);
      const swapped = `${stored.slice(0, at)}${stored[at + 1] ?? ''}${stored[at]}${stored.slice(at + 2)}`;
      if (at < 7 && swapped !== stored) expect(toClinicNumber(swapped)).toBeUndefined();
    }),
  );
  for (const typed of ['', 'K7QM', 'asha@example.com', 'K7QM-3XPD-55', 'UUUU-UUUU-U'])
    expect(toClinicNumber(typed), typed).toBeUndefined();
});
