import {
  findPower,
  findSpelledSign,
  groupWithBlank,
  once,
  shift,
  signBefore,
  toOneNumber,
  toPlainValue,
} from './number-spellings';
import { listUnitWords, multipliers, perWords, type Unit, wordsAfterSlash } from './unit-lexicon';
import { endOf, findWord, toLexicon, toPlainSpelling } from './word-lexicon';

/** A number of a text with its unit. */
export type NumberToken = {
  /** The number in one spelling: Latin digits without grouping, with its sign. */
  value: string;
  /** Start of the number in the text in its plain spelling, and end of its digits and power. */
  start: number;
  end: number;
  unit: TokenUnit | undefined;
  /**
   * An order of its own: the doses of a day such as 1-0-1, and the year of a date with an English
   * month, which some languages put before the day.
   */
  order: 'doses of a day' | 'year' | undefined;
  /** The unit of the next number, if the two form a range such as "4–6 weeks". */
  rangeUnit: TokenUnit | undefined;
  /** Finds the comparison that words beside the number spell, as in "less than 5". */
  findSpelledSign: () => '<' | '>' | undefined;
  /** Number and unit as a person reads them. */
  text: string;
  /** Returns the units in the sentence up to the previous and the next number. */
  listNearUnits: () => Set<string>;
};

export type TokenUnit = {
  /** The unit with what it is measured by, such as `mg/dL`. */
  name: string;
  kind: Unit['kind'];
  /** The time it is counted by, as in `mg/day`. */
  perTime: string | undefined;
};

// Building these takes a tenth of the server's start, and few requests compare numbers.
const units = once(() => toLexicon(listUnitWords()));
const unitsAfterSlash = once(() => toLexicon([...wordsAfterSlash, ...listUnitWords()]));
const multiplierWords = once(() =>
  toLexicon(
    multipliers.flatMap(([power, words]) => words.split(' ').map((word): [string, number] => [word, power])),
  ),
);

const anyOf = (words: string[]) => words.map(toPlainSpelling).join('|');
const perPattern = new RegExp(`[.\u0970]?\\s*(?:/|(?:${anyOf(perWords)}))\\s*`, 'iy');

const plainNumber =
  '(?:[1-9]\\d{0,2}(?:,\\d{3}){1,6}(?!\\d|,\\d)|[1-9]\\d?(?:,\\d{2}){1,6},\\d{3}(?!\\d|,\\d)|0,\\d{1,3}(?!\\d)|\\d{1,3},\\d{1,2}(?![\\d,]|\\.\\d)|\\d+)(?:\\.\\d+)?(?:(?:\\^|\\*\\*?)\\d+)?';
const fractions: Record<string, string> = {
  '1/2': '.5',
  '1/4': '.25',
  '3/4': '.75',
  '1/8': '.125',
  '3/8': '.375',
  '5/8': '.625',
  '7/8': '.875',
};
/** Dates with the year first or last, for each sign between their parts. */
const dates = ['-', '/', '\\.'].flatMap((sign) => [
  `\\d{4}${sign}\\d{1,2}${sign}\\d{1,2}(?!\\d)`,
  `\\d{1,2}${sign}\\d{1,2}${sign}(?:\\d{4}|\\d{2})(?!\\d)`,
]);
const portion = '(?:[135]/8|7/8|[13]/4|1/2|\\d(?:\\.\\d+)?)';
/** The doses of a day, such as 1-0-1 or 1+0+1: one number, because their order says when to take them. */
const daily = `(?<![\\d.])${portion}\\s*([-+])\\s*${portion}(?:\\s*\\1\\s*${portion}){1,2}(?![.,/]?\\d)`;
const dailyPattern = new RegExp(`^${daily}$`);
const numberPattern = new RegExp(
  [
    ...dates,
    daily,
    '\\d{1,3}\\s+(?:[135]/8|7/8|[13]/4|1/2|[12]/3)(?!\\d|/)',
    groupWithBlank,
    `${plainNumber}(?:\\s*/\\s*${plainNumber}|:\\d+)*`,
    '\\.\\d+',
  ].join('|'),
  'g',
);

/** Splits a date into its three parts; undefined for another number. */
function toDateParts(numberText: string): string[] | undefined {
  const [separator = ''] = /[-/.]/.exec(numberText) ?? [];
  const parts = separator ? numberText.split(separator) : [];
  return parts.length === 3 && parts.every((part) => /^\d{1,4}$/.test(part)) ? parts : undefined;
}

/** Spells a number as it is compared. */
function toValue(numberText: string): string {
  if (dailyPattern.test(numberText))
    return numberText
      .split(/[-+]/)
      .map((part) => toValue(part.trim()))
      .join('-');
  const [first = '', second = '', third = ''] = toDateParts(numberText) ?? [];
  if (third) {
    const [day, month, year] = first.length === 4 ? [third, second, first] : [first, second, third];
    return [day, month, year.length === 2 ? `20${year}` : year].map(Number).join('/');
  }
  const [mixed, whole = '', part = ''] = /^(\d+)\s+(\d\/\d)$/.exec(numberText) ?? [];
  if (mixed) return fractions[part] ? toValue(`${whole}${fractions[part]}`) : `${Number(whole)} ${part}`;
  if (/^\d{1,2}:00$/.test(numberText)) return String(Number.parseInt(numberText, 10));
  const parts = numberText
    .replace(/\s(?=\d{3}\b)/g, '')
    .split(/[/:]/)
    .map((part) => toPlainValue(part.trim()));
  if (parts.length === 1) return parts[0] ?? '';
  const joined = parts.join(numberText.includes('/') ? '/' : ':');
  return fractions[joined] ? `0${fractions[joined]}` : joined;
}

const ordinalEndings =
  'वें वीं वां वाँ वा वी वे व्या তম ম ষ্ঠ வது ஆவது ஆம் வ మ మా వ వી વા મા મી ನೇ ನೆಯ ാം ആം واں ویں'.split(' ');
const ordinal = new RegExp(`^(?:(?:st|nd|rd|th)(?![a-z])|\\s?-?(?:${anyOf(ordinalEndings)})(?=[\\s-]))`, 'i');

const gap = /[ \t]*-?[ \t]*\(?[ \t]*/y;

const shortLitre = new RegExp(`(?:${anyOf(wordsAfterSlash.map(([word]) => word))})[.\u0970]`, 'y');

function unitAt(text: string, at: number, lexicon = units()): { unit: Unit; end: number } | undefined {
  const word = findWord(lexicon, text, at);
  if (word) return { unit: word.value, end: word.end };
  // Without its dot, such a word can be a verb.
  const end = endOf(shortLitre, text, at);
  return end === undefined ? undefined : { unit: { name: 'L', kind: 'measure' }, end };
}

const uncounted = new Set(['beat', 'cell']);

/** Reads the unit that begins at a place, with what it is measured by. */
function readUnit(text: string, start: number): { unit?: TokenUnit; end: number } {
  const first = unitAt(text, start);
  let end = first?.end ?? start;
  const per: Unit[] = [];
  for (;;) {
    const after = endOf(perPattern, text, end);
    const next = after !== undefined && after > end ? unitAt(text, after, unitsAfterSlash()) : undefined;
    if (!next) break;
    per.push(next.unit);
    end = next.end;
  }
  // An old way to write it: 12 mg% is 12 mg/dL.
  const isPerCent = first && per.length === 0 && /^m?g$/.test(first.unit.name) && text[end] === '%';
  if (isPerCent) end += 1;
  const measuredBy = isPerCent
    ? ['dL']
    : per.filter(({ kind }) => kind !== 'time' && kind !== 'count').map(({ name }) => name);
  const perTime = per.find(({ kind }) => kind === 'time')?.name;
  const numerator = first && !uncounted.has(first.unit.name) ? first.unit.name : '';
  const name = [numerator, ...measuredBy].join('/') || (perTime && !first ? `/${perTime}` : '');
  if (!name) return { end: first ? end : start };
  const kind = measuredBy.length > 0 ? 'result' : (first?.unit.kind ?? 'measure');
  return { unit: { name, kind, perTime }, end };
}

const percentBefore = new RegExp(`(?:%|(?:${anyOf(['ಶೇಕಡಾ', 'ಶೇಕಡ', 'ಶೇ', 'শতকরা', 'शेकडा'])})[.]?)\\s*$`);
const percent: TokenUnit = { name: '%', kind: 'result', perTime: undefined };

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const monthBefore = new RegExp(
  `(?:^|[^a-z])(?:${months})[a-z]*[.,]?\\s*(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s+)?$`,
  'i',
);

function orderOf({
  numberText,
  unit,
  before,
}: {
  numberText: string;
  unit?: TokenUnit;
  before: string;
}): NumberToken['order'] {
  if (dailyPattern.test(numberText)) return 'doses of a day';
  return !unit && /^(?:19|20)\d\d$/.test(numberText) && monthBefore.test(before) ? 'year' : undefined;
}

/** A number with its place in the text. */
type Found = { token: NumberToken; start: number; end: number };

function readToken(text: string, match: RegExpExecArray): Found {
  const textBefore = (at: number) => text.slice(Math.max(0, at - 20), at);
  const isWithoutZero = match[0].startsWith('.') && !/[\p{L}\p{M}\d]$/u.test(textBefore(match.index));
  const numberText = match[0].startsWith('.') ? match[0].slice(1) : match[0];
  const start = match.index + (match[0].length - numberText.length);
  const sign = signBefore(textBefore(isWithoutZero ? match.index : start));
  let value = toValue(isWithoutZero ? `0.${numberText}` : numberText);
  let end = start + numberText.length;
  if (text[end] === '+' && !/\d/.test(text[end + 1] ?? '')) {
    value += '+';
    end += 1;
  }
  end += ordinal.exec(text.slice(end, end + 10))?.[0].length ?? 0;
  const afterGap = endOf(gap, text, end) ?? end;
  const multiplier = findWord(multiplierWords(), text, afterGap) ?? findPower(text, end);
  if (multiplier && /^[\d.]+$/.test(value)) {
    value = shift(value, multiplier.value);
    end = multiplier.end;
  }
  const numberEnd = end;
  const unitStart = endOf(gap, text, end) ?? end;
  const read = readUnit(text, unitStart);
  const unit = read.unit ?? (percentBefore.test(textBefore(start)) ? percent : undefined);
  const unitEnd = read.unit ? read.end : end;
  const shown = `${sign}${isWithoutZero ? '.' : ''}${text.slice(start, unitEnd)}`;
  const token = {
    value: `${sign}${value}`,
    start,
    end: numberEnd,
    unit,
    order: orderOf({ numberText, unit, before: textBefore(start) }),
    rangeUnit: undefined,
    findSpelledSign: () => findSpelledSign(text, { start, end: numberEnd, unitEnd }),
    text: shown.replace(/\s+/g, ' ').trim().normalize('NFC'),
    listNearUnits: () => new Set<string>(),
  };
  return { token, start, end: unitEnd };
}

const sentenceEnd = /[!?;\n\u0964\u0965\u06d4]|\.(?=\s|$)/;
/** At most one word or a dash stands between the two numbers of a range. */
const rangeGap = /^(?:-|-?\s?[\p{L}\p{M}]+)$/u;

/** Checks whether a number is a time of day, or names a day or week as in "day 1": it begins no range. */
function isMoment(text: string, { start, end }: Pick<Found, 'start' | 'end'>): boolean {
  if (text.slice(start, end).includes(':')) return true;
  const before = text.slice(Math.max(0, start - 20), start).trimEnd();
  const [word = ''] = /[\p{L}\p{M}]+$/u.exec(before) ?? [];
  return word !== '' && unitAt(before, before.length - word.length)?.unit.kind === 'time';
}

/** Lists the numbers of a text with their units, in order. */
export function readNumbers(source: string): NumberToken[] {
  const text = toPlainSpelling(source);
  const found: Found[] = [];
  numberPattern.lastIndex = 0;
  for (let match = numberPattern.exec(text); match; match = numberPattern.exec(text)) {
    const kindAfter = unitAt(text, endOf(gap, text, numberPattern.lastIndex) ?? 0)?.unit.kind;
    match[0] = toOneNumber(match[0], text.slice(Math.max(0, match.index - 2), match.index), kindAfter);
    const read = readToken(text, match);
    // A power of ten is read with its number.
    numberPattern.lastIndex = Math.max(match.index + match[0].length, read.end);
    found.push(read);
  }
  return found.map(({ token, start, end }, at) => {
    const next = found[at + 1];
    const between = text.slice(end, next?.start);
    const isRange =
      !token.unit &&
      !token.order &&
      next !== undefined &&
      rangeGap.test(between.trim()) &&
      !isMoment(text, { start, end });
    return {
      ...token,
      rangeUnit: isRange ? next.token.unit : undefined,
      listNearUnits: once(() => {
        const before =
          text
            .slice(found[at - 1]?.end ?? 0, start)
            .split(sentenceEnd)
            .at(-1) ?? '';
        return listUnitsIn(`${before} | ${between.split(sentenceEnd)[0] ?? ''}`);
      }),
    };
  });
}

/** Lists the names of the units in a text. */
function listUnitsIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const { index } of text.matchAll(/[\p{L}%\u00b0][\p{L}\p{M}]*/gu)) {
    const unit = unitAt(text, index);
    if (unit) names.add(unit.unit.name);
  }
  return names;
}
