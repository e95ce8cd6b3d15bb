/**
 * True in the short form, which `npm test` runs (`TESTS=short`); each suite's own command runs the
 * whole form.
 */
export const isShort = process.env.TESTS === 'short';

/**
 * Returns the variants of a test, such as with and without script or on a phone and a desktop: all
 * of them, or in the short form only the first.
 */
export function ways<const Way>(first: Way, ...others: Way[]): Way[] {
  return isShort ? [first] : [first, ...others];
}

/**
 * English, the language with the longest sentences, and one from right to left with the tallest
 * lines.
 */
const measuredLanguages: readonly string[] = ['en', 'ta', 'ur'];

/**
 * Returns the languages in which a browser test measures a page: all of them, or in the short form
 * three that differ most. Other tests prove that each language has its sentences.
 */
export function measuredIn<Language extends string>(languages: readonly Language[]): Language[] {
  return languages.filter((code) => !isShort || measuredLanguages.includes(code));
}

/**
 * Details of a browser test that only the whole form runs (`npm run e2e`). Another browser test or
 * a cheaper one proves its rule; this test shows one more way to reach it.
 */
export const whole = { tag: '@whole' };
