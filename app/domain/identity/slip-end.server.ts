import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, requireChange, type Step } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { type AuditAction, slipReasons } from '~/platform/enums';

/** Days for which the one-time password of a slip opens the account of a patient. */
const slipDays = 14;
/** Days for which the one-time password of a new admin opens their account. */
const adminSlipDays = 7;
/** Log-ins with it that may leave it in place. The next one is refused. */
const maxSlipLogIns = 3;

/** The actions that give out a one-time password. */
export const slipIssues: AuditAction[] = [
  'account.openedFor',
  'admin.added',
  ...slipReasons.map((reason) => `slip.${reason}` as const),
];

type Account = Pick<typeof users.$inferSelect, 'id' | 'mustChangePassword'>;

/** Finds the entry of the audit log with which the one-time password of an account was given out. */
async function findIssue(accountId: string) {
  const [entry] = await db()
    .select({ id: audit.id, at: audit.at, action: audit.action })
    .from(audit)
    .where(and(eq(audit.objectId, accountId), inArray(audit.action, slipIssues)))
    .orderBy(desc(audit.id))
    .limit(1);
  return entry;
}

/** Returns when a one-time password ends that was given out at a time. */
export const endOfSlip = (issuedAt: Date, isOfAdmin = false): Date =>
  new Date(issuedAt.getTime() + (isOfAdmin ? adminSlipDays : slipDays) * dayMs);

const isOver = ({ at, action }: { at: Date; action: AuditAction }) =>
  endOfSlip(at, action === 'admin.added') <= new Date();

const selectLogIns = (accountId: string, since: number) =>
  db()
    .select({ logIns: count() })
    .from(audit)
    .where(
      and(
        eq(audit.objectId, accountId),
        eq(audit.actorId, accountId),
        eq(audit.action, 'session.opened'),
        gt(audit.id, since),
      ),
    );

/** Returns the refusal of the right one-time password of a slip that has ended. */
export const slipOverRefusal = () => new Refusal('wrongPassword', 'login.failed', { hint: 'login.slipOver' });

/**
 * Requires that the one-time password of an account has not ended: with its days, or with the third
 * log-in that did not replace it.
 *
 * @returns the steps that refuse a log-in that comes fourth, whatever runs beside it. They belong
 *   after the lock of the account.
 * @throws Refusal: `wrongPassword`.
 */
export async function requireOpenSlip({ id, mustChangePassword }: Account): Promise<Step[]> {
  if (!mustChangePassword) return [];
  const issue = await findIssue(id);
  if (!issue) return [];
  const logIns = selectLogIns(id, issue.id);
  const [row] = await logIns;
  if (isOver(issue) || (row?.logIns ?? 0) >= maxSlipLogIns) throw slipOverRefusal();
  return [
    requireChange(
      db()
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), sql`(${logIns}) < ${maxSlipLogIns}`)),
    ),
  ];
}

/**
 * Requires that the days of a slip are not over, before its password is replaced in a session that
 * it opened.
 *
 * @throws Refusal: `conflict`.
 */
export async function requireSlipInTime({ id, mustChangePassword }: Account): Promise<void> {
  if (!mustChangePassword) return;
  const issue = await findIssue(id);
  if (issue && isOver(issue)) throw new Refusal('conflict', 'login.slipOver');
}
