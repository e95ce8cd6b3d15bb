import { type Catalogue, type CopyValues, en, type Language, type PageKey } from './en';

export const defaultLanguage: Language = 'en';

const catalogues: Record<Language, Catalogue> = { en };

/** A sentence of the pages in a language. In: its key and what fills the placeholders. Out: as `fill`. */
export function show(language: Language, key: PageKey, values?: CopyValues): string {
  return fill(language, catalogues[language][key], values);
}

/** Fills the placeholders of a sentence. Out: the sentence; a placeholder without value stays as it is. */
export function fill(language: Language, sentence: string, values: CopyValues = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === 'object' ? span(language, value.seconds) : String(value);
  });
}

/** Whether a text is a key of the pages' catalogue. */
export function isPageKey(text: string): text is PageKey {
  return Object.hasOwn(en, text);
}

/** A span of time in words, rounded up: seconds below two minutes, minutes below two hours, else hours. */
function span(language: Language, seconds: number) {
  const [unit, length] = seconds < 120 ? ['second', 1] : seconds < 7200 ? ['minute', 60] : ['hour', 3600];
  return new Intl.NumberFormat(language, { style: 'unit', unit: String(unit), unitDisplay: 'long' }).format(
    Math.ceil(seconds / Number(length)),
  );
}

const months = new Map<string, Intl.DateTimeFormat>();

/** A day as `dd MMM yyyy` (specification §9), such as 05 Mar 2026. In: ISO 8601. The clinic's day, whatever the phone's clock. */
export function sayDay(language: Language, iso: string): string {
  let format = months.get(language);
  if (!format) {
    const parts = { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' } as const;
    format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, parts);
    months.set(language, format);
  }
  const found = Object.fromEntries(
    format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]),
  );
  // British English writes Sept; the specification's MMM has three letters.
  return `${found.day} ${language === 'en' ? found.month?.slice(0, 3) : found.month} ${found.year}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A day and the time of it, such as 05 Mar 2026, 15:30. In: ISO 8601. By the clock of the clinic, as `sayDay`. */
export function sayMoment(language: Language, iso: string): string {
  let format = clocks.get(language);
  if (!format) {
    const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Kolkata' } as const;
    format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, parts);
    clocks.set(language, format);
  }
  return `${sayDay(language, iso)}, ${format.format(new Date(iso))}`;
}
