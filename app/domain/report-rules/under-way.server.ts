import { setTimeout as wait } from 'node:timers/promises';

type Piece = { stop(): void; over: Promise<unknown> };

const underWay = new Map<string, Piece>();
const stopsWithinMs = 5000;

/**
 * Ends the piece of a slot that this server is still receiving, once it has kept what arrived: who
 * asks after a slot, or sends its next piece, has given that one up, though its line may not be
 * known to be dead yet.
 */
export async function endOlder(slotId: string): Promise<void> {
  const older = underWay.get(slotId);
  if (!older) return;
  older.stop();
  const stopped = new AbortController();
  await Promise.race([older.over, wait(stopsWithinMs, undefined, { signal: stopped.signal })]).catch(
    () => undefined,
  );
  stopped.abort();
}

/** Does something with a piece that is arriving, which may be stopped meanwhile. */
export async function whileUnderWay<Result>(
  slotId: string,
  stop: () => void,
  act: () => Promise<Result>,
): Promise<Result> {
  const over = act();
  const piece = { stop, over };
  underWay.set(slotId, piece);
  try {
    return await over;
  } finally {
    if (underWay.get(slotId) === piece) underWay.delete(slotId);
  }
}
