import { type Catalogue, en } from './en';
import type { Language } from './languages';

/** Every sentence in every language; for the server alone. */
export const catalogues: Record<Language, Catalogue> = {
  en,
  hi: en,
  bn: en,
  mr: en,
  te: en,
  ta: en,
  gu: en,
  kn: en,
  ml: en,
  ur: en,
};
