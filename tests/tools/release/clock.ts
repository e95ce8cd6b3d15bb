/** A time at which nobody has the product yet: what is stored says nothing of when it was made. */
const firstMorning = Date.UTC(2025, 2, 3, 3, 30);

export const [minuteMs, hourMs] = [60_000, 3_600_000];
const dayMs = 24 * hourMs;

let now = firstMorning;
const RealDate = Date;

/** From here on `Date` tells the time of the clinic in place of the machine's. */
export function setUpClock() {
  globalThis.Date = class extends RealDate {
    constructor(...said: unknown[]) {
      super(...((said.length > 0 ? said : [now]) as [number]));
    }
    static override now() {
      return now;
    }
  } as DateConstructor;
}

/** Lets some of the clinic's time pass. */
export function pass(ms: number) {
  now += ms;
}

/** Goes on to the morning of a day of the clinic, the first being 0. */
export function morningOf(day: number) {
  now = Math.max(now, firstMorning + day * dayMs);
}
