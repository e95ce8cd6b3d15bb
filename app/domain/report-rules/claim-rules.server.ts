import { and, eq, exists, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, type Statement } from '~/platform/db/db.server';

/** How long a report is kept for whoever reads it, from the last sign of life. */
export const leaseMs = 30 * 60_000;

/** The most reports an expert holds at once; those whose patient has answered them do not count. */
const mostClaims = 3;

type Row = Pick<typeof reports.$inferSelect, 'claimedBy' | 'claimedUntil'>;

/** Whether somebody else than a viewer reads a report right now. */
export const isTaken = ({ claimedBy, claimedUntil }: Row, viewerId: string, now = Date.now()) =>
  claimedBy !== null && claimedBy !== viewerId && claimedUntil !== null && claimedUntil.getTime() > now;

/** Tells whether a viewer holds a report right now. `isHeldBy` is the same rule as a condition. */
export const holds = (viewerId: string, { claimedBy, claimedUntil }: Row) =>
  claimedBy === viewerId && Number(claimedUntil) > Date.now();

/** The condition that nobody reads a report. */
export const isFree = (now: Date): SQL | undefined =>
  or(isNull(reports.claimedBy), lte(reports.claimedUntil, now));

/** The condition that nobody else reads a report, at the moment of the write itself. */
export const isFreeFor = (viewerId: string, now: Date): SQL | undefined =>
  or(isFree(now), eq(reports.claimedBy, viewerId));

/** The condition that a viewer holds a report right now. */
export const isHeldBy = (viewerId: string, now: Date): SQL | undefined =>
  and(eq(reports.claimedBy, viewerId), gt(reports.claimedUntil, now));

/** What stands in a row that nobody holds. */
export const unclaimed = { claimedBy: null, claimedAt: null, claimedUntil: null } as const;

/** The condition that a viewer holds fewer reports than they may, the one in question left out. */
export function mayHoldMore(viewerId: string, reportId: string, now: Date): SQL {
  // What an answer keeps for a day is held for longer than leases are, those among them that were
  // given while this one waited for its turn.
  const [from, until] = [now.getTime(), now.getTime() + 2 * leaseMs];
  return sql`(select count(*) from reports as held where held.claimed_by = ${viewerId} and held.id <> ${reportId}
    and held.status = 'Pending' and held.claimed_until > ${from} and held.claimed_until <= ${until}) < ${mostClaims}`;
}

/** The statement that frees whatever an expert holds; it belongs to what takes their rights. */
export const freeAllOf = (expertId: string): Statement =>
  db().update(reports).set(unclaimed).where(eq(reports.claimedBy, expertId));

/**
 * What is said to whoever comes second, with who reads the report and the seconds until it is free.
 */
export async function takenBy({ claimedBy, claimedUntil }: Row): Promise<Refusal> {
  const [expert] = await db()
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, claimedBy ?? ''));
  const name = `${expert?.firstName ?? ''} ${expert?.lastName ?? ''}`.trim();
  const left = Math.ceil(((claimedUntil?.getTime() ?? 0) - Date.now()) / 1000);
  return new Refusal('conflict', 'claim.taken', {
    code: 'claimTaken',
    values: { name },
    retryAfterSeconds: Math.max(1, left),
  });
}

/** The line of the audit log of a claim. */
export const claimNoted = (viewerId: string, reportId: string) =>
  auditEntry({ action: 'report.claimed', actorId: viewerId, objectId: reportId });

/** The condition that an expert has claimed a report at any time, as the audit log has it. */
export const hasClaimed = (expertId: string): SQL =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(audit)
      .where(
        and(eq(audit.objectId, reports.id), eq(audit.actorId, expertId), eq(audit.action, 'report.claimed')),
      ),
  );
