import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { Refusal } from '~/domain/kernel/refusal';
import { sameContentMinutes } from '~/domain/report/report-constants';
import { reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { db, type Statement } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';

/**
 * Builds the refusal of a report that exceeds the account's quota. Its message says how to make
 * room.
 */
export const quotaRefusal = () =>
  new Refusal('tooLarge', 'upload.quota', { values: { megabytes: getSettings().ACCOUNT_QUOTA_MB } });

/**
 * Refuses an upload that exceeds the quota, before any of it is read. Files stored within the last
 * minutes do not count yet: one may be this very upload, sent again after the connection broke.
 *
 * @param bytes the announced size, which is a minimum.
 * @throws Refusal: `tooLarge`.
 */
export async function requireQuotaBefore(accountId: string, bytes: number): Promise<void> {
  await requireQuota(accountId, bytes, new Date(Date.now() - sameContentMinutes * 60_000));
}

/**
 * Refuses a report that exceeds the account's quota.
 *
 * @param storedBefore counts only files stored before this moment.
 * @throws Refusal: `tooLarge`.
 */
export async function requireQuota(accountId: string, bytes: number, storedBefore?: Date): Promise<void> {
  const storedBytes = await countStoredBytes(accountId, storedBefore);
  if (storedBytes + Math.max(1, bytes) > getSettings().accountQuotaBytes) throw quotaRefusal();
}

/**
 * Builds the same check as a select, to be wrapped in `requireChange` in the transaction that
 * creates the row. Under a lock of the account, simultaneous uploads cannot exceed the quota
 * together.
 */
export function withinQuota(accountId: string, bytes: number): Statement {
  const allowedBytes = getSettings().accountQuotaBytes - Math.max(1, bytes);
  const storedBytes = allBytes(eq(owner.patientId, accountId));
  return db()
    .select({ kept: storedBytes })
    .from(reports)
    .where(eq(reports.patientId, accountId))
    .having(sql`${storedBytes} <= ${allowedBytes}`);
}

const owner = alias(reports, 'owner');

/**
 * Sums the bytes of reports and of the files that were added to the reports that match a condition
 * on `owner`.
 */
function allBytes(ofAdded: SQL | undefined) {
  const added = db()
    .select({ bytes: sql`coalesce(sum(${reportFiles.bytes}), 0)` })
    .from(reportFiles)
    .innerJoin(owner, eq(owner.id, reportFiles.reportId))
    .where(ofAdded);
  return sql<number>`coalesce(sum(${reports.bytes}), 0) + (${added})`;
}

/** Sums the bytes of all files of an account's reports, or of those stored before a moment. */
async function countStoredBytes(accountId: string, before?: Date): Promise<number> {
  const [row] = await db()
    .select({
      bytes: allBytes(and(eq(owner.patientId, accountId), before && lt(reportFiles.addedAt, before))),
    })
    .from(reports)
    .where(and(eq(reports.patientId, accountId), before && lt(reports.createdAt, before)));
  return row?.bytes ?? 0;
}
