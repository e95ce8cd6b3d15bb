import { eq, sql } from 'drizzle-orm';
import { findNewestEntryAt } from '~/domain/audit/newest-entry.server';
import { changeFeed } from '~/platform/db/core/tables/changes.server';
import { db, isDatabaseShared, selectChangesEnd } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';
import { note } from '~/platform/observability/log.server';

/** The time of the newest entry of the audit log, and when this process first saw it, by a clock that nobody sets. */
let newest = { time: 0, seenAt: 0 };
let hasWarned = false;

/**
 * Reads the time that decides about alerts, the same on every server: the clock of PostgreSQL. SQLite
 * has none of its own; there it is the server's, but never before what the audit log has.
 */
export async function readLadderTime(): Promise<Date> {
  if (isDatabaseShared()) return readDatabaseTime();
  const lastAt = (await findNewestEntryAt())?.getTime() ?? 0;
  const clock = Date.now();
  // The time goes on from a newest entry that is ahead of the clock: it never stops.
  if (lastAt !== newest.time) newest = { time: lastAt, seenAt: performance.now() };
  const atLeast = lastAt + performance.now() - newest.seenAt;
  const isBehind = lastAt > clock + minuteMs;
  if (isBehind && !hasWarned)
    note('clock.behind', {
      message: `The clock says ${new Date(clock).toISOString()}, but the newest entry of the audit log is of ${new Date(lastAt).toISOString()}. Alerts go by the log. Correct the clock.`,
    });
  hasWarned = isBehind;
  return new Date(isBehind ? atLeast : Math.max(clock, lastAt));
}

async function readDatabaseTime(): Promise<Date> {
  const end = sql.identifier('changes_end');
  const [row] = await db()
    .select({ now: sql<number>`${end}.${sql.identifier('now')}`.mapWith(Number) })
    .from(changeFeed)
    .innerJoin(sql`(${selectChangesEnd()}) as ${end}`, eq(changeFeed.id, 1));
  return new Date(row?.now ?? Date.now());
}
