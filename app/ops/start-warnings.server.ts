import { findNewestEntryAt } from '~/domain/audit/newest-entry.server';
import { dayMs, minuteMs } from '~/platform/durations';
import { note } from '~/platform/observability/log.server';

const maxAheadMs = 5 * minuteMs;
const maxPauseDays = 60;

/** The last day on which a version of Node gets security fixes (nodejs.org/en/about/previous-releases). */
const fixedUntil: Record<number, string> = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' };

type Machine = { uid: number | undefined; nodeVersion: string; now: number };

const thisMachine = (): Machine => ({
  uid: process.getuid?.(),
  nodeVersion: process.versions.node,
  now: Date.now(),
});

/**
 * Warns of what an operator should change although the server can run: root, a wrong clock, and a
 * Node without security fixes. The database has to be open, and nothing written by this start.
 */
export async function warnAtStart({ uid, nodeVersion, now } = thisMachine()): Promise<void> {
  if (uid === 0)
    note('server.asRoot', {
      message:
        'The server runs as root. Run it as an account without rights, as deploy/secondlook.service does.',
    });
  const major = Number.parseInt(nodeVersion, 10);
  const lastDay = fixedUntil[major];
  const isFixed = lastDay ? now < Date.parse(lastDay) + dayMs : major > 24;
  if (!isFixed)
    note('node.withoutFixes', {
      message: `Node ${nodeVersion} gets no more security fixes${lastDay ? ` since ${lastDay}` : ''}. Install Node 22 or 24.`,
    });
  warnOfClock(await findNewestEntryAt(), now);
}

function warnOfClock(newest: Date | undefined, now: number): void {
  if (!newest) return;
  const [written, present] = [newest, new Date(now)].map((time) => time.toISOString());
  if (newest.getTime() > now + maxAheadMs)
    note('clock.behind', {
      message: `The clock says ${present}, but the newest entry of the audit log is of ${written}. The clock is behind, or was ahead. Correct it: codes, links, deadlines and backups depend on it.`,
    });
  if (newest.getTime() < now - maxPauseDays * dayMs)
    note('clock.ahead', {
      message: `The clock says ${present}, but the newest entry of the audit log is of ${written}. If the clinic was used since, the clock is ahead. Correct it: codes, links, deadlines and backups depend on it.`,
    });
}
