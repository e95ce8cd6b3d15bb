// Rates and times, measured in turn: every round measures each contender once, so that a busy
// machine slows all of them alike. A ratio is the median of the ratios within the rounds.
import autocannon from 'autocannon';

/** Returns the median of numbers. */
export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/**
 * Measures contenders in turn.
 *
 * @param contenders functions by name.
 * @param rounds the number of rounds.
 * @returns the results by name, one for each round.
 */
export async function inTurn(contenders, rounds) {
  const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  const names = Object.keys(contenders);
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with another contender, so that none always follows the same one.
    for (let step = 0; step < names.length; step += 1) {
      const name = names[(step + round) % names.length];
      results[name].push(await contenders[name]());
    }
  }
  return results;
}

/** Returns the median ratio of two series, round by round. */
export const ratioOf = (ours, theirs) => median(ours.map((value, round) => value / theirs[round]));

/**
 * Measures answers per second of one address under load.
 *
 * @param options `url`, `headers`, the number of `connections`, `seconds`; `body` and `method` for
 * a call that writes; `nextPath` returns the path of each request if they differ.
 * @throws if an answer is not a 2xx.
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
  const failures = result.non2xx + result.errors + result.timeouts;
  if (failures > 0)
    throw new Error(
      `${failures} of ${result['2xx'] + failures} answers of ${new URL(url).pathname} were wrong`,
    );
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

/** Measures the milliseconds that some work takes. */
export async function timeOf(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Returns the value below which a share of the numbers lies (0.99: the slowest hundredth). */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
