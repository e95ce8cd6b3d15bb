import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareNumbers, haveNumbersChanged } from './compare-numbers';

/**
 * A review with a translation, which keeps its numbers if it is right. In a right one two results of
 * one unit may change places with their words ("to 1.5 from 0.9"): that is asked about, since digits
 * alone do not tell it from a mistake.
 */
type Pair = {
  language: string;
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
