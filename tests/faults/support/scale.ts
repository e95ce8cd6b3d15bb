import { isShort } from '../../support/short-form.ts';

const leastMinutes = 10;

/** True in the full suite (`npm run suite -- faults`), false in the short one of `npm test`. */
export const isFull = !isShort;

/** Returns the number for the full suite or for the short one. */
export const roundCount = (full: number, short: number) => (isFull ? full : short);

/**
 * Returns the timeout of a test in milliseconds: ten minutes, or in the full suite three times
 * `minutes` if that is more.
 */
export const timeoutFor = (minutes: number) => Math.max(leastMinutes, isFull ? 3 * minutes : 0) * 60_000;

/** Prints the figures of a test in the given order. */
export function printFigures(fault: string, values: Record<string, number | string>) {
  const parts = Object.entries(values).map(([name, value]) => `${value} ${name}`);
  process.stdout.write(`  ${fault}: ${parts.join(', ')}\n`);
}

/** Returns a generator of numbers between 0 and 1 that repeats in every run (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let next = Math.imul(state ^ (state >>> 15), 1 | state);
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next;
    return ((next ^ (next >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the median of a list. */
export function median(numbers: number[]) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
