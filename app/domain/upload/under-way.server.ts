import { setTimeout as wait } from 'node:timers/promises';

type Piece = { stop(): void; ended: Promise<unknown> };

const underWay = new Map<string, Piece>();
const stopsWithinMs = 5000;

/**
 * Stops the piece of a slot that this server is still receiving, once the part that arrived is
 * stored. A client that asks about a slot, or sends its next piece, has given up the current one,
 * even if the server has not noticed the dead connection yet.
 */
export async function endOlderPiece(slotId: string): Promise<void> {
  const olderPiece = underWay.get(slotId);
  if (!olderPiece) return;
  olderPiece.stop();
  const timer = new AbortController();
  await Promise.race([olderPiece.ended, wait(stopsWithinMs, undefined, { signal: timer.signal })]).catch(
    () => undefined,
  );
  timer.abort();
}

/** Runs an action on an arriving piece, which `endOlderPiece` may stop. */
export async function whileUnderWay<Result>(
  slotId: string,
  stop: () => void,
  act: () => Promise<Result>,
): Promise<Result> {
  const ended = act();
  const piece = { stop, ended };
  underWay.set(slotId, piece);
  try {
    return await ended;
  } finally {
    if (underWay.get(slotId) === piece) underWay.delete(slotId);
  }
}
