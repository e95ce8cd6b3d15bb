/**
 * For whom a file is decoded. Accounts that wait take turns, and what is urgent goes before all
 * that is not. It is read when the next turn is given, so a file that waits can become urgent.
 */
export type Turn = { accountId: string; isUrgent: boolean };

export type Turns = {
  /** Resolves once a place is free, with the function that gives it back; call that once. */
  take(turn: Turn): Promise<() => void>;
  /** Tells whether somebody waits for a place who is no less urgent than a turn that holds one. */
  isAwaited(turn: Turn): boolean;
  /** Counts those that wait for a place. */
  waiting(): number;
};

type Waiting = { turn: Turn; go(endTurn: () => void): void };

/**
 * Opens a queue with `places` slots. An account holds one of them at a time, so that the others
 * stay free for other accounts; work for no account (an empty `accountId`) may hold several.
 *
 * @param options.onIdle is called when all places are free again.
 */
export function openTurns({ places, onIdle }: { places: number; onIdle(): void }): Turns {
  const queue: Waiting[] = [];
  // When each account last had its turn, as a count of turns, since nothing was under way.
  const served = new Map<string, number>();
  const holders = new Set<string>();
  let given = 0;
  let busy = 0;

  /** Whether one goes before another that came earlier. */
  function isBefore({ turn }: Waiting, other: Waiting | undefined): boolean {
    if (!other || turn.isUrgent !== other.turn.isUrgent) return turn.isUrgent;
    return (served.get(turn.accountId) ?? 0) < (served.get(other.turn.accountId) ?? 0);
  }

  const canStart = ({ accountId }: Turn) => busy < places && !holders.has(accountId);

  function givePlace({ accountId }: Turn): () => void {
    busy += 1;
    given += 1;
    served.set(accountId, given);
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
