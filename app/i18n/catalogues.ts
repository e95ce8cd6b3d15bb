import { type Language, languageCodes } from './languages';
import { bn } from './messages/bn';
import { type Catalogue, en, type MessageKey } from './messages/en';
import { gu } from './messages/gu';
import { hi } from './messages/hi';
import { kn } from './messages/kn';
import { ml } from './messages/ml';
import { mr } from './messages/mr';
import { ta } from './messages/ta';
import { te } from './messages/te';
import { ur } from './messages/ur';

/** What each language says so far; for the server alone. */
export const catalogues: Record<Language, Catalogue> = { en, hi, bn, mr, te, ta, gu, kn, ml, ur };

type Texts<Key extends string> = Readonly<Record<Key, string>>;

/** In English where a language does not have it. */
const inEvery = <Key extends string>(textsOf: (catalogue: Catalogue) => Partial<Texts<Key>>) =>
  Object.fromEntries(
    languageCodes.map((language) => [language, { ...textsOf(en), ...textsOf(catalogues[language]) }]),
  ) as Record<Language, Texts<Key>>;

/** Every sentence in every language. */
export const translations = inEvery<MessageKey>(({ emails, ...namespaces }) =>
  Object.assign({}, ...Object.values(namespaces)),
);

/** Every text of an e-mail in every language. */
export const emailTranslations = inEvery<keyof typeof en.emails>(({ emails }) => emails);
