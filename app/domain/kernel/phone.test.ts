import { describe, expect, test } from 'vitest';
import { signupDialCodes } from '~/domain/identity/account-constants';
import { countriesIn } from '~/i18n/countries';
import { allLanguages } from '~/i18n/languages';
import { translate } from '~/i18n/translate';
import {
  dialCodePattern,
  formatPhoneNumber,
  profileNumber,
  splitPhoneNumber,
  toE164,
  toTenDigits,
} from './phone';

describe('a phone number', () => {
  test.each([
    ['9876543210', undefined, '+919876543210'],
    [' 98765-43210 ', undefined, '+919876543210'],
    ['(987) 654.3210', undefined, '+919876543210'],
    ['९८७६५ ४३२१०', undefined, '+919876543210'],
    ['+৯১ ৯৮৭৬৫-৪৩২১০', '+91', '+919876543210'],
    ['૦૯૮૭૬૫૪૩૨૧૦', '+91', '+919876543210'],
    ['௯௮௭௬௫௪௩௨௧௦', '+91', '+919876543210'],
    ['౯౮౭౬౫౪౩౨౧౦', '+91', '+919876543210'],
    ['೯೮೭೬೫೪೩೨೧೦', '+91', '+919876543210'],
    ['൯൮൭൬൫൪൩൨൧൦', '+91', '+919876543210'],
    ['۹۸۷۶۵۴۳۲۱۰', undefined, '+919876543210'],
    ['＋９１ ９８７６５４３２１０', undefined, '+919876543210'],
    ['9876543210', '+91', '+919876543210'],
    ['+91 98765 43210', undefined, '+919876543210'],
    ['098765 43210', undefined, '+919876543210'],
    ['098765 43210', '+91', '+919876543210'],
    ['91 98765 43210', undefined, '+919876543210'],
    ['919876543210', '+91', '+919876543210'],
    ['0091 98765 43210', '+91', '+919876543210'],
    ['\u202a+91 98765\u201143210\u202c', '+91', '+919876543210'],
    ['+91 98765 43210', '+91', '+919876543210'],
    ['2025550123', '+1', '+12025550123'],
    ['6132345678', '+1 CA', '+16132345678'],
    ['07911 123456', '+44', '+447911123456'],
    ['090-1234-5678', '+81', '+819012345678'],
    ['0412 345 678', '+61', '+61412345678'],
  ])('%j with the code %s is %s', (number, dialCode, kept) => {
    expect(toE164({ number, dialCode })).toBe(kept);
  });

  test.each([
    ['', undefined],
    ['987654321', undefined],
    ['98765432100', undefined],
    ['98765', '+91'],
    ['1234567890', '+1'],
    ['ask my wife', undefined],
    ['ask my wife', '+91'],
    ['+', undefined],
    ['+999123456789', undefined],
    [`+91${'9'.repeat(40)}`, undefined],
    ['१२३४५', undefined],
    ['९८७६५x४३२१०', '+91'],
  ])('%j with the code %s is not valid', (number, dialCode) => {
    expect(toE164({ number, dialCode })).toBeUndefined();
  });
});

describe('the 10 digits of a sign-up', () => {
  test.each([
    ['9876543210', '+91', '9876543210'],
    ['98765 43210', '+91', '9876543210'],
    ['98765-43210', undefined, '9876543210'],
    ['०९८७६५४३२१०', '+91', '9876543210'],
    ['+۹۱ ۹۸۷۶۵ ۴۳۲۱۰', '+91', '9876543210'],
    ['+91 98765 43210', '+91', '9876543210'],
    ['+91 98765 43210', undefined, '9876543210'],
    ['91 98765 43210', '+91', '9876543210'],
    ['0091 98765 43210', '+91', '9876543210'],
    ['098765 43210', '+91', '9876543210'],
    ['+91 098765 43210', '+91', '9876543210'],
    ['+1 (202) 555-0123', '+1', '2025550123'],
    ['+44 7911 123456', '+44', '7911123456'],
    ['07911 123456', '+44', '7911123456'],
    ['+81 90-1234-5678', '+81', '9012345678'],
    ['0412 345 678', '+61', '0412345678'],
    ['+61 412 345 678', '+61', '0412345678'],
  ])('in %j beside %s are %s', (number, dialCode, digits) => {
    expect(toTenDigits({ number, dialCode })).toBe(digits);
  });

  test.each([
    ['987654321', '+91'],
    ['98765432101', '+91'],
    ['+91 987654321', '+91'],
    ['+91 98765 432101', '+91'],
    ['+44 7911 123456', '+91'],
    ['98765x3210', '+91'],
    ['', '+91'],
  ])('are missing in %j beside %s', (number, dialCode) => {
    expect(toTenDigits({ number, dialCode })).toBeUndefined();
  });
});

test('fills a stored number into a form with the code of its country', () => {
  const codes = ['+91', '+44'];
  expect(splitPhoneNumber('+919876543210', codes)).toEqual({ countryCode: '+91', phoneNumber: '9876543210' });
  expect(splitPhoneNumber('+447911123456', codes)).toEqual({ countryCode: '+44', phoneNumber: '7911123456' });
  expect(splitPhoneNumber('+12025550123', codes)).toEqual({
    countryCode: '+91',
    phoneNumber: '+12025550123',
  });
});

test('every country of the list has a code that forms accept', () => {
  const countries = countriesIn('en');
  expect(countries.length).toBeGreaterThanOrEqual(200);
  for (const { value } of countries) expect(value).toMatch(dialCodePattern);
  expect(new Set(countries.map(({ value }) => value)).size).toBe(countries.length);
  expect(countries).toContainEqual({ value: '+91', label: 'India (+91)' });
});

test.each(allLanguages)(
  'a list of countries begins as the sign-up does, with its names, in %s',
  (language) => {
    const first = countriesIn(language).slice(0, signupDialCodes.length);
    expect(first.map(({ value }) => value)).toEqual([...signupDialCodes]);
    for (const [at, code] of signupDialCodes.entries())
      expect(first[at]?.label).toContain(translate(language, `country.${code}`));
  },
);

test('rejects a dial code that no country has', () => {
  expect(toE164({ number: '9876543210', dialCode: '+999' })).toBeUndefined();
  expect(toE164({ number: '9876543210', dialCode: '+91' })).toBe('+919876543210');
});

describe('a profile number', () => {
  test.each([
    ['9812345678', null, '+919812345678'],
    ['98123 45678', '+919876543210', '+919812345678'],
    ['৯৮১২৩ ৪৫৬৭৮', null, '+919812345678'],
    ['९१ ९८१२३ ४५६७८', '+447400123456', '+919812345678'],
    ['1234567890', '+919876543210', '+911234567890'],
    ['7911123456', '+447400123456', '+447911123456'],
    ['07911123456', '+447400123456', '+447911123456'],
    ['09812345678', null, '+919812345678'],
    ['919812345678', '+447400123456', '+919812345678'],
    ['+91 98123 45678', '+447400123456', '+919812345678'],
    ['12025550123', '+919876543210', '+12025550123'],
    ['6598765432', '+6591234567', '+6598765432'],
  ])('%j beside %s is stored as %s', (typed, current, kept) => {
    expect(profileNumber(typed, current)).toBe(kept);
  });

  test.each([
    ['987654321', null],
    ['9876543210123', null],
    ['999999999999', null],
    ['1234567890', '+12025550123'],
    ['98765abcde', null],
  ])('%j beside %s is not valid', (typed, current) => {
    expect(profileNumber(typed, current)).toBeUndefined();
  });

  test.each([
    ['+919876543210', '9876543210'],
    ['+12025550123', '2025550123'],
    ['+61412345678', '61412345678'],
    ['+6591234567', '6591234567'],
  ])('%s is shown as %s, which is read back as the same number', (number, shown) => {
    expect(formatPhoneNumber(number)).toBe(shown);
    expect(profileNumber(shown, number)).toBe(number);
  });
});
