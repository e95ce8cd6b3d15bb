import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { Refusal } from '~/domain/kernel/refusal';
import { sameContentMinutes } from '~/domain/report/report-constants';
import { reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { db, type Statement } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';

/**
 * The refusal of a report that does not fit into what its account may keep; its sentence says how
 * to make room.
 */
export const overQuota = () =>
  new Refusal('tooLarge', 'upload.quota', { values: { megabytes: getSettings().ACCOUNT_QUOTA_MB } });

/**
 * Refuses an upload that cannot fit, before anything of it is read. What was kept within the last
 * minutes does not count yet: it may be this very upload, sent again after a broken line. Takes
 * whose, and how many bytes are announced at least.
 *
 * @throws Refusal: `tooLarge`.
 */
export async function requireQuotaBefore(accountId: string, bytes: number): Promise<void> {
  await requireQuota(accountId, bytes, new Date(Date.now() - sameContentMinutes * 60_000));
}

/**
 * Refuses a report that does not fit into what its account may keep.
 *
 * @param keptBefore counts only what was kept before that moment.
 * @throws Refusal: `tooLarge`.
 */
export async function requireQuota(accountId: string, bytes: number, keptBefore?: Date): Promise<void> {
  const kept = await keptBytes(accountId, keptBefore);
  if (kept + Math.max(1, bytes) > getSettings().accountQuotaBytes) throw overQuota();
}

/**
 * The same as a select of the transaction that makes the row, to be wrapped in `requireChange`:
 * under a lock of the account, of several at once none gets past it.
 */
export function withinQuota(accountId: string, bytes: number): Statement {
  const left = getSettings().accountQuotaBytes - Math.max(1, bytes);
  const kept = allBytes(eq(owner.patientId, accountId));
  return db()
    .select({ kept })
    .from(reports)
    .where(eq(reports.patientId, accountId))
    .having(sql`${kept} <= ${left}`);
}

const owner = alias(reports, 'owner');

/** Sums up over reports, and with it what was added to the reports of a condition on `owner`. */
function allBytes(ofAdded: SQL | undefined) {
  const added = db()
    .select({ bytes: sql`coalesce(sum(${reportFiles.bytes}), 0)` })
    .from(reportFiles)
    .innerJoin(owner, eq(owner.id, reportFiles.reportId))
    .where(ofAdded);
  return sql<number>`coalesce(sum(${reports.bytes}), 0) + (${added})`;
}

/** The bytes of all files of an account's reports; with a moment, of those from before it. */
async function keptBytes(accountId: string, before?: Date): Promise<number> {
  const [row] = await db()
    .select({
      bytes: allBytes(and(eq(owner.patientId, accountId), before && lt(reportFiles.addedAt, before))),
    })
    .from(reports)
    .where(and(eq(reports.patientId, accountId), before && lt(reports.createdAt, before)));
  return row?.bytes ?? 0;
}
