import type { Language } from './languages';
import type { Catalogue } from './message-keys';
import { bn } from './messages/bn';
import { en } from './messages/en';
import { gu } from './messages/gu';
import { hi } from './messages/hi';
import { kn } from './messages/kn';
import { ml } from './messages/ml';
import { mr } from './messages/mr';
import { ta } from './messages/ta';
import { te } from './messages/te';
import { ur } from './messages/ur';

const all = { en, hi, bn, mr, te, ta, gu, kn, ml, ur } satisfies Record<Language, Catalogue>;

/**
 * Returns the catalogue of a language as far as it is translated; server only. A built server
 * replaces this module with one file per language, each read on first use
 * (scripts/vite/late-languages.ts).
 */
export const catalogueOf = (language: Language): Catalogue => all[language];
