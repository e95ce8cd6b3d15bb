/**
 * Characters and their replacement. PostgreSQL searches for each in turn, so the list stays short.
 */
type Alike = [from: string, to: string];

/** A text or a pattern, and its replacement. */
type Spelling = [from: string, to: string];

/** Signs that people type for one another. They are replaced first, since NFKD takes some apart. */
export const alikeSigns: Alike[] = [
  ['‘’‛`´ʹʻʼ′՚＇', "'"],
  ['‐‑‒–—―−﹣－', '-'],
];

/** Letters that people type for one another, after NFKD and in lower case. */
export const alikeLetters: Alike[] = [
  // Latin letters whose stroke is not an accent; the Greek sigma at the end of a word.
  ['ø', 'o'],
  ['đð', 'd'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ŧ', 't'],
  ['ς', 'σ'],
  // Urdu: Arabic keyboards have letters of their own, and people type ہ for ھ and ۃ.
  ['يى', 'ی'],
  ['ك', 'ک'],
  ['هةھەۃ', 'ہ'],
  ['ٱ', 'ا'],
  // Devanagari and Gujarati: people often leave out the moon over a bindu.
  ['\u0901', '\u0902'],
  ['\u0a81', '\u0a82'],
  // Assamese keyboards have a ra of their own.
  ['ৰ', 'র'],
  // Tamil: the second half of the sign au looks like la, and Sri is written with either sa.
  ['\u0bd7', 'ள'],
  ['ஶ', 'ஸ'],
];

/**
 * Patterns that are replaced before spellings, in the syntax that JavaScript and PostgreSQL share.
 * PostgreSQL caches 32 compiled patterns and recompiles any more for each row, so the list stays
 * short.
 */
export const noisePatterns: Spelling[] = [
  // Joiners and other invisible marks.
  [
    '[\\u00ad\\u034f\\u061c\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff]+',
    '',
  ],
  ['[\\u0009-\\u000d\\u001c-\\u0020\\u0085\\u1680\\u2028\\u2029]+', ' '],
  // Urdu: hamza, vowel marks, and the bar that lengthens a word.
  [
    '[\\u0610-\\u061a\\u0621\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]+',
    '',
  ],
  // The nukta: people type ज for ज़. In Bengali it forms separate letters and stays.
  ['[\\u093c\\u0abc\\u0cbc]+', ''],
  ['(?<=[a-z])[\\u0300-\\u036f]+', ''],
];

/** Spellings of one sound, in the order of replacement. */
export const alikeSpellings: Spelling[] = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['þ', 'th'],
  // The ra of Bengali, typed as ba with a dot, and the ta that ends a syllable.
  ['\u09ac\u09bc', 'র'],
  ['ৎ', 'ত্'],
  // Vowels typed in two parts.
  ['अा', 'आ'],
  ['अे', 'ए'],
  ['अै', 'ऐ'],
  ['एे', 'ऐ'],
  ['अॉ', 'ऑ'],
  ['अो', 'ओ'],
  ['अौ', 'औ'],
  ['ॲ', 'अॅ'],
  ['\u093e\u0947', '\u094b'],
  ['\u093e\u0948', '\u094c'],
  ['অা', 'আ'],
  ['અા', 'આ'],
  ['અૅ', 'ઍ'],
  ['અે', 'એ'],
  ['અૈ', 'ઐ'],
  ['અૉ', 'ઑ'],
  ['અો', 'ઓ'],
  ['અૌ', 'ઔ'],
  ['\u0abe\u0ac7', '\u0acb'],
  ['\u0abe\u0ac8', '\u0acc'],
  ['అా', 'ఆ'],
  ['ఒౌ', 'ఔ'],
  ['\u0c46\u0c3e', '\u0c4a'],
  ['ಒೌ', 'ಔ'],
  ['ಉಾ', 'ಊ'],
  ['அா', 'ஆ'],
  ['\u0d12\u0d57', 'ഔ'],
  ['\u0d07\u0d57', 'ഈ'],
  ['\u0d09\u0d57', 'ഊ'],
  ['\u0d12\u0d3e', 'ഓ'],
  ['\u0d0e\u0d46', 'ഐ'],
  // Malayalam: the old and the new sign au; chillu letters, formerly typed with a joiner.
  ['\u0d46\u0d57', '\u0d57'],
  ['ൺ', 'ണ്'],
  ['ൻ', 'ന്'],
  ['ർ', 'ര്'],
  ['ൎ', 'ര്'],
  ['ൽ', 'ല്'],
  ['ൾ', 'ള്'],
  ['ൿ', 'ക്'],
  ['\u0d4d\u0d4d', '\u0d4d'],
];

/** Replaces a nasal before a consonant of its own row by an anusvara: हिन्दी and हिंदी. */
function nasalsOf(block: number): Spelling {
  const letter = (place: number) => String.fromCodePoint(block + place);
  const nasals = [0x19, 0x1e, 0x23, 0x28, 0x2e].map(
    (place) => `${letter(place)}${letter(0x4d)}(?=[${letter(place - 4)}-${letter(place - 1)}])`,
  );
  return [nasals.join('|'), letter(0x02)];
}

/** Patterns that are replaced last, one for each script with an anusvara. */
export const nasalPatterns = [0x900, 0x980, 0xa80, 0xc00, 0xc80, 0xd00].map(nasalsOf);
