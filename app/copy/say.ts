import { type Catalogue, type CopyKey, type CopyValues, en, type Language } from './en';

export const defaultLanguage: Language = 'en';

const catalogues: Record<Language, Catalogue> = { en };

/** A sentence in a language. In: its key and what fills the placeholders. Out: the sentence; a placeholder without value stays as it is. */
export function say(language: Language, key: CopyKey, values: CopyValues = {}): string {
  return catalogues[language][key].replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return typeof value === 'object' ? span(language, value.seconds) : String(value);
  });
}

/** Whether a text is a key of the catalogue, as the messages of schemas are. */
export function isCopyKey(text: string): text is CopyKey {
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
