import { bn } from './bn';
import { type Catalogue, en } from './en';
import { gu } from './gu';
import { hi } from './hi';
import { kn } from './kn';
import type { Language } from './languages';
import { ml } from './ml';
import { mr } from './mr';
import { ta } from './ta';
import { te } from './te';
import { ur } from './ur';

/** Every sentence in every language; for the server alone. */
export const catalogues: Record<Language, Catalogue> = { en, hi, bn, mr, te, ta, gu, kn, ml, ur };
