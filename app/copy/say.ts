import { answers } from './answers';
import { type CopyKey, type CopyValues, en, type Language } from './en';
import { fill } from './show';
import { staff } from './staff';

/** Every sentence in English: those of the pages and those of the answers. */
export const sentences = { ...en, ...staff, ...answers };

const catalogues: Record<Language, Record<CopyKey, string>> = { en: sentences };

/**
 * Any sentence in a language, for the doors; a page has `show`. In: its key and what fills the placeholders. Out: the sentence; a
 * placeholder without value stays as it is.
 */
export function say(language: Language, key: CopyKey, values?: CopyValues): string {
  return fill(language, catalogues[language][key], values);
}

/** Whether a text is the key of a sentence, as the messages of schemas are. */
export function isCopyKey(text: string): text is CopyKey {
  return Object.hasOwn(catalogues.en, text);
}
