import lexicon from './lexicons/units.json' with { type: 'json' };

/**
 * The medical units that the number check knows, and their words in ten languages. In a word, `.`
 * stands for an optional dot or space, as in the abbreviations of Indian languages.
 */

/**
 * The kinds of units. The numbers of all units of a kind in `orderedKinds` have one order; otherwise
 * the numbers of each unit have one. Words of `looseKinds` may stand apart from their number.
 */
type UnitKind = 'result' | 'dose' | 'size' | 'measure' | 'time' | 'form' | 'count';

export const orderedKinds: readonly UnitKind[] = ['result', 'dose', 'size', 'form'];
export const looseKinds: readonly UnitKind[] = ['time', 'form', 'count'];

export type Unit = { name: string; kind: UnitKind };

/**
 * `prefixes` of metric units (milli, micro and so on), in each script; `bases` of metric units, with
 * the prefixes they are used with; `measures`, words that do not follow the metric pattern; and the
 * words of the other kinds.
 */
const { prefixes, bases, measures, results, times, forms, counts } = lexicon;

const doses = new Set('mg ug ng pg g U mU uU mEq mmol umol nmol pmol mol'.split(' '));
const sizes = new Set('mm cm m in ft um'.split(' '));
const kindOf = (name: string): UnitKind => (doses.has(name) ? 'dose' : sizes.has(name) ? 'size' : 'measure');

/** Words that follow a number and multiply it, by their power of ten. */
export const multipliers: [number, string][] = [
  [3, 'thousand हजार हज़ार হাজার ஆயிரம் వేల వేలు వెయ్యి હજાર ہزار ಸಾವಿರ ആയിരം'],
  [5, 'lakh lakhs lac lacs लाख লাখ লক্ষ லட்சம் இலட்சம் లక్ష લાખ لاکھ ಲಕ್ಷ ലക്ഷം ਲੱਖ ଲକ୍ଷ'],
  [6, 'million millions मिलियन দশ.লক্ষ মিলিয়ন மில்லியன் మిలియన్ મિલિયન ملین ಮಿಲಿಯನ್ ദശലക്ഷം മില്യൺ'],
  [7, 'crore crores करोड़ कोटी কোটি கோடி కోటి કરોડ کروڑ ಕೋಟಿ കോടി'],
];

/** Words between a unit and the unit it is counted by. */
export const perWords = 'per प्रति प्रती दर প্রতি ప్రతి પ્રતિ દર فی ಪ್ರತಿ ಪ್ರತೀ പ്രതി'.split(' ');

/** Short words that mean a unit only after a slash. */
export const wordsAfterSlash: [string, Unit][] = 'ली लि লি லி లీ లి લી લિ ಲೀ ಲಿ ലി ലീ ایل'
  .split(' ')
  .map((word) => [word, { name: 'L', kind: 'measure' }]);

const words = (text: string) => text.split(' ');

/** Lists every word of the lexicon with its unit. */
export function listUnitWords(): [string, Unit][] {
  const entries: [string, Unit][] = [];
  const add = (name: string, kind: UnitKind, unitWords: string[]) => {
    for (const word of unitWords) entries.push([word, { name, kind }]);
  };
  for (const [base, { with: fitting, words: baseWords }] of Object.entries(bases)) {
    add(base, kindOf(base), words(baseWords).flatMap(withPlural));
    for (const prefix of fitting.split(' ') as (keyof typeof prefixes)[]) {
      const combined = words(prefixes[prefix]).flatMap((first) =>
        words(baseWords).map((second) => `${first}.${second}`),
      );
      add(`${prefix}${base}`, kindOf(`${prefix}${base}`), combined.flatMap(withPlural));
    }
  }
  for (const [name, text] of Object.entries(measures)) add(name, kindOf(name), words(text));
  for (const [name, text] of Object.entries(results)) add(name, 'result', words(text));
  for (const [name, text] of Object.entries(times)) add(name, 'time', words(text));
  for (const [name, text] of Object.entries(forms)) add(name, 'form', words(text));
  for (const [name, text] of Object.entries(counts)) add(name, 'count', words(text));
  return entries;
}

const withPlural = (word: string) => (/^[a-z.]+$/.test(word) ? [word, `${word}s`] : [word]);
