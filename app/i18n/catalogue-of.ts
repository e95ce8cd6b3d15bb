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
 * What a language says so far; for the server alone. A built server has a file for each language in
 * place of this one, and reads it when it is first needed (scripts/vite/late-languages.ts).
 */
export const catalogueOf = (language: Language): Catalogue => all[language];
