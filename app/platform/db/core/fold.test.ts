import { describe, expect, test } from 'vitest';
import { fold } from './fold';

describe('folds all spellings of a name to one', () => {
  test.each([
    ['signs: apostrophes', ['D’Souza', "D'Souza", 'D‘Souza', 'D`souza', 'D´Souza', 'dʼsouza', 'D′Souza']],
    ['signs: dashes', ['Nair-Menon', 'Nair–Menon', 'Nair‐Menon', 'Nair‑Menon', 'nair−menon']],
    [
      'blanks',
      [
        'Mohan Lalji',
        'Mohan\u00a0Lalji',
        'Mohan  Lalji',
        'Mohan\u2009\tLalji',
        'Mohan\u3000Lalji',
        'Mohan\nLalji',
      ],
    ],
    [
      'invisible characters',
      ['Asha', 'As\u00adha', 'As\u200bha', '\u2068Asha\u2069', 'Asha\ufeff', 'As\u034fha'],
    ],
    ['Latin: accents', ['José', 'Jose', 'JOSÉ', 'Jose\u0301']],
    ['Latin: strokes', ['Łukasz Sørensen Đorđe', 'lukasz sorensen dorde', 'ŁUKASZ SØRENSEN ĐORĐE']],
    ['Latin: two letters', ['Weiß Æneas', 'weiss aeneas', 'WEISS ÆNEAS']],
    ['Latin: full width', ['Ａｓｈａ　２', 'asha 2']],
    ['Latin: Turkish', ['İpek Işık', 'ipek isik', 'IPEK ISIK']],
    ['Devanagari: joiners', ['शक्‍ति', 'शक्ति', 'शक्‌ति']],
    ['Devanagari: eyelash ra', ['दऱ्या', 'दर्‍या', 'दऱ्‍या']],
    ['Devanagari: nukta', ['ज़फ़र', 'जफर', 'ज\u093cफ\u093cर', '\u095bफ़र']],
    ['Devanagari: nasals', ['संतोष चंपा पंडित गंगा', 'सन्तोष चम्पा पण्डित गङ्गा', 'सँतोष चंपा पंडित गँगा']],
    ['Devanagari: vowels in parts', ['आशा ओम', 'अाशा अोम']],
    ['Devanagari: candra', ['ॲना', 'अॅना']],
    ['Bengali: letters with a dot', ['বড়ুয়া', 'বড\u09bcুয\u09bcা', 'ব\u09dcু\u09dfা']],
    ['Bengali: ra', ['রহিম', 'ৰহিম', 'ব\u09bcহিম']],
    ['Bengali: khanda ta', ['উৎপল', 'উত্‍পল', 'উত্পল']],
    ['Bengali: nasals', ['সঙ্গীতা', 'সংগীতা']],
    ['Bengali: vowels in parts', ['আশা কৌশিক', 'অাশা ক\u09c7\u09d7শিক']],
    ['Gujarati', ['સંતોષ આશા', 'સન્તોષ અાશા']],
    ['Tamil: au', ['கௌரி', 'கெளரி', 'க\u0bc6\u0bd7ரி']],
    ['Tamil: au alone', ['ஔவை', 'ஒளவை']],
    ['Tamil: o in parts', ['கொடி', 'க\u0bc6\u0bbeடி']],
    ['Tamil: sri', ['ஸ்ரீதர்', 'ஶ்ரீதர்']],
    ['Telugu', ['సంతోష్ ఔను', 'సన్తోష్ ఒౌను', 'సంతోష్‌ ఔను']],
    ['Kannada', ['ಸಂತೋಷ್ ರಾಜ್‌ಕುಮಾರ್', 'ಸನ್ತೋಷ್ ರಾಜ್ಕುಮಾರ್']],
    ['Kannada: nukta', ['ಜ಼ಾಕಿರ್', 'ಜಾಕಿರ್']],
    ['Malayalam: chillu', ['അനിൽ', 'അനില്‍', 'അനില്']],
    ['Malayalam: nta', ['ആന്റണി', 'ആൻറണി', 'ആൻ്റണി', 'ആന്‍റണി']],
    ['Malayalam: au', ['ഗൗരി', 'ഗൌരി']],
    ['Malayalam: nasals', ['സംഗീത', 'സങ്ഗീത']],
    ['Urdu: letters of Arabic keyboards', ['علی کریم', 'علي كريم', 'على كریم']],
    ['Urdu: he', ['ہارون', 'هارون', 'ھارون']],
    ['Urdu: te', ['فاطمۃ', 'فاطمة', 'فاطمہ']],
    ['Urdu: hamza and madda', ['عائشہ آصف ثناء', 'عایشہ اصف ثنا', 'عائشه آصف ثنا']],
    ['Urdu: vowel marks', ['مُحَمَّد', 'محمد', 'محمـد']],
  ])('%s', (_what, spellings) => {
    expect(new Set(spellings.map(fold))).toEqual(new Set([fold(spellings[0] ?? '')]));
  });
});

test.each([
  ['राम', 'राज'],
  ['Asha', 'Usha'],
  ['বড়', 'বড'],
  ['ভাই', 'বাই'],
  ['കല', 'കള'],
  ['علی', 'علا'],
  ['Наталия', 'Наталья'],
])('keeps %s and %s apart', (one, other) => {
  expect(fold(one)).not.toBe(fold(other));
});
