import { catalogueOf } from './catalogue-of';
import { type Language, languageCodes } from './languages';
import type { Catalogue, MessageKey } from './message-keys';
import { en } from './messages/en';

type Texts<Key extends string> = Readonly<Record<Key, string>>;

/** Something of each language, made when it is first needed and then kept. */
function whenNeeded<Made>(make: (language: Language) => Made): Record<Language, Made> {
  const made = new Map<Language, Made>();
  const get = (language: Language) => {
    const one = made.get(language) ?? make(language);
    made.set(language, one);
    return one;
  };
  const each = languageCodes.map((language) => [language, { enumerable: true, get: () => get(language) }]);
  return Object.defineProperties({}, Object.fromEntries(each)) as Record<Language, Made>;
}

/** What each language says so far; for the server alone. */
export const catalogues: Record<Language, Catalogue> = whenNeeded(catalogueOf);

/** In English where a language does not have it. */
const inEvery = <Key extends string>(textsOf: (catalogue: Catalogue) => Partial<Texts<Key>>) =>
  whenNeeded((language) => ({ ...textsOf(en), ...textsOf(catalogues[language]) }) as Texts<Key>);

/** Every sentence in every language. */
export const translations = inEvery<MessageKey>(({ emails, ...namespaces }) =>
  Object.assign({}, ...Object.values(namespaces)),
);

/** Every text of an e-mail in every language. */
export const emailTranslations = inEvery<keyof typeof en.emails>(({ emails }) => emails);
