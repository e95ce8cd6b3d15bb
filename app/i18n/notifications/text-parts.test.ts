import { expect, test } from 'vitest';
import { measureText } from './text-parts';

test.each([
  ['a'.repeat(160), 'gsm', 160, 1],
  ['a'.repeat(161), 'gsm', 161, 2],
  ['a'.repeat(306), 'gsm', 306, 2],
  ['a'.repeat(307), 'gsm', 307, 3],
  ['€'.repeat(80), 'gsm', 160, 1],
  // The extension table takes two units, which no part divides: 152 of 153 are used.
  ['€'.repeat(152), 'gsm', 304, 2],
  ['€'.repeat(153), 'gsm', 306, 3],
  ['[{~}]|^\\', 'gsm', 16, 1],
  ['É è Δ Ç ñ', 'gsm', 9, 1],
  ['ç', 'ucs2', 1, 1],
  ['’', 'ucs2', 1, 1],
  ['क'.repeat(70), 'ucs2', 70, 1],
  ['क'.repeat(71), 'ucs2', 71, 2],
  ['क'.repeat(134), 'ucs2', 134, 2],
  ['क'.repeat(135), 'ucs2', 135, 3],
  [`${'a'.repeat(69)}क`, 'ucs2', 70, 1],
  // A letter of two units is not cut: 66 of 67 are used.
  ['😀'.repeat(66), 'ucs2', 132, 2],
  ['😀'.repeat(67), 'ucs2', 134, 3],
  ['', 'gsm', 0, 1],
])('%j has its units and parts', (text, alphabet, units, parts) => {
  expect(measureText(text)).toEqual({ alphabet, units, parts });
});
