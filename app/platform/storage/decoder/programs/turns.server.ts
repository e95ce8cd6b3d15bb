/**
 * The account a file is decoded for, and its urgency. Waiting accounts take turns, and urgent work
 * goes before all other work. It is read when the next turn is assigned, so a waiting file can
 * become urgent.
 */
export type Turn = { accountId: string; isUrgent: boolean };

export type DecoderTurns = {
  /** Resolves once a place is free, with a function that releases it. Call that function once. */
  take(turn: Turn): Promise<() => void>;
  /** Checks whether work waits that is at least as urgent as the given turn. */
  isAwaited(turn: Turn): boolean;
  /** Counts the jobs that wait for a place. */
  waiting(): number;
};

type Waiting = { turn: Turn; go(endTurn: () => void): void };

/**
 * Opens a queue with `places` slots. An account holds at most one of them, so that the rest stay
 * free for other accounts. Work without an account (an empty `accountId`) may hold several.
 *
 * @param options.onIdle called when all places are free again.
 */
export function openDecoderTurns({ places, onIdle }: { places: number; onIdle(): void }): DecoderTurns {
  const queue: Waiting[] = [];
  // The number of each account's last turn, counted since the queue was last idle.
  const served = new Map<string, number>();
  const holders = new Set<string>();
  let turnCount = 0;
  let busy = 0;

  /** Checks whether a waiting job goes before one that arrived earlier. */
  function isBefore({ turn }: Waiting, other: Waiting | undefined): boolean {
    if (!other || turn.isUrgent !== other.turn.isUrgent) return turn.isUrgent;
    return (served.get(turn.accountId) ?? 0) < (served.get(other.turn.accountId) ?? 0);
  }

  const canStart = ({ accountId }: Turn) => busy < places && !holders.has(accountId);

  function givePlace({ accountId }: Turn): () => void {
    busy += 1;
    turnCount += 1;
    served.set(accountId, turnCount);
    if (accountId !== '') holders.add(accountId);
    return () => {
      busy -= 1;
      holders.delete(accountId);
      startNext();
    };
  }

  function startNext(): void {
    const ready = queue.filter(({ turn }) => canStart(turn));
    const next = ready.reduce((first, other) => (isBefore(other, first) ? other : first), ready[0]);
    if (next) {
      queue.splice(queue.indexOf(next), 1);
      next.go(givePlace(next.turn));
    }
    if (busy > 0) return;
    served.clear();
    onIdle();
  }

  return {
    take(turn) {
      if (canStart(turn)) return Promise.resolve(givePlace(turn));
      return new Promise((resolve) => queue.push({ turn, go: resolve }));
    },
    isAwaited: ({ isUrgent }) => queue.some(({ turn }) => turn.isUrgent || !isUrgent),
    waiting: () => queue.length,
  };
}
