import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LanguageCode } from '~/i18n/language-codes';
import { compareTexts } from './compare-texts';
import { listDifferences } from './compare-translation.server';
import { lexicons } from './lexicons.server';

/** Compares two texts in their numbers alone. */
const compareNumbers = (original: string, translation: string) =>
  compareTexts({ text: original, languages: [] }, { text: translation, languages: [] });
const haveNumbersChanged = (original: string, translation: string) =>
  Object.values(compareNumbers(original, translation)).some((list) => list.length > 0);

/**
 * A review with a translation, which keeps its numbers if it is right. In a right one two results of
 * one unit may change places with their words ("to 1.5 from 0.9"): that is asked about, since digits
 * alone do not tell it from a mistake.
 */
type Pair = {
  language: LanguageCode;
  original: string;
  translation: string;
  right: boolean;
  changesPlaces?: true;
  note: string;
};

const everyPair = JSON.parse(readFileSync('tests/fixtures/number-pairs.json', 'utf8')) as Pair[];
const pairs = everyPair.filter(({ changesPlaces }) => !changesPlaces);
const rightPairs = pairs.filter(({ right }) => right);
const same = { missing: [], extra: [], reordered: [] };

describe('the numbers of a translation', () => {
  it('agree with the original in every right pair, and in no altered one', () => {
    expect(rightPairs.length).toBeGreaterThan(0);
    expect(rightPairs.length).toBeLessThan(pairs.length);
    const wrong = pairs.filter((pair) => haveNumbersChanged(pair.original, pair.translation) === pair.right);
    const shown = wrong.map((pair) => ({ ...pair, ...compareNumbers(pair.original, pair.translation) }));
    expect(shown).toEqual([]);
  });

  it('are asked about if two results change places, though the words follow', () => {
    const moved = everyPair.filter(({ changesPlaces }) => changesPlaces);
    expect(moved.length).toBeGreaterThan(0);
    for (const { original, translation } of moved)
      expect(compareNumbers(original, translation)).toEqual({ ...same, reordered: [expect.any(String)] });
  });

  it('do not agree when any digit of a right translation becomes another one', () => {
    for (const { original, translation } of rightPairs) {
      for (const { index, 0: digit } of translation.matchAll(/\p{Nd}/gu)) {
        const code = digit.codePointAt(0) ?? 0;
        const isNext = /\p{Nd}/u.test(String.fromCodePoint(code + 1));
        const other = String.fromCodePoint(isNext ? code + 1 : code - 1);
        const altered = translation.slice(0, index) + other + translation.slice(index + digit.length);
        expect(haveNumbersChanged(original, altered), altered).toBe(true);
      }
    }
  });

  it('are listed with their units, as a translator finds them', () => {
    expect(compareNumbers('Take 0.5 mg for 7 days.', 'रात में 5 मि.ग्रा. ७ दिन लें।')).toEqual({
      missing: ['0.5 mg'],
      extra: ['5 मि.ग्रा'],
      reordered: [],
    });
    expect(compareNumbers('5 mg, then 10 mg, then 15 mg.', '10 mg, 15 mg, 5 mg.')).toEqual({
      ...same,
      reordered: ['5 mg'],
    });
    expect(compareNumbers('2 tablets, then 2 tablets.', '2 गोलियाँ।')).toEqual({
      ...same,
      missing: ['2 tablets'],
    });
  });

  it.each([
    ['Devanagari', '१२३४५६७८९.०१'],
    ['Bengali', '১২৩৪৫৬৭৮৯.০১'],
    ['Gujarati', '૧૨૩૪૫૬૭૮૯.૦૧'],
    ['Gurmukhi', '੧੨੩੪੫੬੭੮੯.੦੧'],
    ['Tamil', '௧௨௩௪௫௬௭௮௯.௦௧'],
    ['Telugu', '౧౨౩౪౫౬౭౮౯.౦౧'],
    ['Kannada', '೧೨೩೪೫೬೭೮೯.೦೧'],
    ['Malayalam', '൧൨൩൪൫൬൭൮൯.൦൧'],
    ['Odia', '୧୨୩୪୫୬୭୮୯.୦୧'],
    ['Arabic-Indic', '١٢٣٤٥٦٧٨٩٫٠١'],
    ['Extended Arabic-Indic', '۱۲۳۴۵۶۷۸۹٫۰۱'],
  ])('are read in %s digits', (_script, digits) => {
    expect(compareNumbers('The value is 123456789.01.', `: ${digits} :`)).toEqual(same);
    expect(compareNumbers('The value is 123456789.02.', `: ${digits} :`).missing).toEqual(['123456789.02']);
  });

  it.each([
    ['Indian grouping and lakh', '1,50,000', '150000'],
    ['lakh', '1.5 lakh', '1,50,000'],
    ['crore', '2 crore', '2,00,00,000'],
    ['a fraction in one character', '1½ tablets', '1.5 गोली'],
    ['a date with the year first', 'on 2026-03-05', '05.03.2026'],
    ['a full hour', 'at 08:00', '8 बजे'],
    ['a final zero', '5.0 mg', '5 mg'],
    ['a power of ten', '10⁹/L', '10^9/L'],
    ['a range in words', '4–6 weeks', '4 से 6 सप्ताह'],
    ['milligrams per cent', '12 mg%', '12 mg/dL'],
    ['cubic millimetres', '4000/cumm', '4000/µL'],
  ])('are the same in another spelling: %s', (_name, original, translation) => {
    expect(compareNumbers(original, translation)).toEqual(same);
  });

  it.each([
    ['grouping is no decimal sign', '1,500 mg', '1.500 mg'],
    ['a range is no number', '4-6 weeks', '46 weeks'],
    ['half is no range', '1/2 tablet', '1-2 tablets'],
    ['a ratio keeps its order', '120/80', '80/120'],
    ['minus', '-1.5 D', '1.5 D'],
    ['plus is not minus', '+1.50 D', '-1.50 D'],
    ['less is not more', '<5', '>5'],
    ['plus or minus', '±2 kg', '2 kg'],
    ['at least', '≥5', '5'],
    ['per decilitre is not per litre', '9 g/dL', '9 g/L'],
    ['Celsius is not Fahrenheit', '38 °C', '38 °F'],
    ['a day is not a week', '5 mg/day', '5 mg/week'],
    ['a unit that was added', 'take 5', '5 mg लें'],
    ['a word is no digit', 'take 1 tablet', 'एक गोली लें'],
    ['doses of two drugs', '500 mg and 40 units', '40 units and 500 mg'],
  ])('are not the same: %s', (_name, original, translation) => {
    expect(haveNumbersChanged(original, translation)).toBe(true);
  });
});

/** A review with a translation, of which a word of the named class may be altered. */
type WordPair = {
  from: LanguageCode;
  to: LanguageCode;
  original: string;
  translation: string;
  altered: boolean;
  /** The class of the altered word. */
  class?: string;
};

const shareOf = (part: unknown[], whole: unknown[]) => part.length / whole.length;

describe('the words of a translation', () => {
  const listed = ({ original, translation, from, to }: Omit<WordPair, 'altered'>) =>
    listDifferences({ text: original, language: from }, { text: translation, language: to });

  it.each(['word-pairs', 'word-pairs-of-others'])(
    'are listed if they were altered, and seldom else: %s',
    (file) => {
      const wordPairs = JSON.parse(readFileSync(`tests/fixtures/${file}.json`, 'utf8')) as WordPair[];
      const altered = wordPairs.filter((pair) => pair.altered);
      const right = wordPairs.filter((pair) => !pair.altered);
      const missed = altered.filter((pair) => listed(pair).length === 0);
      const falseAlarms = right.filter((pair) => listed(pair).length > 0);
      expect(right.length).toBeGreaterThan(50);
      expect(altered.length).toBeGreaterThan(50);
      // A rule that lists everything, or nothing, fails one of the two.
      expect(shareOf(missed, altered), JSON.stringify(missed)).toBeLessThanOrEqual(0.1);
      expect(shareOf(falseAlarms, right), JSON.stringify(falseAlarms)).toBeLessThanOrEqual(0.1);
      for (const name of new Set(altered.map((pair) => pair.class)))
        expect(missed.filter((pair) => pair.class === name).length, name).toBeLessThanOrEqual(3);
    },
  );

  it('are seldom listed in the longer texts with numbers', () => {
    const listedRight = rightPairs.filter(
      ({ language, ...pair }) => listed({ ...pair, from: 'en', to: language }).length > 0,
    );
    expect(shareOf(listedRight, rightPairs)).toBeLessThanOrEqual(0.1);
  });

  it.each<[string, string, LanguageCode, string, string[]]>([
    ['sides, as they stand in both texts', 'The left knee.', 'hi', 'दायाँ घुटना।', ['left', 'दायां']],
    ['“all right” is no side', 'All right.', 'hi', 'सब ठीक है।', []],
    ['“not only” is no negation', 'It is not only anaemia.', 'hi', 'यह केवल एनीमिया है।', []],
    ['a digit may be a word', 'Take two tablets.', 'hi', '2 गोलियाँ लें।', []],
    ['but not another number', 'Take two tablets.', 'hi', '3 गोलियाँ लें।', ['3 गोलियाँ', 'two']],
    ['½ may be a word', 'Take ½ tablet.', 'hi', 'आधी गोली लें।', []],
    ['the verb “may” is no month', 'You may eat.', 'hi', 'आप खा सकते हैं।', []],
    ['May is', 'Come in May.', 'hi', 'जून में आएँ।', ['in may', 'जून']],
    ['English words in another script', 'Right ear.', 'ta', 'Left காது.', ['right', 'left']],
    ['a word with an ending', 'In the right ear.', 'mr', 'डाव्याच कानात.', ['right', 'डाव्याच']],
  ])('know %s', (_name, original, to, translation, expected) => {
    expect(listed({ original, translation, from: 'en', to }).sort()).toEqual(expected.sort());
  });

  it('have every class in every language', () => {
    const empty = Object.entries(lexicons).flatMap(([language, { words }]) =>
      Object.keys(lexicons.en.words)
        .filter((name) => !words[name]?.trim())
        .map((name) => `${language} ${name}`),
    );
    expect(empty).toEqual([]);
  });
});
