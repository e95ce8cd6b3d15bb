import { catalogueOf } from './catalogue-of';
import { allLanguages, type Language } from './languages';
import type { Catalogue, MessageKey } from './message-keys';
import { en } from './messages/en';

type Texts<Key extends string> = Readonly<Record<Key, string>>;

/** Builds a record with one value per language, each made on first use and then cached. */
function whenNeeded<Made>(make: (language: Language) => Made): Record<Language, Made> {
  const valueByLanguage = new Map<Language, Made>();
  const get = (language: Language) => {
    const value = valueByLanguage.get(language) ?? make(language);
    valueByLanguage.set(language, value);
    return value;
  };
  const each = allLanguages.map((language) => [language, { enumerable: true, get: () => get(language) }]);
  return Object.defineProperties({}, Object.fromEntries(each)) as Record<Language, Made>;
}

/** The catalogue of each language as far as it is translated; server only. */
export const catalogues: Record<Language, Catalogue> = whenNeeded(catalogueOf);

/**
 * Fills the gaps of each language with English texts, and leaves out the digest of the English file
 * that each translated file has (scripts/lib/english-digests.mjs).
 */
const inEvery = <Key extends string>(textsOf: (catalogue: Catalogue) => Partial<Texts<Key>>) =>
  whenNeeded((language) => {
    const texts: Record<string, unknown> = { ...textsOf(en), ...textsOf(catalogues[language]) };
    const { $english: _, ...sentences } = texts;
    return sentences as Texts<Key>;
  });

/** Every sentence in every language. */
export const messagesByLanguage = inEvery<MessageKey>(({ emails, ...namespaces }) =>
  Object.assign({}, ...Object.values(namespaces)),
);

/** Every text of an e-mail in every language. */
export const emailTranslations = inEvery<keyof typeof en.emails>(({ emails }) => emails);
