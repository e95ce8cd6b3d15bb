import { type Column, gt, lte, or } from 'drizzle-orm';

/** Longer than an e-mail, an event or a digest ever waits for its next try. */
const longestWaitMs = 25 * 3_600_000;

/**
 * Builds the condition that the time of a next try has come. A time further ahead than any wait was
 * written while the clock was ahead, and has come as well.
 */
export const hasCome = (column: Column, now: Date) =>
  or(lte(column, now), gt(column, new Date(now.getTime() + longestWaitMs)));
