import { describe, expect, test } from 'vitest';
import { signupForm } from '~/domain/accounts/schemas';
import { anyName, key, optionalLine, optionalName, personName } from './fields';

const missing = key('signup.firstName');
const name = personName(missing, 60);
const whyNot = (text: string) => name.safeParse(text).error?.issues[0]?.message;

describe('a name that can be read', () => {
  test.each(
    [
      ['Asha', 'José María', 'O’Brien', "D'Souza", 'Nair-Menon', 'S. K.', 'Ng', 'Łukasz', 'Ōe', 'Müller 2'],
      // Many have no family name, and write a dot or a dash.
      ['.', '-'],
      ['आशा', 'অসীমা', 'ஆஷா', 'ആശ', 'عائشہ', '田中', '김', 'Ёлка', 'שרה'],
      // With joiners: Devanagari eyelash ra and half forms, Bengali ya-phalaa, Kannada, Telugu,
      // Sinhala, Urdu and Persian.
      ['दऱ्‍या', 'शक्‍ति', 'শ্যা', 'র‍্যাচেল', 'ರಾಜ್‌ಕುಮಾರ್', 'రాజ్‌కుమార్', 'ශ්‍රී', 'می‌خواهم', 'نام‌دار'],
      // Malayalam as it was written before its chillu e-mails: the joiner ends the word.
      ['അനില്‍', 'അനില്‍ കുമാര്‍'],
      // The form of an ideograph that a family writes, and an emoji.
      ['辻\u{e0100}', '☀️ Asha'],
    ].flat(),
  )('%s is taken as it is', (text) => {
    expect(name.parse(`  ${text}\n`)).toBe(text);
    expect(optionalName(60).parse(text)).toBe(text);
    expect(anyName(60).parse(text)).toBe(text);
  });
});

describe('a name with what nobody can see', () => {
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
    ['a next line', '\u0085'],
    ['a control sequence introducer', '\u009b'],
    ['a line separator', '\u2028'],
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
  test.each(invisible)('%s is refused, alone and among letters', (_what, mark) => {
    for (const text of [mark, `${mark}${mark}`, `Asha${mark}Rao`, `${mark}Asha`, `A${mark}`]) {
      // What `trim` takes away at the ends is no part of the name.
      const left = text.trim();
      if (left === 'A' || left === 'Asha') continue;
      expect([text, whyNot(text)]).toEqual([text, left === '' ? missing : 'form.unseen']);
    }
    expect(optionalName(60).safeParse(`Asha${mark}Rao`).error?.issues[0]?.message).toBe('form.unseen');
    expect(anyName(60).parse(`Asha${mark}Rao`), 'where nothing is asked it is taken out').toBe('AshaRao');
    expect(anyName(60).parse(mark)).toBe('');
  });

  test('is refused where a joiner joins nothing, and where only marks stand', () => {
    for (const text of ['\u200dआशा', 'आशा \u200d', 'आ\u200d\u200dशा', 'A\u200dशा', 'राम\u200c', 'राम\u200d'])
      expect([text, whyNot(text)]).toEqual([text, 'form.unseen']);
    expect(whyNot('\u0301\u0301')).toBe(missing);
    expect(whyNot('   ')).toBe(missing);
  });

  test('is refused with a sentence beside its own field', () => {
    const typed = { firstName: 'As\u3164ha', lastName: 'R\u009bao', council: 'MMC\u0000' };
    const { error } = signupForm.safeParse({ accountType: 'Expert', ...typed });
    for (const field of Object.keys(typed))
      expect(error?.issues.find(({ path }) => path[0] === field)?.message, field).toBe('form.unseen');
  });
});

test('a text of one line has no control character in it', () => {
  const line = optionalLine(40);
  expect(line.parse(' Maharashtra Medical Council ')).toBe('Maharashtra Medical Council');
  expect([line.parse(''), line.parse(undefined), line.parse(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  for (const mark of ['\n', '\t', '\0', '\u001b', '\u0085', '\u009b', '\u2028'])
    expect(line.safeParse(`a${mark}b`).error?.issues[0]?.message).toBe('form.unseen');
});
