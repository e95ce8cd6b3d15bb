import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lettersOfLanguages } from '../../../tests/support/letters';
import { cleanLine, cleanText } from './text';

describe('a break', () => {
  test.each([
    ['a line feed', '\n'],
    ['a carriage return with a line feed', '\r\n'],
    ['a carriage return', '\r'],
    ['a vertical tab, as Shift and Enter of a word processor write it', '\u000b'],
    ['a form feed, between two pages', '\u000c'],
    ['a separator of files', '\u001c'],
    ['a separator of groups', '\u001d'],
    ['a separator of records', '\u001e'],
    ['a next line', '\u0085'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
  ])('such as %s keeps two numbers apart', (_what, mark) => {
    expect(cleanText(`Potassium 5${mark}9 is next week`)).toBe('Potassium 5\n9 is next week');
    expect(cleanLine(`Creatinine 1${mark}4 July`)).toBe('Creatinine 1 4 July');
    expect(cleanText(`Na 140${mark}${mark}K 4`)).toBe('Na 140\n\nK 4');
  });
});

test.each([
  ['a zero byte', '\0'],
  ['a bell', '\u0007'],
  ['a backspace', '\u0008'],
  ['an escape', '\u001b'],
  ['a separator of units', '\u001f'],
  ['a deletion', '\u007f'],
  ['a control sequence introducer', '\u009b'],
  ['a high octet preset', '\u0081'],
])('%s becomes a space', (_what, mark) => {
  expect(cleanText(`5${mark}9`)).toBe('5 9');
  expect(cleanLine(`5${mark}9`)).toBe('5 9');
});

test('a tab stays in a text, and becomes a space in a line', () => {
  expect(cleanText('Na\t140\nK\t4.1')).toBe('Na\t140\nK\t4.1');
  expect(cleanLine('Na\t140')).toBe('Na 140');
});

describe('a text direction', () => {
  const result = '<5 g/dL (-2.1 SD)';
  test.each([
    ['an isolate from left to right', `ہیموگلوبن \u2066${result}\u2069 ہے`],
    ['an isolate from right to left', 'Name: \u2067ہیموگلوبن\u2069.'],
    ['an isolate with automatic direction', `ہیموگلوبن \u2068${result}\u2069 ہے`],
    ['an embedding', `ہیموگلوبن \u202a${result}\u202c ہے`],
    ['an embedding from right to left', 'Name: \u202bہیموگلوبن\u202c.'],
    ['an isolate in an isolate', `\u2067ہے \u2066${result}\u2069 ہے\u2069`],
    ['an embedding in an isolate', `\u2067ہے \u202a${result}\u202c ہے\u2069`],
    ['an isolate over two lines', `ہے \u2066${result}\n<6 g/dL\u2069 ہے`],
    ['marks', `ہے \u200e${result}\u200e \u200fہے\u200f \u061c-5`],
  ])('such as %s stays', (_what, text) => {
    expect(cleanText(text)).toBe(text);
  });

  test.each([
    ['an override', 'invoice \u202egpj.exe\u202c.', 'invoice gpj.exe.'],
    ['an override from left to right', 'a\u202d5>\u202cb', 'a5>b'],
    ['an override in an isolate', 'ہے \u2066a\u202eb\u202cc\u2069', 'ہے \u2066abc\u2069'],
    ['an isolate that nothing closes', 'ہے \u2066<5 g/dL', 'ہے <5 g/dL'],
    ['an embedding that nothing closes', 'ہے \u202a<5 g/dL', 'ہے <5 g/dL'],
    ['an embedding that only its isolate ends', 'ہے \u2066a \u202b<5\u2069 b', 'ہے \u2066a <5\u2069 b'],
    ['an end without a beginning', '5\u2069 and 6\u202c', '5 and 6'],
    ['an end of the other kind', '\u20665\u202c and', '5 and'],
    ['one of two', '\u2066\u20665\u2069', '\u20665\u2069'],
  ])('such as %s is removed', (_what, text, left) => {
    expect(cleanText(text)).toBe(left);
    expect(cleanText(left)).toBe(left);
  });
});

test('keeps joiners in every script that has them', () => {
  for (const word of ['शक्‍ति', 'দর্‌শন', 'র‍্যাব', 'ರಾಜ್‌ಕುಮಾರ್', 'അനില്‍', 'می‌خواهم', '👩‍⚕️'])
    expect([cleanText(word), cleanLine(word)]).toEqual([word, word]);
});

test.each(Object.entries(lettersOfLanguages))('leaves a text in %s unchanged', (_language, letters) => {
  const gaps = [
    ' ',
    '\n',
    '\t',
    '\u00a0',
    '\u200d',
    '\u200c',
    '\u200e',
    '\u200f',
    '\u2013',
    '\u00b5',
    '<',
    '°',
    '𝟓',
  ];
  const anyText = fc.string({ unit: fc.constantFrom(...letters, ...gaps, '5', '9'), maxLength: 200 });
  fc.assert(
    fc.property(anyText, (text) => {
      expect(cleanText(text)).toBe(text.trim());
      expect(cleanText(`\u2067${text}\u2069`)).toBe(`\u2067${text}\u2069`);
    }),
  );
});

test('never drops a separator of two characters, and leaves a clean text unchanged', () => {
  const parts = [
    '5',
    '9',
    '\r',
    '\n',
    '\u000b',
    '\u000c',
    '\0',
    '\u0085',
    '\u2028',
    '\u2066',
    '\u2069',
    '\u202e',
    '\u202c',
  ];
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...parts), maxLength: 40 }), (text) => {
      const clean = cleanText(text);
      const runs = text
        .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
        .split(/[^59]+/)
        .filter(Boolean);
      expect(
        clean
          .split(/[^59\u2066\u2069\u202c]+/)
          .map((run) => run.replace(/\D/g, ''))
          .filter(Boolean),
      ).toEqual(runs);
      expect(cleanText(clean)).toBe(clean);
    }),
  );
});
