import type { Turns } from '~/platform/db/core/engine';
import { OperatorError, toTrouble } from '~/platform/errors.server';
import { logIncident } from '~/platform/observability/log.server';
import { registerServer } from './entrance.server';
import { type Process, readServers, removeServer, renewServer, type ServerRow } from './server-rows.server';

const beatEveryMs = 5000;

type BeatEvents = { onSeen?(rows: ServerRow[]): void; onRefused(error: OperatorError): void };

/**
 * Renews the row of a process every five seconds. If the database was away or the machine stood
 * still for a while, the process enters again: others may have come that it cannot run beside.
 *
 * @param events.onSeen called with the rows of all processes after each renewal.
 * @param events.onRefused called if there is no room any more.
 * @returns `stop`, which also removes the row.
 */
export function startBeats(
  turns: Turns,
  self: Process,
  { onSeen, onRefused }: BeatEvents,
): { stop(): Promise<void> } {
  let beat: Promise<void> | undefined;
  const beatNow = async () => {
    try {
      if (await renewServer(turns.run, self)) return onSeen?.(await readServers(turns.run));
      await turns.inTurn((run) => registerServer(run, self, { isBack: true }));
    } catch (error) {
      if (error instanceof OperatorError) onRefused(error);
      // A lost database is reported elsewhere; the next beat tries again.
      else if (!toTrouble(error)) logIncident('server.beat', error);
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
      await removeServer(turns.run, self.process).catch((error: unknown) => {
        if (!toTrouble(error)) throw error;
      });
    },
  };
}
