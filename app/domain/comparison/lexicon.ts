import { toPlainSpelling } from './word-lexicon';

/** The classes of words that mean a number, with its value in digits. */
export const numberClasses = {
  half: '0.5',
  one: '1',
  oneAndHalf: '1.5',
  two: '2',
  twoAndHalf: '2.5',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
} as const;

/** The classes of words that name a month, in order. */
export const monthClasses: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');

/**
 * Words by class, separated by commas. `*` before or after letters stands for any letters, `#` for a
 * number, and a dot for the end of a clause. A word after `?` may have the meaning of its class or
 * another one.
 */
export type Lexicon<Class extends string = string> = Readonly<Record<Class, string>>;

/** A part of a phrase: a word, its beginning or end, or a number; `gap` stands before it. */
type Part = { gap: string; letters: string; isOpenBefore: boolean; isOpenAfter: boolean };

type Entry = { class: string; isSure: boolean; parts: Part[]; endsClause: boolean; letters: number };

/** The phrases of a lexicon, by the first word, by its first two letters, and all others. */
export type Phrases = { words: Map<string, Entry[]>; beginnings: Map<string, Entry[]>; others: Entry[] };

/** A word or number of a text. `gap` is what stands before it. */
export type Word = { gap: string; letters: string };

/** A phrase that was found in a text. `from` and `to` are the places of its first and last word. */
export type Found = {
  class: string;
  isSure: boolean;
  from: number;
  to: number;
  text: string;
  /** The number of letters that the lexicon names. */
  letters: number;
};

/** Spells a text as phrases are searched in it. */
const toSearchable = (text: string) =>
  toPlainSpelling(text)
    .toLowerCase()
    .replaceAll('\u0901', '\u0902')
    .replaceAll('\u0a81', '\u0a82')
    .replace(/[\u2018\u2019]/g, "'");

const indexed = 2;

/** Builds the phrases of a lexicon. */
export function toPhrases(...lexicons: Lexicon[]): Phrases {
  const phrases: Phrases = { words: new Map(), beginnings: new Map(), others: [] };
  const entries = lexicons
    .flatMap((lexicon) => Object.entries(lexicon))
    .flatMap(([name, list]) => list.split(',').flatMap((phrase) => toEntry(name, phrase.trim()) ?? []));
  for (const entry of entries) {
    const [{ letters, isOpenBefore, isOpenAfter } = noPart] = entry.parts;
    if (isOpenBefore || letters === '#' || (isOpenAfter && letters.length < indexed))
      phrases.others.push(entry);
    else if (isOpenAfter) addTo(phrases.beginnings, letters.slice(0, indexed), entry);
    else addTo(phrases.words, letters, entry);
  }
  return phrases;
}

const noPart: Part = { gap: '', letters: '#', isOpenBefore: false, isOpenAfter: false };

function addTo(groups: Map<string, Entry[]>, key: string, entry: Entry) {
  const group = groups.get(key);
  if (group) group.push(entry);
  else groups.set(key, [entry]);
}

function toEntry(name: string, phrase: string): Entry | undefined {
  const isSure = !phrase.startsWith('?');
  const spelled = toSearchable(isSure ? phrase : phrase.slice(1));
  const endsClause = spelled.endsWith('.');
  let end = 0;
  const parts = [...spelled.matchAll(/#|\*?[\p{L}\p{M}'\d]+\*?/gu)].map(({ 0: part, index }) => {
    const gap = spelled.slice(end, index);
    end = index + part.length;
    return {
      gap,
      letters: part.replaceAll('*', ''),
      isOpenBefore: part.startsWith('*'),
      isOpenAfter: part.endsWith('*'),
    };
  });
  const letters = parts.reduce((sum, part) => sum + part.letters.length, 0);
  return letters > 0 ? { class: name, isSure, parts, endsClause, letters } : undefined;
}

/** Splits a text into its words and numbers. */
export function splitWords(text: string): Word[] {
  const spelled = toSearchable(text);
  let last = 0;
  return [...spelled.matchAll(/\d+|[\p{L}\p{M}']+/gu)].map(({ 0: letters, index }) => {
    const gap = spelled.slice(last, index);
    last = index + letters.length;
    return { gap, letters };
  });
}

/** Checks whether nothing but spaces and hyphens stands between two words. */
export const isSpace = (gap: string) => /^[\s-]+$/.test(gap);

/** Finds every phrase in a text, also those inside longer ones. */
export function findPhrases(words: Word[], { words: exact, beginnings, others }: Phrases): Found[] {
  return words.flatMap(({ letters }, from) =>
    [...(exact.get(letters) ?? []), ...(beginnings.get(letters.slice(0, indexed)) ?? []), ...others].flatMap(
      ({ parts, endsClause, ...entry }) => {
        const to = from + parts.length - 1;
        const isFound =
          parts.every((part, at) => isPart(part, words[from + at], at === 0)) &&
          (!endsClause || !isSpace(words[to + 1]?.gap ?? ''));
        return isFound ? [{ ...entry, from, to, text: showWords(words, from, to) }] : [];
      },
    ),
  );
}

/** Joins words as a person reads them. */
export const showWords = (words: Word[], from: number, to: number) =>
  words
    .slice(from, to + 1)
    .map(({ gap, letters }, at) => (at === 0 ? letters : gap + letters))
    .join('')
    .replace(/\s+/g, ' ')
    .normalize('NFC');

function isPart(part: Part, word: Word | undefined, isFirst: boolean): boolean {
  if (!word) return false;
  if (!isFirst && part.gap !== word.gap && !(part.gap === ' ' && isSpace(word.gap))) return false;
  const { letters, isOpenBefore, isOpenAfter } = part;
  if (letters === '#') return /^\d/.test(word.letters);
  if (isOpenBefore && isOpenAfter) return word.letters.includes(letters);
  if (isOpenBefore) return word.letters.endsWith(letters);
  return isOpenAfter ? word.letters.startsWith(letters) : word.letters === letters;
}

/**
 * Drops the phrases that begin inside an earlier one. If several begin together, the one with most
 * words stays, and then the one that names most letters.
 */
export function takeLongest(found: Found[]): Found[] {
  const sorted = found.toSorted((a, b) => a.from - b.from || b.to - a.to || b.letters - a.letters);
  let next = 0;
  return sorted.filter(({ from, to }) => {
    if (from < next) return false;
    next = to + 1;
    return true;
  });
}
