import type { LanguageCode } from '~/i18n/language-codes';
import type { Lexicon } from './lexicon';
import bn from './lexicons/bn.json' with { type: 'json' };
import en from './lexicons/en.json' with { type: 'json' };
import gu from './lexicons/gu.json' with { type: 'json' };
import hi from './lexicons/hi.json' with { type: 'json' };
import kn from './lexicons/kn.json' with { type: 'json' };
import ml from './lexicons/ml.json' with { type: 'json' };
import mr from './lexicons/mr.json' with { type: 'json' };
import ta from './lexicons/ta.json' with { type: 'json' };
import te from './lexicons/te.json' with { type: 'json' };
import ur from './lexicons/ur.json' with { type: 'json' };

/** The words of a language that texts are searched for. */
type LanguageLexicon = {
  /** The closed classes that translations are compared in. */
  words: Lexicon;
  /**
   * The words that name an emergency: those that urge to act, and illnesses. `checkedBy` names who
   * has checked them; null if nobody has.
   */
  emergency: Lexicon<'act' | 'illness' | 'other'>;
  emergencyCheckedBy: string | null;
};

/** The lexicon of each language. */
export const lexicons: Record<LanguageCode, LanguageLexicon> = { bn, en, gu, hi, kn, ml, mr, ta, te, ur };
