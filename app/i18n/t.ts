import { clinicTime, memoize, zoneNameAt } from './clinic-time';
import { defaultLanguage, type Language, languages } from './languages';
import type { MessageKey, MessageValues } from './message-keys';

type Words = Readonly<Record<string, string>>;

const loadedWords = new Map<Language, Words>();
let fetchAll: (() => Promise<void>) | undefined;

/**
 * Registers the sentences of a language for `translateOnPage`. A browser registers those that came
 * with its page.
 */
export function registerMessages(language: Language, words: Words): void {
  loadedWords.set(language, { ...loadedWords.get(language), ...words });
}

let read: ((language: Language) => Words) | undefined;

/**
 * Sets the function by which the server reads the sentences of a language; it caches all of them.
 */
export function readMessagesWith(reading: (language: Language) => Words): void {
  read = reading;
}

/** Sets the function by which a browser fetches the sentences that did not come with the page. */
export function fetchMissingWith(fetching: () => Promise<void>): void {
  let under: Promise<void> | undefined;
  fetchAll = () => {
    under ??= fetching().then(
      () => {
        fetchAll = undefined;
      },
      (error: unknown) => {
        under = undefined;
        throw error;
      },
    );
    return under;
  };
}

/**
 * Returns a sentence of the pages in a language.
 *
 * @param values the values of the placeholders.
 * @returns as `fill`. If a browser does not have the sentence yet, rendering suspends until it has
 *   arrived.
 */
export function translateOnPage(language: Language, key: MessageKey, values?: MessageValues): string {
  const sentence = find(language, key);
  if (sentence !== undefined) return fillPlaceholders(language, sentence, values);
  if (fetchAll) throw fetchAll();
  return key;
}

/** Checks whether a loaded sentence has this key. */
export function isPageKey(language: Language, text: string): text is MessageKey {
  return find(language, text) !== undefined;
}

function find(language: Language, key: string) {
  const words = loadedWords.get(language) ?? read?.(language) ?? loadedWords.get(defaultLanguage);
  return words && Object.hasOwn(words, key) ? words[key] : undefined;
}

// {name}, or {name, plural, one {# page} other {# pages}}: the part of the ICU message format that
// these sentences need.
const placeholder = /\{(\w+)(?:, plural,((?:\s*[\w=]+ \{[^{}]*\})+)\s*)?\}/g;

/**
 * Fills the placeholders of a sentence.
 *
 * @returns the sentence; a placeholder without value stays as it is.
 */
export function fillPlaceholders(language: Language, sentence: string, values: MessageValues = {}): string {
  return sentence.replace(placeholder, (whole, name: string, forms?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (typeof value === 'object') return span(language, value.seconds);
    if (forms && typeof value === 'number') return plural(language, value, forms);
    return typeof value === 'number' ? formatNumber(language, value) : value;
  });
}

function plural(language: Language, value: number, forms: string) {
  const byName = new Map(
    [...forms.matchAll(/([\w=]+) \{([^{}]*)\}/g)].map(([, name = '', text = '']) => [name, text]),
  );
  const form = byName.get(`=${value}`) ?? byName.get(new Intl.PluralRules(language).select(value));
  return (form ?? byName.get('other') ?? '').replaceAll('#', formatNumber(language, value));
}

/**
 * Returns the locale of a language, with the Latin digits that phones, codes and laboratories use
 * all over India.
 */
export const toLocale = (language: Language) => (language === 'en' ? 'en-GB' : `${language}-IN-u-nu-latn`);

/** Returns an `Intl` formatter, created once for each language. */
function formatter<Made>(language: Language, kind: string, make: (locale: string) => Made): Made {
  return memoize(`${kind} in ${language}`, () => make(toLocale(language)));
}

/** Formats a number in the reader's grouping, such as 1,00,000. */
export function formatNumber(language: Language, value: number): string {
  return formatter(language, 'number', (locale) => new Intl.NumberFormat(locale)).format(value);
}

type Span = [unit: string, seconds: number, below: number];
const longestSpan: Span = ['day', 86_400, Number.POSITIVE_INFINITY];
const wholeHour: Span = ['hour', 3600, 172_800];
const spans: Span[] = [['second', 1, 120], ['minute', 60, 7200], wholeHour, longestSpan];

/**
 * Formats a span of time in words, rounded up: seconds below two minutes, minutes below two hours,
 * hours below two days, else days. Exactly one hour is shown as an hour.
 */
function span(language: Language, seconds: number) {
  const isHour = seconds === wholeHour[1];
  const [unit, length] = isHour ? wholeHour : (spans.find(([, , below]) => seconds < below) ?? longestSpan);
  const format = (locale: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return formatter(language, `span ${unit}`, format).format(Math.ceil(seconds / length));
}

/**
 * Formats a day as `dd MMM yyyy` (docs/requirements.md#limits), such as 05 Mar 2026. Uses the
 * clinic's clock, not the phone's. A date without a time is the same day everywhere.
 *
 * @param iso a date or a moment in ISO 8601.
 */
export function formatDay(language: Language, iso: string): string {
  const timeZone = iso.length === 10 ? 'UTC' : clinicTime().zone;
  const parts = { day: '2-digit', month: 'short', year: 'numeric', timeZone } as const;
  const format = formatter(
    language,
    `day in ${timeZone}`,
    (locale) => new Intl.DateTimeFormat(locale, parts),
  );
  const textOfPart = Object.fromEntries(
    format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
  // British English writes Sept; MMM has three letters.
  return `${textOfPart.day} ${language === 'en' ? textOfPart.month?.slice(0, 3) : textOfPart.month} ${textOfPart.year}`;
}

/**
 * Formats a moment with its zone, such as 05 Mar 2026, 15:30 IST. Uses the clinic's clock, as
 * `formatDay`.
 *
 * @param iso a moment in ISO 8601.
 */
export const formatMoment = (language: Language, iso: string): string =>
  `${formatDay(language, iso)}, ${formatClock(language, iso)} ${zoneNameAt(Date.parse(iso))}`;

/** Formats the time of a moment, such as 14:05, on the clinic's clock. */
export function formatClock(language: Language, iso: string): string {
  const timeZone = clinicTime().zone;
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const format = formatter(
    language,
    `clock in ${timeZone}`,
    (locale) => new Intl.DateTimeFormat(locale, parts),
  );
  return format.format(new Date(iso));
}

const minuteMs = 60_000;
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 24],
  ['day', Number.POSITIVE_INFINITY],
];

/**
 * Formats the time since a moment, such as 3 days ago.
 *
 * @param iso a moment in ISO 8601.
 * @param now milliseconds since 1970.
 * @returns whole minutes, hours or days.
 */
export function formatAgo(language: Language, iso: string, now: number): string {
  let amount = Math.max(0, Math.floor((now - Date.parse(iso)) / minuteMs));
  const format = (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const [unit, most] of steps) {
    if (amount < most) return formatter(language, 'ago', format).format(-amount, unit);
    amount = Math.floor(amount / most);
  }
  return '';
}

/** Joins several things in one sentence, such as A, B and C. */
export function formatList(language: Language, things: string[]): string {
  return formatter(language, 'list', (locale) => new Intl.ListFormat(locale)).format(things);
}

/**
 * Returns the name of a language in the reader's language, such as Hindi; in its own script if the
 * runtime has no name for it.
 */
export function formatLanguage(language: Language, code: Language): string {
  const name = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' }).of(code);
  return formatter(language, `name of ${code}`, name) ?? languages[code].name;
}
