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
 * Details of a browser test that only the whole form runs (`npm run e2e`). Another browser test or
 * a cheaper one proves its rule; this test shows one more way to reach it.
 */
export const whole = { tag: '@whole' };
