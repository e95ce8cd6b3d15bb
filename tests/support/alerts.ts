import { eq, sql } from 'drizzle-orm';
import { alerts, quietTimes } from '~/platform/db/core/tables/alerts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';

/** Lets minutes pass for every report, alert and e-mail, by moving their times back. */
export async function passMinutes(minutes: number) {
  const ms = minutes * minuteMs;
  await execute(
    db()
      .update(reports)
      .set({
        createdAt: sql`${reports.createdAt} - ${ms}`,
        urgentAt: sql`${reports.urgentAt} - ${ms}`,
        claimedAt: sql`${reports.claimedAt} - ${ms}`,
        claimedUntil: sql`${reports.claimedUntil} - ${ms}`,
        hiddenUntil: sql`${reports.hiddenUntil} - ${ms}`,
      }),
  );
  await execute(
    db()
      .update(alerts)
      .set({
        since: sql`${alerts.since} - ${ms}`,
        dueAt: sql`${alerts.dueAt} - ${ms}`,
        acknowledgedAt: sql`${alerts.acknowledgedAt} - ${ms}`,
        patientToldAt: sql`${alerts.patientToldAt} - ${ms}`,
        endedAt: sql`${alerts.endedAt} - ${ms}`,
      }),
  );
  await execute(
    db()
      .update(quietTimes)
      .set({ at: sql`${quietTimes.at} - ${ms}`, until: sql`${quietTimes.until} - ${ms}` }),
  );
  await execute(
    db()
      .update(outbox)
      .set({ createdAt: sql`${outbox.createdAt} - ${ms}`, nextTryAt: sql`${outbox.nextTryAt} - ${ms}` }),
  );
}

/** Lists whom notifications of a kind were written to, with the number of reports that each names. */
export async function toldOf(letter: string) {
  const rows = await db().select().from(outbox).where(eq(outbox.letter, letter)).orderBy(outbox.id);
  return rows.map(({ recipient, facts }) => ({
    to: String(JSON.parse(recipient).address),
    ...(JSON.parse(facts) as { count?: number; reportId?: string }),
  }));
}

/** Reads the alert of an urgent report. */
export async function alertOf(reportId: string) {
  const rows = await db().select().from(alerts).where(eq(alerts.reportId, reportId)).orderBy(alerts.kind);
  return rows.find(({ kind }) => kind === 'urgent');
}
