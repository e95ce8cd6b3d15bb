/**
 * Whether this is the short form, which `npm test` runs (`TESTS=short`); each suite's own command
 * runs all of it.
 */
export const isShort = process.env.TESTS === 'short';

/**
 * The ways in which the same is done, such as with and without script or on a phone and a desktop:
 * all of them, and in the short form the first.
 */
export function ways<const Way>(first: Way, ...others: Way[]): Way[] {
  return isShort ? [first] : [first, ...others];
}

/**
 * What a test of the browser is told that only the whole form runs (`npm run e2e`): another test
 * there or a cheaper one elsewhere proves the rule, and it shows one more way to come to it.
 */
export const whole = { tag: '@whole' };
