import { translations } from './catalogues';
import type { Language } from './languages';
import type { MessageKey, MessageValues } from './message-keys';
import { fill, readMessagesWith } from './t';

readMessagesWith((language) => translations[language]);

/** Every sentence in English. */
export const sentences = translations.en;

/**
 * Any sentence in a language, for the channels; a page has `translateOnPage`. Takes its key and
 * what fills the placeholders.
 *
 * @returns the sentence; a placeholder without value stays as it is.
 */
export function translate(language: Language, key: MessageKey, values?: MessageValues): string {
  return fill(language, translations[language][key], values);
}

/** Whether a text is the key of a sentence, as the messages of schemas are. */
export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(sentences, text);
}

/**
 * The sentences of a page that carries its own, by the part of their keys after the dot. Takes the
 * part before it.
 *
 * @returns not filled in.
 */
export function sentencesOf<Page extends PageOwn>(language: Language, page: Page): Sentences<Page> {
  const own = Object.entries(translations[language]).filter(([key]) => key.startsWith(`${page}.`));
  return Object.fromEntries(
    own.map(([key, sentence]) => [key.slice(page.length + 1), sentence]),
  ) as Sentences<Page>;
}

type PageOwn = 'secondFactorPage' | 'letterName' | 'checklist' | 'whileWaiting';
type Sentences<Page extends PageOwn> = Record<NameIn<Page, MessageKey>, string>;
type NameIn<Page extends string, Key> = Key extends `${Page}.${infer Name}` ? Name : never;
