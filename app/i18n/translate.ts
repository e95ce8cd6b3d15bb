import { messagesByLanguage } from './catalogues';
import { type Language, languages } from './languages';
import type { MessageKey, MessageValues, ServerValues } from './message-keys';
import { fillPlaceholders, readMessagesWith, toLocale } from './t';

readMessagesWith((language) => messagesByLanguage[language]);

/** Every sentence in English. */
export const sentences = messagesByLanguage.en;

/**
 * Returns any sentence in a language, for the channels; a page uses `translateOnPage`.
 *
 * @param values the values of the placeholders.
 * @returns the sentence; a placeholder without a value stays as it is.
 */
export function translate(language: Language, key: MessageKey, values: ServerValues = {}): string {
  return fillPlaceholders(language, messagesByLanguage[language][key], nameValues(language, values));
}

/** Replaces the codes of languages and scripts by their names. */
function nameValues(language: Language, values: ServerValues): MessageValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'object' || 'seconds' in value) return [name, value];
      if ('language' in value) return [name, languages[value.language].name];
      const scriptNames = new Intl.DisplayNames(toLocale(language), { type: 'script' });
      return [name, scriptNames.of(value.script) ?? value.script];
    }),
  );
}

/** Checks whether a text is the key of a sentence, as the messages of schemas are. */
export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(sentences, text);
}

/**
 * Returns the sentences of a page that carries its own, keyed by the part of their keys after the
 * dot.
 *
 * @param page the part before the dot.
 * @returns the unfilled sentences.
 */
export function pageSentences<Page extends PageOwn>(language: Language, page: Page): Sentences<Page> {
  const entries = Object.entries(messagesByLanguage[language]).filter(([key]) => key.startsWith(`${page}.`));
  return Object.fromEntries(
    entries.map(([key, sentence]) => [key.slice(page.length + 1), sentence]),
  ) as Sentences<Page>;
}

type PageOwn =
  | 'secondFactorPage'
  | 'passkeysPage'
  | 'changesSeen'
  | 'ownDid'
  | 'staffDid'
  | 'emailName'
  | 'keysPage'
  | 'checklist'
  | 'whileWaiting'
  | 'toDo';
type Sentences<Page extends PageOwn> = Record<NameIn<Page, MessageKey>, string>;
type NameIn<Page extends string, Key> = Key extends `${Page}.${infer Name}` ? Name : never;
