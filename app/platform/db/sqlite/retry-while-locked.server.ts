import { setTimeout as wait } from 'node:timers/promises';
import { troubleOf } from '~/platform/errors.server';
import { currentRequest } from '~/platform/observability/request-context.server';

const maxWaitMs = 1500;

/**
 * Writes as soon as no other process does: tries again for 1.5 s, counted over the whole request,
 * while other requests go on. Takes what writes; where the database is held, it has done nothing
 * yet.
 *
 * @throws SQLITE_BUSY after that.
 */
export async function retryWhileLocked<Result>(write: () => Result): Promise<Result> {
  const spent = currentRequest() ?? { waitedMs: 0 };
  for (let pauseMs = 10; ; pauseMs = Math.min(100, 2 * pauseMs)) {
    try {
      return write();
    } catch (error) {
      if (troubleOf(error) !== 'busy' || spent.waitedMs >= maxWaitMs) throw error;
    }
    const since = performance.now();
    await wait(pauseMs);
    spent.waitedMs += performance.now() - since;
  }
}
