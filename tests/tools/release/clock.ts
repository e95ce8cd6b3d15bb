/**
 * A time before the product's release, so that the stored data does not reveal when it was made.
 */
const firstMorning = Date.UTC(2025, 2, 3, 3, 30);

export const [minuteMs, hourMs] = [60_000, 3_600_000];
const dayMs = 24 * hourMs;

let now = firstMorning;
const RealDate = Date;

/** Replaces `Date` by the clinic's clock. */
export function setUpClock() {
  globalThis.Date = class extends RealDate {
    constructor(...args: unknown[]) {
      super(...((args.length > 0 ? args : [now]) as [number]));
    }
    static override now() {
      return now;
    }
  } as DateConstructor;
}

/** Advances the clinic's clock. */
export function pass(ms: number) {
  now += ms;
}

/** Advances to the morning of a day of the clinic. The first day is 0. */
export function morningOf(day: number) {
  now = Math.max(now, firstMorning + day * dayMs);
}
