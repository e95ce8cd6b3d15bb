import { accounts } from './accounts';
import { audit } from './audit';
import { desk } from './desk';
import { emails } from './emails';
import { experts } from './experts';
import { messages } from './messages';
import { people } from './people';
import { profile } from './profile';
import { questions } from './questions';
import { reports } from './reports';
import { sending } from './sending';
import { site } from './site';
import { system } from './system';

/**
 * Every sentence in English, spelled as the requirements spell it. `{name}` is filled in; `{wait}`
 * is a span of time, written out in the reader's language; `{n, plural, one {# page} other {#
 * pages}}` follows the number.
 */
export const en = {
  site,
  messages,
  accounts,
  profile,
  reports,
  desk,
  questions,
  people,
  experts,
  audit,
  system,
  sending,
  emails,
};

type Namespace = keyof typeof en;
type KeyOf<Part> = Part extends Namespace ? keyof (typeof en)[Part] : never;

/** The key of any sentence there is, but those of e-mails. */
export type MessageKey = KeyOf<Exclude<Namespace, 'emails'>>;
export type MessageValues = Record<string, string | number | { seconds: number }>;

/** What a language has of a namespace. What is missing is said in English. */
export type Messages<Part extends Namespace> = { readonly [Key in keyof (typeof en)[Part]]?: string };
/** What a language has to say. */
export type Catalogue = { readonly [Part in Namespace]: Messages<Part> };
export type { Language } from '~/i18n/languages';
