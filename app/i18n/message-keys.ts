import type { LanguageCode } from './language-codes';
import type { en } from './messages/en';

type Namespace = keyof typeof en;
type KeyOf<Part> = Part extends Namespace ? keyof (typeof en)[Part] : never;

/** The key of any sentence except those of e-mails. */
export type MessageKey = KeyOf<Exclude<Namespace, 'emails'>>;

/**
 * Values of a sentence, in ICU message syntax: `{name}` is filled in, `{wait}` is a span of time in
 * the reader's language, and `{n, plural, one {# page} other {# pages}}` follows the number.
 */
export type MessageValues = Record<string, MessageValue>;

type MessageValue = string | number | { seconds: number };

/**
 * Values of a sentence that the server says. It names languages as their readers do, and scripts,
 * by their codes of ISO 15924, and days, as YYYY-MM-DD, and moments, in ISO 8601, in the language of the
 * sentence.
 */
export type ServerValues = Record<
  string,
  MessageValue | { language: LanguageCode } | { script: string } | { day: string } | { moment: string }
>;

/** The sentences of a language. A missing one is shown in English. */
export type Catalogue = {
  readonly [Part in Namespace]: { readonly [Key in keyof (typeof en)[Part]]?: string };
};
