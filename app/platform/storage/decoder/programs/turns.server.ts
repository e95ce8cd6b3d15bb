/**
 * For whom a file is decoded. Accounts that wait take turns, and what is urgent goes before all
 * that is not. It is read when the next turn is given, so a file that waits can become urgent.
 */
export type Turn = { accountId: string; isUrgent: boolean };

export type Turns = {
  /** Resolves when a place is given; `pass` has to follow. */
  take(turn: Turn): Promise<void>;
  pass(): void;
  /** How many wait for a place. */
  waiting(): number;
};

type Waiting = { turn: Turn; go(): void };

/**
 * Gives so many places to those who ask, one after the other where there are more. Takes whom to
 * tell that all places are free again.
 */
export function openTurns({ places, onIdle }: { places: number; onIdle(): void }): Turns {
  const queue: Waiting[] = [];
  // When each account last had its turn, as a count of turns, since nothing was under way.
  const served = new Map<string, number>();
  let given = 0;
  let busy = 0;

  /** Whether one goes before another that came earlier. */
  function isBefore({ turn }: Waiting, other: Waiting | undefined): boolean {
    if (!other || turn.isUrgent !== other.turn.isUrgent) return turn.isUrgent;
    return (served.get(turn.accountId) ?? 0) < (served.get(other.turn.accountId) ?? 0);
  }

  return {
    async take(turn) {
      if (busy < places) busy += 1;
      else await new Promise<void>((resolve) => queue.push({ turn, go: resolve }));
      given += 1;
      served.set(turn.accountId, given);
    },
    pass() {
      const next = queue.reduce((first, other) => (isBefore(other, first) ? other : first), queue[0]);
      if (next) {
        queue.splice(queue.indexOf(next), 1);
        next.go();
        return;
      }
      busy -= 1;
      if (busy > 0) return;
      served.clear();
      onIdle();
    },
    waiting: () => queue.length,
  };
}
