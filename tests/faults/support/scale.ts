import { isShort } from '../../support/short-form.ts';

const leastMinutes = 10;

/**
 * Tells whether the whole suite runs (`npm run suite -- faults`) or the short one that is part of
 * `npm test`.
 */
export const isFull = !isShort;

/** The number the whole suite takes, and the one the short suite takes. */
export const times = (full: number, short: number) => (isFull ? full : short);

/**
 * What ends a test that hangs, in milliseconds: ten minutes, of the whole suite three times as many
 * as are given where that is more.
 */
export const within = (minutes: number) => Math.max(leastMinutes, isFull ? 3 * minutes : 0) * 60_000;

/** Prints what a test counted, in the order it counted it. */
export function figures(fault: string, counted: Record<string, number | string>) {
  const said = Object.entries(counted).map(([name, value]) => `${value} ${name}`);
  process.stdout.write(`  ${fault}: ${said.join(', ')}\n`);
}

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
export function chances(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let next = Math.imul(state ^ (state >>> 15), 1 | state);
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next;
    return ((next ^ (next >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number of a list, in the middle of them by size. */
export function median(numbers: number[]) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
