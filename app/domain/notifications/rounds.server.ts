import { describeErrorKind, note } from '~/platform/observability/log.server';

const roundEverySeconds = 15;
const wakeAfterMs = 100;

/** A worker that sends what is in the outbox, round after round. */
export type RoundWorker = {
  wake(): void;
  /** Waits for the round in progress. */
  stop(): Promise<void>;
};

const workers = new Set<RoundWorker>();

/**
 * Starts rounds: at once when woken, otherwise every 15 seconds. A round never begins before the last
 * one has ended, and a failed one is logged.
 *
 * @param run one round; `isStopped` is asked between two sendings.
 */
export function startRounds(run: (isStopped: () => boolean) => Promise<void>): RoundWorker {
  let round: Promise<void> | undefined;
  let shouldRunAgain = false;
  let hasStopped = false;
  const wake = () => {
    if (hasStopped) return;
    if (round) {
      shouldRunAgain = true;
      return;
    }
    round = run(() => hasStopped)
      .catch((error: unknown) => note('outbox.failed', describeErrorKind(error)))
      .finally(() => {
        round = undefined;
        if (shouldRunAgain) {
          shouldRunAgain = false;
          wake();
        }
      });
  };
  const timer = setInterval(wake, roundEverySeconds * 1000);
  timer.unref();
  const worker = {
    wake,
    async stop() {
      hasStopped = true;
      workers.delete(worker);
      clearInterval(timer);
      await round;
    },
  };
  workers.add(worker);
  wake();
  return worker;
}

/** Tells the workers that something was put in the outbox. The caller does not wait for them. */
export function wakeOutbox() {
  // Waits until well after the response: sending slows no request, and cannot be detected from
  // response times.
  setTimeout(() => {
    for (const { wake } of workers) wake();
  }, wakeAfterMs).unref();
}
