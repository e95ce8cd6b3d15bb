import { and, eq, lt, sql } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import { sameContentMinutes } from '~/domain/reports/constants';
import { db, type Statement } from '~/platform/db/db.server';
import { reports } from '~/platform/db/tables.server';
import { getSettings } from '~/platform/env.server';

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
  const settled = new Date(Date.now() - sameContentMinutes * 60_000);
  if (!fits(await keptBytes(accountId, settled), bytes)) throw overQuota();
}

/**
 * Refuses a report that does not fit into what its account may keep.
 *
 * @throws Refusal: `tooLarge`.
 */
export async function requireQuota(accountId: string, bytes: number): Promise<void> {
  if (!fits(await keptBytes(accountId), bytes)) throw overQuota();
}

/**
 * The same as a select of the transaction that makes the row, to be wrapped in `requireChange`:
 * under a lock of the account, of several at once none gets past it.
 */
export function withinQuota(accountId: string, bytes: number): Statement {
  const left = getSettings().accountQuotaBytes - Math.max(1, bytes);
  return db()
    .select({ kept: allBytes })
    .from(reports)
    .where(eq(reports.patientId, accountId))
    .having(sql`${allBytes} <= ${left}`);
}

const allBytes = sql<number>`coalesce(sum(${reports.bytes}), 0)`;

const fits = (kept: number, bytes: number) => kept + Math.max(1, bytes) <= getSettings().accountQuotaBytes;

/** The bytes of the report files that an account keeps; with a moment, of those from before it. */
async function keptBytes(accountId: string, before?: Date): Promise<number> {
  const [row] = await db()
    .select({ bytes: allBytes })
    .from(reports)
    .where(and(eq(reports.patientId, accountId), before && lt(reports.createdAt, before)));
  return row?.bytes ?? 0;
}
