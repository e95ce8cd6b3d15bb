import { and, desc, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import type { ExpertStanding } from './expert-constants';

type Row = Pick<
  typeof users.$inferSelect,
  'approved' | 'approvedAt' | 'suspendedAt' | 'rejectedAt' | 'standingReason' | 'createdAt'
>;

// The comparison with a value lets the database use the index of the experts.
const isApproved = eq(users.approved, true);
const isUnapproved = eq(users.approved, false);
const isOpen = sql`${users.suspendedAt} is null and ${users.rejectedAt} is null`;

/**
 * The condition of each status. It is literal text instead of parameters, so that SQLite knows that
 * the partial index of the experts contains every row.
 */
export const whereStatus: Record<ExpertStanding, SQL> = {
  pending: sql`${users.accountType} = 'Expert' and ${isUnapproved} and ${isOpen}`,
  approved: sql`${users.accountType} = 'Expert' and ${isApproved} and ${isOpen}`,
  suspended: sql`${users.accountType} = 'Expert' and ${isApproved} and ${users.suspendedAt} is not null`,
  rejected: sql`${users.accountType} = 'Expert' and ${isUnapproved} and ${users.rejectedAt} is not null`,
};

/**
 * Reads the row of an expert.
 *
 * @throws Refusal: `notFound`, also for an account that is not an expert's.
 */
export async function requireExpert(expertId: string): Promise<typeof users.$inferSelect> {
  const [expert] = await db()
    .select()
    .from(users)
    .where(and(eq(users.id, expertId), eq(users.accountType, 'Expert')));
  if (!expert) throw new Refusal('notFound', 'expert.notFound');
  return expert;
}

/**
 * Returns the status of an expert.
 *
 * @returns the status, its beginning, and the reason if an admin gave one.
 */
export function expertStatusOf(row: Row): {
  standing: ExpertStanding;
  since: Date | null;
  reason: string | null;
} {
  if (row.suspendedAt) return { standing: 'suspended', since: row.suspendedAt, reason: row.standingReason };
  if (row.rejectedAt) return { standing: 'rejected', since: row.rejectedAt, reason: row.standingReason };
  return row.approved
    ? { standing: 'approved', since: row.approvedAt, reason: row.standingReason }
    : { standing: 'pending', since: row.createdAt, reason: null };
}

type DoubtRow = Pick<Row, 'suspendedAt' | 'rejectedAt'> &
  Pick<typeof users.$inferSelect, 'answersInDoubt' | 'doubtDecidedAt'>;

/**
 * Returns whether the answers of an expert are in doubt. A decision from before the suspension or
 * rejection does not count: an older server lifts and sets those without it.
 *
 * @returns null if no admin has decided, and for an expert who is neither suspended nor rejected.
 */
export function findDoubt({
  suspendedAt,
  rejectedAt,
  answersInDoubt,
  doubtDecidedAt,
}: DoubtRow): boolean | null {
  const since = suspendedAt ?? rejectedAt;
  return since && doubtDecidedAt && doubtDecidedAt >= since ? answersInDoubt : null;
}

/** Builds the condition that an expert is suspended or rejected. */
export const isBarred = or(whereStatus.suspended, whereStatus.rejected) as SQL;

/** Builds the condition that nobody has decided whether a barred expert's answers are in doubt. */
export const isDoubtUndecided = sql`(${users.doubtDecidedAt} is null or ${users.doubtDecidedAt} < coalesce(${users.suspendedAt}, ${users.rejectedAt}))`;

/**
 * Builds the condition that an account is an approved expert at the moment of the write.
 *
 * @param id the ID of the account.
 */
export const isApprovedNow = (id: string): SQL =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, id), whereStatus.approved)),
  );

/** Checks whether an account is an approved expert. `isApprovedNow` is the same as a condition. */
export const isApprovedExpert = async (id: string): Promise<boolean> =>
  (await db().$count(users, and(eq(users.id, id), whereStatus.approved))) > 0;

/**
 * Finds the time at which each account last changed its credentials.
 *
 * @param ids the IDs of the accounts.
 * @returns the time by ID; accounts that never did are left out.
 */
export async function findCredentialChanges(ids: string[]): Promise<Map<string, Date>> {
  const lines = await db()
    .select({ id: audit.objectId, at: audit.at })
    .from(audit)
    .where(and(inArray(audit.objectId, ids), eq(audit.action, 'credentials.changed')))
    .orderBy(desc(audit.id));
  return new Map(lines.reverse().map(({ id, at }) => [id ?? '', at]));
}

/** The rejection or suspension of an expert, as they read it. */
export const barringStatus = z.object({
  is: z.enum(['suspended', 'rejected']).describe('Action taken by an admin.'),
  reason: z.string().nullable().describe("Reason in the admin's words. `null` if none was given."),
});

/**
 * Finds the suspension or rejection of an expert.
 *
 * @returns its kind and the reason; undefined for every other user.
 */
export async function findBarringStatus({
  id,
  suspended,
}: Viewer): Promise<z.infer<typeof barringStatus> | undefined> {
  if (!suspended) return undefined;
  const [row] = await db().select().from(users).where(eq(users.id, id));
  const status = row && expertStatusOf(row);
  if (status?.standing !== 'suspended' && status?.standing !== 'rejected') return undefined;
  return { is: status.standing, reason: status.reason };
}
