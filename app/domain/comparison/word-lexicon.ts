import { toLatinDigits } from '~/domain/kernel/digits';

const nuktas = '\u093c\u09bc\u0a3c\u0abc\u0b3c';
const arabicMarks = '\u064b-\u0655\u0670';
const joinersAndDirections = '\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff';
const ignored = new RegExp(`[${nuktas}${arabicMarks}${joinersAndDirections}]`, 'g');

/** Multiplies by the old Tamil numerals for ten, hundred and thousand. */
const tamilPowers: Record<string, number> = { '\u0bf0': 10, '\u0bf1': 100, '\u0bf2': 1000 };

/** Replaces old Tamil numerals, which have signs for ten, hundred and thousand instead of places. */
const toTamilDigits = (text: string) =>
  text.replace(/[\u0be6-\u0bef]*[\u0bf0-\u0bf2][\u0be6-\u0bef\u0bf0-\u0bf2]*/g, (numeral) => {
    let sum = 0;
    let factor = 0;
    for (const sign of numeral) {
      const times = tamilPowers[sign];
      if (times === undefined) {
        factor = factor * 10 + (sign.charCodeAt(0) - 0x0be6);
        continue;
      }
      sum = times === 1000 ? (sum + factor || 1) * times : sum + (factor || 1) * times;
      factor = 0;
    }
    return String(sum + factor);
  });

/** Spells a text in one way: Latin digits and signs, without marks that many keyboards leave out. */
export function toPlainSpelling(text: string): string {
  const withoutSmallDigits = text
    .replace(/[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+/g, (small) => `^${small}`)
    .replace(/[\u00bc-\u00be\u2150-\u215e]/g, (fraction) => ` ${fraction} `)
    .replace(/\u00ba/g, '\u00b0')
    .replace(/[\u2014\u2015]/g, ' \u2013 ')
    .replace(/(\p{Nd})[\u00a0\u2009\u202f](?=\p{Nd}{3}(?!\p{Nd}))/gu, '$1,');
  return toLatinDigits(toTamilDigits(withoutSmallDigits.normalize('NFKD')))
    .replace(ignored, '')
    .replace(/[\u064a\u0649]/g, '\u06cc')
    .replace(/\u0643/g, '\u06a9')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .replace(/\u066a/g, '%')
    .replace(/[\u066c\u060c]/g, ',')
    .replace(/\u066b/g, '.')
    .replace(/(\d)[\u00b7\u06d4](?=\d)/g, '$1.')
    .replace(/<=|=<|\u2266/g, '\u2264')
    .replace(/>=|\u2267/g, '\u2265');
}

const isDot = (character: string) => character === '.' || character === '\u0970' || character === '\u2024';

/** A word of a lexicon without its dots, and where dots and spaces may stand in it. */
type Entry<Value> = { value: Value; breaks: Set<number> };

/** The sign of a consonant without a vowel. An ending of the language replaces it. */
const finalVirama = /[\u094d\u09cd\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d]$/;

/** Builds a lexicon that is looked up without dots, spaces and case. */
export function toLexicon<Value>(words: [string, Value][]): Map<string, Entry<Value>> {
  const lexicon = new Map<string, Entry<Value>>();
  for (const [word, value] of words) {
    const parts = toPlainSpelling(word).toLowerCase().replace(finalVirama, '').split('.');
    const key = parts.join('');
    const entry = lexicon.get(key) ?? { value, breaks: new Set<number>() };
    let at = 0;
    for (const part of parts.slice(0, -1)) {
      at += part.length;
      entry.breaks.add(at);
    }
    lexicon.set(key, entry);
  }
  return lexicon;
}

const maxWordLength = 40;

/** Finds the longest word of a lexicon that begins at a place. */
export function findWord<Value>(lexicon: Map<string, Entry<Value>>, text: string, start: number) {
  let longest: { value: Value; end: number } | undefined;
  let key = '';
  const breaks: number[] = [];
  for (let end = start; end < Math.min(text.length, start + maxWordLength); end += 1) {
    const character = text[end] ?? '';
    if (isDot(character) || character === ' ') {
      if (key === '') break;
      breaks.push(key.length);
      continue;
    }
    key += character.toLowerCase();
    const entry = lexicon.get(key);
    // A word in another script may go on with an ending of its language. The L of L5 is no litre.
    const isCut = /[a-z\u03bc]/i.test(character) && /[a-z\u03bc\d]/i.test(text[end + 1] ?? '');
    if (entry && !isCut && breaks.every((at) => entry.breaks.has(at)))
      longest = { value: entry.value, end: end + 1 };
  }
  if (!longest || /[a-z]/i.test(text[longest.end - 1] ?? '')) return longest;
  return { ...longest, end: endOf(restOfWord, text, longest.end) ?? longest.end };
}

const restOfWord = /[\p{L}\p{M}]*/uy;

/** Returns where a sticky pattern that begins at a place ends; undefined if it does not match there. */
export function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
