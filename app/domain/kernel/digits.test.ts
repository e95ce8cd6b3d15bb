import { describe, expect, test } from 'vitest';
import { findCode, toLatinDigits } from './digits';

test.each([
  ['Devanagari', '०१२३४५६७८९'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Gujarati', '૦૧૨૩૪૫૬૭૮૯'],
  ['Tamil', '௦௧௨௩௪௫௬௭௮௯'],
  ['Telugu', '౦౧౨౩౪౫౬౭౮౯'],
  ['Kannada', '೦೧೨೩೪೫೬೭೮೯'],
  ['Malayalam', '൦൧൨൩൪൫൬൭൮൯'],
  ['Urdu', '۰۱۲۳۴۵۶۷۸۹'],
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['full-width', '０１２３４５６７８９'],
  ['mathematical bold', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗'],
  ['mathematical monospaced, after four other tens', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿'],
  ['Latin', '0123456789'],
])('converts %s digits to 0 to 9', (_script, typed) => {
  expect(toLatinDigits(typed)).toBe('0123456789');
  expect(toLatinDigits(`+${typed} क`)).toBe('+0123456789 क');
});

describe('the code in a pasted text', () => {
  test.each([
    ['890885', '890885'],
    ['27 Nov, 7:20: Your code is 890885', '890885'],
    ['Order 7 of 2026-11-27: 890885.', '890885'],
    ['Call +919876543210. Code 890885', '890885'],
    ['[08:15] १२३४५६ आपका कोड है', '123456'],
    ['890 885', '890885'],
    ['27 Nov, 7:20: Your code is 890-885', '890885'],
    ['89 08 85', '890885'],
    ['G-890885 is your code', '890885'],
    ['@clinic.example #890885', '890885'],
    ['٨٩٠ ٨٨٥', '890885'],
  ])('in %j is %s', (pasted, code) => {
    expect(findCode(pasted)).toBe(code);
  });

  test.each(['', '12345', '1234567', 'on 27 Nov at 7:20', '9876543210', '12 345 6'])(
    'is missing in %j',
    (pasted) => {
      expect(findCode(pasted)).toBeUndefined();
    },
  );
});
