import type { Language } from './compare-words';
import { findPhrases, monthClasses, splitWords, type Word } from './lexicon';
import { readNumbers } from './number-tokens';

/** A text with its language, and others whose words it may use. */
export type TextToCompare = { text: string; languages: Language[] };

const dateInDigits = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

/**
 * Replaces the dates of a text whose month is a word by digits, if the other text has the same date
 * in digits: "12 November 2026" and 12/11/2026.
 */
export function withDigitalDates({ text, languages }: TextToCompare, other: TextToCompare): TextToCompare {
  const dates = new Set(
    readNumbers(other.text).flatMap(({ value }) => (dateInDigits.test(value) ? [value] : [])),
  );
  if (dates.size === 0) return { text, languages };
  // A text ends with what stands before a last word.
  const words = splitWords(`${text} ${end}`);
  const found = findWrittenDates(words, languages).filter(({ value }) => dates.has(value));
  if (found.length === 0) return { text, languages };
  for (const { from, to, value } of found) {
    const gap = words[from]?.gap ?? '';
    for (let at = from; at <= to; at += 1) words[at] = { gap: '', letters: '' };
    words[from] = { gap, letters: value };
  }
  const written = words.map(({ gap, letters }) => gap + letters).join('');
  return { text: written.slice(0, -end.length).trimEnd(), languages };
}

const end = 'end';

const isDay = (word?: Word) => /^\d{1,2}$/.test(word?.letters ?? '');
const isYear = (word?: Word) => /^\d{4}$/.test(word?.letters ?? '');
const isEnding = (word?: Word) => /^(?:st|nd|rd|th)$/.test(word?.letters ?? '');
const isJoined = ({ gap }: Word) => /^[\s,.-]*$/.test(gap);

/** Finds the dates with the name of a month, such as "12 November 2026" and "November 12, 2026". */
function findWrittenDates(words: Word[], languages: Language[]) {
  return words.flatMap((_, from) => {
    const parts = words.slice(from, from + 5);
    const place = parts.findIndex(isYear);
    const date = parts.slice(0, place + 1);
    if (place < 2 || !date.slice(1).every(isJoined)) return [];
    const [first, second, third] = date.filter((word, at) => at === 0 || !isEnding(word));
    if (date.filter((word) => !isEnding(word)).length !== 3) return [];
    const [day, month] = isDay(first) ? [first, second] : [second, first];
    const number = month && isDay(day) && isYear(third) ? findMonth(date, month, languages) : 0;
    if (!number) return [];
    const value = [Number(day?.letters), number, Number(third?.letters)].join('/');
    return [{ from, to: from + place, value }];
  });
}

/** Returns the number of a month, from 1; 0 if the word is none. */
function findMonth(date: Word[], month: Word, languages: Language[]): number {
  const at = date.indexOf(month);
  const names = languages.flatMap(({ phrases }) =>
    findPhrases(date, phrases)
      .filter(({ from, to }) => from <= at && at <= to)
      .map(({ class: name }) => monthClasses.indexOf(name) + 1),
  );
  return names.find((number) => number > 0) ?? 0;
}
