import { and, eq, exists, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { mayBeginWorkNow } from '~/domain/identity/registration-rule.server';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, type Statement } from '~/platform/db/db.server';

/** Milliseconds a claim lasts after the reader's last sign of life. */
export const claimMs = 30 * 60_000;

/**
 * Maximum number of claims of an expert at once. Reports whose patient has answered the expert's
 * question do not count.
 */
const maxClaims = 3;

type Row = Pick<typeof reports.$inferSelect, 'claimedBy' | 'claimedUntil'>;

/** Checks whether another expert than the viewer has claimed a report. */
export const isClaimedByOther = ({ claimedBy, claimedUntil }: Row, viewerId: string, now = Date.now()) =>
  claimedBy !== null && claimedBy !== viewerId && claimedUntil !== null && claimedUntil.getTime() > now;

/** Checks whether a viewer has claimed a report. `isClaimedBy` is the same rule as a condition. */
export const holdsClaim = (viewerId: string, { claimedBy, claimedUntil }: Row) =>
  claimedBy === viewerId && Number(claimedUntil) > Date.now();

/** Builds the condition that nobody has claimed a report. */
export const isFree = (now: Date): SQL | undefined =>
  or(isNull(reports.claimedBy), lte(reports.claimedUntil, now));

/**
 * Builds the condition that nobody but the viewer has claimed a report, checked at the moment of
 * the write.
 */
export const isFreeFor = (viewerId: string, now: Date): SQL | undefined =>
  or(isFree(now), eq(reports.claimedBy, viewerId));

/** Builds the condition that a viewer has claimed a report. */
export const isClaimedBy = (viewerId: string, now: Date): SQL | undefined =>
  and(eq(reports.claimedBy, viewerId), gt(reports.claimedUntil, now));

/** The columns of a report that nobody has claimed. */
export const noClaim = { claimedBy: null, claimedAt: null, claimedUntil: null, claimedAfter: null } as const;

/**
 * Builds the condition that a viewer holds a report that was opened by itself after their review of
 * another one, and has done nothing with it yet.
 *
 * @param reviewedId the ID of the report that they reviewed.
 */
export const isOpenedAfter = (viewerId: string, reviewedId: string, now: Date): SQL | undefined =>
  and(isClaimedBy(viewerId, now), eq(reports.claimedAfter, reviewedId));

/**
 * Builds the condition that a viewer may begin new work, and has fewer claims than allowed, not
 * counting the given report, or that this report is urgent.
 */
export const mayBeClaimed = (viewerId: string, reportId: string, now: Date): SQL | undefined =>
  and(mayBeginWorkNow(viewerId), or(isNotNull(reports.urgentAt), canClaimMore(viewerId, reportId, now)));

/**
 * Builds the condition that a viewer has fewer claims than allowed, not counting the given report.
 */
export function canClaimMore(viewerId: string, reportId: string, now: Date): SQL {
  // A claim after an answer lasts a day (`askerFirstHours`) and is not counted. Twice the usual time
  // includes claims that began while this statement waited for its turn.
  const [from, until] = [now.getTime(), now.getTime() + 2 * claimMs];
  return sql`(select count(*) from reports as held where held.claimed_by = ${viewerId} and held.id <> ${reportId}
    and held.status = 'Pending' and held.claimed_until > ${from} and held.claimed_until <= ${until}) < ${maxClaims}`;
}

/**
 * Builds the statement that ends all claims of an expert, for operations that take away the
 * expert's rights.
 */
export const releaseAllClaims = (expertId: string): Statement =>
  db().update(reports).set(noClaim).where(eq(reports.claimedBy, expertId));

/**
 * Builds the refusal for an expert who comes second. It names the reader and the seconds until the
 * claim ends.
 */
export async function takenBy({ claimedBy, claimedUntil }: Row): Promise<Refusal> {
  const [expert] = await db()
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, claimedBy ?? ''));
  const name = `${expert?.firstName ?? ''} ${expert?.lastName ?? ''}`.trim();
  const secondsLeft = Math.ceil(((claimedUntil?.getTime() ?? 0) - Date.now()) / 1000);
  return new Refusal('conflict', 'claim.taken', {
    code: 'claimTaken',
    values: { name },
    retryAfterSeconds: Math.max(1, secondsLeft),
  });
}

/** Builds the audit entry of a claim. */
export const claimAuditEntry = (viewerId: string, reportId: string) =>
  auditEntry({ action: 'report.claimed', actorId: viewerId, objectId: reportId });

/** Builds the condition that an expert has ever claimed a report, according to the audit log. */
export const hasClaimed = (expertId: string): SQL =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(audit)
      .where(
        and(eq(audit.objectId, reports.id), eq(audit.actorId, expertId), eq(audit.action, 'report.claimed')),
      ),
  );
