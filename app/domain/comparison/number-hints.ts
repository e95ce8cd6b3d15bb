import { languageCodes } from '~/i18n/language-codes';
import { callWords, dailyWords, hourWords, nameWords } from './number-hint-words';
import { once, toPlainValue } from './number-spellings';
import { type NumberToken, readNumbers } from './number-tokens';
import { toPlainSpelling } from './word-lexicon';

/** Units of what is taken, besides those of the kinds of doses. */
const takenUnits = ['L', 'mL', 'kcal'];
/** Whole numbers up to it without a unit count things or belong to names: "2 findings", "type 2". */
const smallMax = 12;
/** From here on, a number may be printed in thousands or lakhs, and is often rounded. */
const largeMin = 10_000;
const phoneDigits = 10;
const covidYear = '19';

/** The characters before and after a number that say what it is. */
const reach = 60;

/** A number of a review with the text around it. */
type Place = { token: NumberToken; numberText: string; before: string; after: string };

/**
 * Lists the numbers of a review that its report does not print, as they are written there, in Latin
 * digits. Doses, limits, spans of time, dates, phone numbers and parts of names are left out.
 *
 * @param printed the numbers of the report, as `listPrintedNumbers` returns them.
 */
export function findUnprintedNumbers(review: string, printed: string[]): string[] {
  const text = toPlainSpelling(review);
  const printedValues = new Set(printed);
  const numbers = printed.map(Number);
  const unprinted = readNumbers(review).flatMap((token) => {
    const { start, end } = token;
    const numberText = text.slice(start, end).trim();
    const [before, after] = [text.slice(Math.max(0, start - reach), start), text.slice(end, end + reach)];
    const place = { token, numberText, before, after };
    if (exemptions.some((isExempt) => isExempt(place))) return [];
    const isPrinted = readingsOf(place).some((parts) =>
      parts.every((part) => printedValues.has(part) || isPrintedAs(part, numbers)),
    );
    return isPrinted ? [] : [numberText];
  });
  return [...new Set(unprinted)];
}

/** Lists the parts of a number, such as those of 130/80; twice if its comma may be a decimal sign. */
function readingsOf({ token, numberText }: Place): string[][] {
  const parts = token.value.replace(/^[^\d.]+|\+$/g, '').split(/[/:]/);
  return [parts, ...(isCommaUnclear(numberText) ? [[toPlainValue(numberText.replace(',', '.'))]] : [])];
}

const isCommaUnclear = (number: string) => /^[1-9]\d{0,2},\d{3}$/.test(number);

/** Checks whether a number of a review is printed, may be rounded, in thousands or lakhs. */
function isPrintedAs(part: string, printed: number[]): boolean {
  const value = Number(part);
  const [, decimals = ''] = part.split('.');
  const isLarge = value >= largeMin;
  let step = isLarge ? 1 : 10 ** -decimals.length;
  while (isLarge && value % (step * 10) === 0 && step * 100 < value) step *= 10;
  const isSame = (number: number) => Math.abs(number - value) <= step * 0.500001;
  return printed.some(
    (number) =>
      isSame(number) ||
      ((isLarge || number >= largeMin) &&
        scales.some((scale) => isSame(number * scale) || isSame(number / scale))),
  );
}

const scales = [1e3, 1e5];

const exemptions: ((place: Place) => boolean)[] = [
  isUnreadable,
  isLimit,
  isDose,
  isTime,
  isDate,
  isPhone,
  isName,
  isCount,
];

/** Checks whether a number is a limit, as in "below 7", and not a finding. */
function isLimit({ token }: Place): boolean {
  return /^[<>\u2264\u2265]/.test(token.value) || token.findSpelledSign() !== undefined;
}

/** Checks whether a number is no plain one: a power, a fraction apart from its number, or an ordinal. */
function isUnreadable({ token: { value }, numberText }: Place): boolean {
  const isOrdinal = /[\p{L}\p{M}]$/u.test(numberText) && /^\d{1,2}$/.test(value);
  return isOrdinal || !/^[\d./:]+$/.test(value.replace(/^[^\d.]+|\+$/g, ''));
}

function isDose({ token: { unit, rangeUnit, order }, before, after }: Place): boolean {
  const { name = '', kind } = unit ?? rangeUnit ?? {};
  if (order === 'doses of a day' || kind === 'dose' || kind === 'form' || kind === 'count') return true;
  if (takenUnits.includes(name) || name.endsWith('/kg')) return true;
  // A medicine with its strength alone: "Tab. Telma 40", "Dolo 650 twice".
  return (
    !kind &&
    (dailyWords.test(after) || /\b(?:tab|tablet|cap|capsule|inj|syp|syrup)\.?\s+\S+\s+$/i.test(before))
  );
}

function isTime({ token: { unit, rangeUnit }, numberText, before, after }: Place): boolean {
  if (unit?.kind === 'time' || rangeUnit?.kind === 'time' || hourWords().test(after)) return true;
  // A titre begins with 1.
  if (/^(?:0\d|[2-9]|1\d|2[0-3]):[0-5]\d$/.test(numberText)) return true;
  return !unit && /^(?:day|week|month|year|hour)$/i.test(lastWordOf(before));
}

function isDate({ token: { value, unit }, numberText, before, after }: Place): boolean {
  if (unit) return false;
  if (/^\d+\/\d+\/\d+$/.test(value) || /^(?:19|20)\d\d$/.test(numberText)) return true;
  const [first = 0, second = 0] = value.split('/').map(Number);
  if (value.includes('/')) return first <= 31 && second <= 12;
  if (!/^\d{1,2}$/.test(value) || first > 31) return false;
  const [, next = ''] = /^[\s,.-]*(?:of\s+)?([\p{L}\p{M}]+)/u.exec(after) ?? [];
  return isMonth(next) || isMonth(lastWordOf(before));
}

const lastWordOf = (before: string) => /([\p{L}\p{M}]+)[\s,.-]*$/u.exec(before)?.[1] ?? '';

const monthNames = once(() =>
  languageCodes.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, at) => toPlainSpelling(format.format(Date.UTC(2026, at))));
    }),
  ),
);

/** Checks whether a word names a month. Only scripts without capitals add endings to it. */
const isMonth = (word: string) =>
  monthNames().some((name) =>
    /^[A-Z]/.test(name) ? word === name : word === name || (name.length > 3 && word.startsWith(name)),
  );

function isPhone({ token: { unit }, numberText, before, after }: Place): boolean {
  const rest = /^[\d\s-]*/.exec(after)?.[0] ?? '';
  const start = /[+\d\s-]*$/.exec(before)?.[0] ?? '';
  const run = `${start}${numberText}${rest}`.trim();
  const digits = run.replace(/\D/g, '').length;
  if (!unit && /^\+?\d+(?:[\s-]\d+)*$/.test(run) && digits >= phoneDigits) return true;
  return (
    !unit && /^\d{3,}$/.test(numberText) && (callWords().before.test(before) || callWords().after.test(after))
  );
}

function isName({ token: { unit, value }, numberText, before, after }: Place): boolean {
  // No dioptres, but a way to look at a heart or a child.
  if (/^[234]D\b/.test(numberText + after)) return true;
  if (unit || numberText.includes('.')) return false;
  if (/[\p{L}\p{M}]-?$/u.test(before) || /^(?:-?[A-Za-z]|\([A-Z])/.test(after)) return true;
  if (/\bCA\s(?:\d+-)?$/.test(before)) return true;
  if (Number(value) > smallMax && value !== covidYear) return false;
  return /(?:^|[\s(])[A-Z]\s$/.test(before) || nameWords().test(before);
}

/** Checks whether a number counts things or numbers the lines of a list. */
function isCount({ token: { unit, rangeUnit }, numberText, before, after }: Place): boolean {
  if (!/^\d+$/.test(numberText) || Number(numberText) > smallMax) return false;
  if (/(?:^|\n)[\s(]*$/.test(before) && /^[.)]/.test(after)) return true;
  if (unit || rangeUnit) return false;
  return !/[=:]\s*$/.test(before) && /^[\s-]*[\p{L}\p{M}]/u.test(after);
}

const dateOrTime =
  /\d{1,4}(?:-\d{1,2}-|\/\d{1,2}\/|\.\d{1,2}\.)\d{2,4}(?!\d)|(?<!\d)(?:0\d|[2-9]|1\d|2[0-3]):[0-5]\d(?::\d\d)?(?!\d)/g;

/**
 * Lists the numbers that the text of a report prints, as `findUnprintedNumbers` compares them,
 * without dates, times and long numbers such as telephones.
 */
export function listPrintedNumbers(text: string): string[] {
  const plain = toPlainSpelling(text).replace(/\^\d+/g, '').replace(dateOrTime, ' ');
  const hasDecimalComma = /(?<![\d.,])\d{1,3},\d{1,2}(?![\d,])/.test(plain);
  // Spaced letters can leave a blank beside a decimal sign.
  const spaced = [...plain.matchAll(/(?<!\d)\d{1,7}(?: [.,]|[.,] )\d{1,7}/g)].map(([number]) =>
    number.replace(' ', ''),
  );
  const printedTexts = [...plain.matchAll(/\d(?:[\d.,]*\d)?/g)].map(([number]) => number);
  const numbers = [...printedTexts, ...spaced].flatMap((number) => [
    toPlainValue(number),
    ...(hasDecimalComma && isCommaUnclear(number) ? [toPlainValue(number.replace(',', '.'))] : []),
  ]);
  return [...new Set(numbers)].filter((number) => number.length < phoneDigits);
}
