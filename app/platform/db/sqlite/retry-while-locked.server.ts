import { setTimeout as wait } from 'node:timers/promises';
import { toTrouble } from '~/platform/errors.server';
import { currentRequest } from '~/platform/observability/request-context.server';

const maxWaitMs = 1500;

/**
 * Runs a write and retries it while another process holds the database, for at most 1.5 s over the
 * whole request. Other requests go on meanwhile.
 *
 * @param write the write; it has done nothing if the database is locked.
 * @throws SQLITE_BUSY after that time.
 */
export async function retryWhileLocked<Result>(write: () => Result): Promise<Result> {
  const spent = currentRequest() ?? { waitedMs: 0 };
  for (let pauseMs = 10; ; pauseMs = Math.min(100, 2 * pauseMs)) {
    try {
      return write();
    } catch (error) {
      if (toTrouble(error) !== 'busy' || spent.waitedMs >= maxWaitMs) throw error;
    }
    const since = performance.now();
    await wait(pauseMs);
    spent.waitedMs += performance.now() - since;
  }
}
