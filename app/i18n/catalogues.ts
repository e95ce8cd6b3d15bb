import type { Language } from './languages';
import { bn } from './messages/bn';
import { type Catalogue, en } from './messages/en';
import { gu } from './messages/gu';
import { hi } from './messages/hi';
import { kn } from './messages/kn';
import { ml } from './messages/ml';
import { mr } from './messages/mr';
import { ta } from './messages/ta';
import { te } from './messages/te';
import { ur } from './messages/ur';

/** Every sentence in every language; for the server alone. */
export const catalogues: Record<Language, Catalogue> = { en, hi, bn, mr, te, ta, gu, kn, ml, ur };
