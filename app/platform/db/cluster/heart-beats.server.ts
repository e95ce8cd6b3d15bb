import type { Turns } from '~/platform/db/core/engine';
import { OperatorError, troubleOf } from '~/platform/errors.server';
import { logIncident } from '~/platform/observability/log.server';
import { enter } from './entrance.server';
import { type Process, removeServer, renewServer } from './server-rows.server';

const beatEveryMs = 5000;

/**
 * Renews somebody's row on the database every five seconds. One that was not seen for a while, as
 * the database was gone or the machine stood still, comes in anew: meanwhile others may have come
 * that it cannot be beside. Takes the turns of the database, who, and what to do where there is no
 * room any more.
 *
 * @returns what ends it and takes the row out.
 */
export function startBeats(
  turns: Turns,
  own: Process,
  onRefused: (error: OperatorError) => void,
): { stop(): Promise<void> } {
  let beat: Promise<void> | undefined;
  const beatNow = async () => {
    try {
      if (await renewServer(turns.run, own)) return;
      await turns.inTurn((run) => enter(run, own, { isBack: true }));
    } catch (error) {
      if (error instanceof OperatorError) onRefused(error);
      // A database that is gone says so elsewhere; the next beat tries again.
      else if (!troubleOf(error)) logIncident('server.beat', error);
    }
  };
  const timer = setInterval(() => {
    beat ??= beatNow().finally(() => {
      beat = undefined;
    });
  }, beatEveryMs).unref();
  return {
    async stop() {
      clearInterval(timer);
      await beat;
      await removeServer(turns.run, own.process).catch((error: unknown) => {
        if (!troubleOf(error)) throw error;
      });
    },
  };
}
