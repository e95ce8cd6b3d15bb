// Rates and times, taken in turn: every round measures each contender once, so that a busy machine
// slows all of them alike. A ratio is the median of the ratios within the rounds.
import autocannon from 'autocannon';

/** The middle of some numbers. */
export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/**
 * Measures contenders in turn. Takes functions by name, how many rounds.
 *
 * @returns by name what they gave, round by round.
 */
export async function inTurn(contenders, rounds) {
  const given = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  const names = Object.keys(contenders);
  for (let round = 0; round < rounds; round += 1) {
    // Each round begins with another one: nobody always runs on the heels of the same.
    for (let step = 0; step < names.length; step += 1) {
      const name = names[(step + round) % names.length];
      given[name].push(await contenders[name]());
    }
  }
  return given;
}

/** The median of one series over another, round by round. */
export const ratioOf = (ours, theirs) => median(ours.map((value, round) => value / theirs[round]));

/**
 * Answers a second of one address under load. Takes the address, headers, how many connections,
 * seconds; `body` and `method` for a call that writes; `nextPath` gives the path of each request
 * where they differ.
 *
 * @throws where an answer was none of the 200s.
 */
export async function rateOf({ url, headers, connections = 1, seconds, method = 'GET', body, nextPath }) {
  const began = performance.now();
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    method,
    body,
    timeout: 60,
    ...(nextPath && { requests: [{ setupRequest: (one) => ({ ...one, path: nextPath() }) }] }),
  });
  const wrong = result.non2xx + result.errors + result.timeouts;
  if (wrong > 0)
    throw new Error(`${wrong} of ${result['2xx'] + wrong} answers of ${new URL(url).pathname} were wrong`);
  return result['2xx'] / ((performance.now() - began) / 1000);
}

/** Returns a function that cycles through `path` + 1 … `last`. */
export function pagesInTurn(path, last) {
  let page = 0;
  return () => {
    page = (page % last) + 1;
    return `${path}${page}`;
  };
}

/** Milliseconds that some work takes. */
export async function timeOf(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The value that so much of some numbers lie below (0.99: the slowest hundredth). */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
