import { answers } from './answers';
import { emails } from './emails';
import { pages } from './pages';
import { staff } from './staff';

/**
 * Every sentence in English. It is the type of all other languages, so that a missing or a misspelt
 * key fails the build. What a schema or a refusal names stands in `answers.ts`: no browser loads
 * it.
 */
export const en = { pages, staff, answers, emails };

/** A sentence a page can show by itself. */
export type PageKey = keyof typeof pages | keyof typeof staff;
/** Any sentence there is. */
export type MessageKey = PageKey | keyof typeof answers;
export type MessageValues = Record<string, string | number | { seconds: number }>;
/** What another language has to say. */
export type Catalogue = {
  [Part in keyof typeof en]: Record<keyof (typeof en)[Part], string>;
};
export type { Language } from '~/i18n/languages';
