/** Gives a function that does so many things at once, and has others wait for their turn. */
export function inTurns(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
