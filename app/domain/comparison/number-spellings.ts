import { toPlainSpelling } from './word-lexicon';

/** Spellings of numbers that mean the same as digits with a sign: blanks, words and old numerals. */

/** A number whose thousands are apart, as in "12 500". */
export const groupWithBlank = '(?<![\\d.,/] ?)[1-9]\\d{1,2}(?: \\d{3})+(?![\\d/:]|[.,]\\d| \\d)';

const blankGroups = /^(\d+) \d{3}/;

/**
 * Returns a number whose thousands are apart without blanks, or its first part alone if the rest is
 * a dose, or the first a part of a name: "10 500 mg tablets" are ten, and "B12 187" is no 12,187.
 *
 * @param before the text before the number.
 * @param kindAfter the kind of the unit that follows.
 */
export function toOneNumber(numberText: string, before: string, kindAfter: string | undefined): string {
  const [, first = ''] = blankGroups.exec(numberText) ?? [];
  const isApart = kindAfter === 'dose' || kindAfter === 'form' || /[\p{L}\p{M}]-?$/u.test(before);
  return first && isApart ? first : numberText;
}

/** "60K" is 60,000 and "150 K/µL" is 150,000; so are "6E4" and "6 x 10^4". */
const power = /(?:k| k(?=\/))(?![a-z\d])|e\+?(\d{1,2})(?![a-z\d])|\s*[x\u00d7*]\s*10\^(\d{1,2})(?!\d)/iy;

/** Finds a power of ten that follows a number, which is the second part of its digits. */
export function findPower(text: string, at: number) {
  power.lastIndex = at;
  const [word, exponent, superscript] = power.exec(text) ?? [];
  return word ? { value: Number(exponent ?? superscript ?? 3), end: power.lastIndex } : undefined;
}

const anyOf = (words: string) => words.split(', ').map(toPlainSpelling).join('|');

/** The words of a comparison after a number, with those that may stand in a unit's ending. */
const wordsAfter = {
  '<': 'से कम, से भी कम, से नीचे, पेक्षा कमी, पेक्षाही कमी, हून कमी, এর কম, র কম, এর চেয়ে কম, র চেয়ে কম, থেকে কম, এর নিচে, র নিচে, થી ઓછ, થી પણ ઓછ, કરતાં ઓછ, કરતા ઓછ, થી નીચે, க்கும் குறைவ, க்கு குறைவ, க்குக் குறைவ, விட குறைவ, விடக் குறைவ, க்கும் கீழ், க்கு கீழ், க்குக் கீழ், కంటే తక్కువ, కన్నా తక్కువ, కంటె తక్కువ, ಕ್ಕಿಂತ ಕಡಿಮೆ, ಗಿಂತ ಕಡಿಮೆ, ಕ್ಕಿಂತ ಕೆಳ, ൽ കുറവ, ൽ താഴെ, ക്കാൾ കുറവ, سے کم, سے بھی کم, سے نیچے',
  '>': 'से ज्यादा, से अधिक, से ऊपर, पेक्षा जास्त, पेक्षा अधिक, हून अधिक, हून जास्त, এর বেশি, র বেশি, এর চেয়ে বেশি, র চেয়ে বেশি, থেকে বেশি, এর উপরে, র উপরে, થી વધ, થી વધારે, કરતાં વધ, કરતા વધ, થી ઉપર, க்கும் மேல், க்கு மேல், விட அதிக, కంటే ఎక్కువ, కన్నా ఎక్కువ, కంటె ఎక్కువ, ಕ್ಕಿಂತ ಹೆಚ್ಚ, ಗಿಂತ ಹೆಚ್ಚ, ಕ್ಕಿಂತ ಮೇಲ, ൽ കൂടുത, ക്കാൾ കൂടുത, ൽ അധിക, سے زیادہ, سے اوپر',
} as const;
const wordsBefore = {
  '<': 'less than, lower than, smaller than, fewer than, below, under',
  '>': 'more than, greater than, higher than, larger than, above, over',
} as const;
const signs = ['<', '>'] as const;
const spelledSigns = once(() =>
  signs.map((sign) => ({
    sign,
    after: new RegExp(`^[^\\d,;:!?\\n\\u0964]*?(?:${anyOf(wordsAfter[sign])})`),
    before: new RegExp(`\\b(?:${anyOf(wordsBefore[sign])})\\s*$`, 'i'),
  })),
);

/** Returns the sign or comparison before a number. */
export function signBefore(text: string): string {
  const [, minusOrPlus = ''] = /(?:^|[\s([=:,;<>\u2264\u2265\u00b1~\u2248])([-+])$/.exec(text) ?? [];
  const rest = minusOrPlus ? text.slice(0, -1) : text;
  const [, comparison = ''] = /(?:^|[^-=])([<>\u2264\u2265\u00b1~\u2248])\s*$/.exec(rest) ?? [];
  const isSlashed = /\+\/$/.test(rest);
  return `${comparison.replace('~', '\u2248')}${isSlashed && minusOrPlus === '-' ? '\u00b1' : minusOrPlus}`;
}

/** Finds the comparison that words spell before a number or after it and its unit. */
export function findSpelledSign(
  text: string,
  { start, end, unitEnd }: { start: number; end: number; unitEnd: number },
): '<' | '>' | undefined {
  const before = text.slice(Math.max(0, start - 20), start);
  const after = text.slice(end, unitEnd + 20);
  return spelledSigns().find((spelled) => spelled.before.test(before) || spelled.after.test(after))?.sign;
}

const isDecimalComma = /^(?:0,\d{1,3}|\d{1,3},\d{1,2})$/;

/** Spells a plain number as it is compared. */
export function toPlainValue(numberText: string): string {
  const [number = '', exponent] = numberText.split(/\^|\*+/);
  const [whole = '', fraction = ''] = (isDecimalComma.test(number) ? number.replace(',', '.') : number)
    .replace(/,/g, '')
    .split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const decimals = withoutFinalZeros(fraction);
  return `${digits}${decimals && `.${decimals}`}${exponent ? `^${exponent}` : ''}`;
}

function withoutFinalZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Multiplies a plain number by a power of ten, digit by digit. */
export function shift(value: string, power: number): string {
  const [whole = '', fraction = ''] = value.split('.');
  const digits = fraction.padEnd(power, '0');
  return toPlainValue(`${whole}${digits.slice(0, power)}.${digits.slice(power)}`);
}

/** Returns a function that computes a value the first time it is called. */
export function once<Value>(compute: () => Value): () => Value {
  let result: { value: Value } | undefined;
  return () => {
    result ??= { value: compute() };
    return result.value;
  };
}
