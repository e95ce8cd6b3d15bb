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
