import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { signupForm } from '~/domain/accounts/schemas';
import { loginForm } from '~/domain/identity/account-schemas';
import {
  anyName,
  anyText,
  emailAddress,
  key,
  listFields,
  oneTimeCode,
  optionalLine,
  optionalName,
  personName,
  requiredLine,
  searchText,
} from './fields';

const missing = key('signup.firstName');
const name = personName(missing, 60);
const whyNot = (text: string) => name.safeParse(text).error?.issues[0]?.message;

describe('a readable name', () => {
  test.each(
    [
      ['Asha', 'José María', 'O’Brien', "D'Souza", 'Nair-Menon', 'S. K.', 'Ng', 'Łukasz', 'Ōe', 'Müller 2'],
      // Many people have no family name, and enter a dot or a dash.
      ['.', '-'],
      ['आशा', 'অসীমা', 'ஆஷா', 'ആശ', 'عائشہ', '田中', '김', 'Ёлка', 'שרה'],
      // With joiners: Devanagari eyelash ra and half forms, Bengali ya-phalaa, Kannada, Telugu,
      // Sinhala, Urdu and Persian.
      ['दऱ्‍या', 'शक्‍ति', 'শ্যা', 'র‍্যাচেল', 'ರಾಜ್‌ಕುಮಾರ್', 'రాజ్‌కుమార్', 'ශ්‍රී', 'می‌خواهم', 'نام‌دار'],
      // Malayalam as it was written before its chillu letters: the joiner ends the word.
      ['അനില്‍', 'അനില്‍ കുമാര്‍'],
      // The form of an ideograph that a family writes, and an emoji.
      ['辻\u{e0100}', '☀️ Asha'],
    ].flat(),
  )('%s is accepted unchanged', (text) => {
    expect(name.parse(`  ${text}\n`)).toBe(text);
    expect(optionalName(60).parse(text)).toBe(text);
    expect(anyName(60).parse(text)).toBe(text);
  });
});

describe('a name with invisible characters', () => {
  const invisible: [what: string, mark: string][] = [
    ['a Hangul filler', '\u3164'],
    ['a Hangul choseong filler', '\u115f'],
    ['a Hangul jungseong filler', '\u1160'],
    ['a halfwidth Hangul filler', '\uffa0'],
    ['a blank braille pattern', '\u2800'],
    ['a tag character', '\u{e0041}'],
    ['a language tag', '\u{e0001}'],
    ['a zero byte', '\0'],
    ['an escape', '\u001b'],
    ['a deletion', '\u007f'],
    ['a control sequence introducer', '\u009b'],
    ['a zero-width space', '\u200b'],
    ['a word joiner', '\u2060'],
    ['a soft hyphen', '\u00ad'],
    ['a grapheme joiner', '\u034f'],
    ['a joiner', '\u200d'],
    ['a non-joiner', '\u200c'],
    ['two joiners', '\u200d\u200d'],
    ['a variation selector', '\ufe0f'],
    ['a supplementary variation selector', '\u{e0100}'],
    ['a Mongolian variation selector', '\u180b'],
    ['a left-to-right mark', '\u200e'],
    ['a right-to-left mark', '\u200f'],
    ['an Arabic letter mark', '\u061c'],
    ['an override', '\u202e'],
    ['an isolate', '\u2067'],
    ['half a pair', '\ud800'],
  ];
  test.each(invisible)('is rejected with %s, alone and among letters', (_what, mark) => {
    for (const text of [mark, `${mark}${mark}`, `Asha${mark}Rao`, `${mark}Asha`, `A${mark}`]) {
      // `trim` removes a mark at either end before the name is checked.
      const left = text.trim();
      if (left === 'A' || left === 'Asha') continue;
      expect([text, whyNot(text)]).toEqual([text, left === '' ? missing : 'form.unseen']);
    }
    expect(optionalName(60).safeParse(`Asha${mark}Rao`).error?.issues[0]?.message).toBe('form.unseen');
    // A lenient name drops the mark. A control character may have separated two words.
    expect(anyName(60).parse(`Asha${mark}Rao`)).toBe(/\p{Cc}/u.test(mark) ? 'Asha Rao' : 'AshaRao');
    expect(anyName(60).parse(mark)).toBe('');
  });

  test('is rejected if a joiner joins nothing, and if it has only marks', () => {
    for (const text of ['\u200dआशा', 'आशा \u200d', 'आ\u200d\u200dशा', 'A\u200dशा', 'राम\u200c', 'राम\u200d'])
      expect([text, whyNot(text)]).toEqual([text, 'form.unseen']);
    expect(whyNot('\u0301\u0301')).toBe(missing);
    expect(whyNot('   ')).toBe(missing);
  });

  test('is rejected with a message beside its own field', () => {
    const typed = { firstName: 'As\u3164ha', lastName: 'R\u009bao', council: 'MMC\u0000' };
    const { error } = signupForm.safeParse({ accountType: 'Expert', ...typed });
    for (const field of Object.keys(typed))
      expect(error?.issues.find(({ path }) => path[0] === field)?.message, field).toBe('form.unseen');
  });
});

test.each(['\n', '\r', '\r\n', '\t', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029'])(
  'turns a break in a name into a space: %j',
  (mark) => {
    expect(name.parse(`Asha${mark}Rao${mark}`)).toBe('Asha Rao');
    expect(optionalName(60).parse(`Asha${mark}Rao`)).toBe('Asha Rao');
    expect(anyName(60).parse(`${mark}Asha${mark}Rao`)).toBe('Asha Rao');
    expect(optionalLine(40).parse(`MMC${mark}2`)).toBe('MMC 2');
    expect(requiredLine(missing, 40).parse(`98765${mark}43210`)).toBe('98765 43210');
    expect(searchText.parse(`Asha${mark}Rao`)).toBe('Asha Rao');
  },
);

test('cuts a text between two characters, and leaves no text direction open', () => {
  expect(anyText(3).parse('ab👩')).toBe('ab');
  expect(anyName(3).parse('ab👩')).toBe('ab');
  expect(anyText(4).parse('a\u2066<5\u2069')).toBe('a<5');
});

describe('an e-mail address', () => {
  const address = emailAddress(key('login.email'));
  test.each([
    [' Asha@Clinic.Test\n', 'asha@clinic.test'],
    ['user@münchen.example', 'user@xn--mnchen-3ya.example'],
    ['user@MÜNCHEN.example', 'user@xn--mnchen-3ya.example'],
    ['user@mu\u0308nchen.example', 'user@xn--mnchen-3ya.example'],
    ['user@xn--mnchen-3ya.example', 'user@xn--mnchen-3ya.example'],
    ['info@उदाहरण.भारत', 'info@xn--p1b6ci4b4b3a.xn--h2brj9c'],
    ['info@உதாரணம்.இந்தியா', 'info@xn--zkc6cc5bi7f6e.xn--xkc2dl3a5ee0h'],
    ['\u202aasha@clinic.test\u202c', 'asha@clinic.test'],
    ['asha@clinic.test\u200b', 'asha@clinic.test'],
    ['asha@ｃｌｉｎｉｃ.test', 'asha@clinic.test'],
  ])('%j is stored as %s', (typed, stored) => {
    expect(address.parse(typed)).toBe(stored);
    expect(address.parse(stored)).toBe(stored);
    expect(loginForm.parse({ email: typed, password: 'x' }).email).toBe(stored);
  });

  test.each([
    ['रोगी@उदाहरण.भारत', 'form.emailLetters'],
    ['josé@clinic.test', 'form.emailLetters'],
    ['מטופל@clinic.test', 'form.emailLetters'],
    ['asha@', 'form.email'],
    ['asha@mün chen.example', 'form.email'],
    ['asha@münchen/x.example', 'form.email'],
    ['asha@münchen', 'form.email'],
    ['\u200b', 'login.email'],
  ])('%j is rejected with %s', (typed, sentence) => {
    expect(address.safeParse(typed).error?.issues[0]?.message).toBe(sentence);
  });
});

test.each([
  ['890885', '890885'],
  [' 890 885 ', '890885'],
  ['8 9 0 8 8 5', '890885'],
  ['८९०८८५', '890885'],
  ['۸۹۰ ۸۸۵', '890885'],
  ['27 Nov, 7:20: Your code is 890885', '890885'],
])('accepts a one-time code typed as %j', (typed, code) => {
  expect(oneTimeCode.parse(typed)).toBe(code);
});

test.each(['', '12345', '1234567', 'code'])('rejects %j as a one-time code', (typed) => {
  expect(oneTimeCode.safeParse(typed).success).toBe(false);
});

test('accepts page and size of a list in digits of any script', () => {
  const list = z.object(listFields);
  expect(list.parse({ page: '२', limit: '২০' })).toEqual({ page: 2, limit: 20 });
  expect(list.parse({ page: '3', limit: 5 })).toEqual({ page: 3, limit: 5 });
  expect(list.safeParse({ page: '०' }).success).toBe(false);
});

test('rejects control characters in a text of one line', () => {
  const line = optionalLine(40);
  expect(line.parse(' Maharashtra Medical Council ')).toBe('Maharashtra Medical Council');
  expect([line.parse(''), line.parse(undefined), line.parse(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const mark of ['\0', '\u0007', '\u001b', '\u007f', '\u009b'])
    expect(line.safeParse(`a${mark}b`).error?.issues[0]?.message).toBe('form.unseen');
});
