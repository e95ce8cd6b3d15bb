import { and, eq, exists, gt, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { users } from '~/platform/db/core/tables/accounts.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { helperBonds } from '~/platform/db/core/tables/to-tell.server';
import { db, type Statement } from '~/platform/db/db.server';

/** Time without a report after which a helper no longer sees anything of a patient. */
const bondMs = 365 * 86_400_000;

const recentReports = alias(reports, 'recent');

const oldestSeen = () => new Date(Date.now() - bondMs);

/** Builds the time at which a patient ended the help of somebody, or 0. */
const endOf = (patientId: SQLWrapper, helperId: string): SQL =>
  sql`coalesce((${db()
    .select({ at: helperBonds.endedAt })
    .from(helperBonds)
    .where(and(sql`${helperBonds.userId} = ${patientId}`, eq(helperBonds.helperId, helperId)))}), 0)`;

/**
 * Builds the condition that a helper sees a report: they sent it, sent one for its patient within a
 * year, and the patient has not ended their help since.
 */
export const isSeenByHelper = (helperId: string): SQL | undefined =>
  and(
    eq(reports.sentBy, helperId),
    sql`${reports.createdAt} > ${endOf(reports.patientId, helperId)}`,
    exists(
      db()
        .select({ one: sql`1` })
        .from(recentReports)
        .where(
          and(
            eq(recentReports.sentBy, helperId),
            eq(recentReports.patientId, reports.patientId),
            gt(recentReports.createdAt, oldestSeen()),
          ),
        ),
    ),
  );

/** Builds the condition that a helper sees a report, and that its patient lets them read the review. */
export const isReadableByHelper = (helperId: string): SQL | undefined =>
  and(
    isSeenByHelper(helperId),
    exists(
      db()
        .select({ one: sql`1` })
        .from(consents)
        .where(
          and(eq(consents.reportId, reports.id), eq(consents.mayRead, true), isNull(consents.withdrawnAt)),
        ),
    ),
  );

/**
 * Builds the condition that a helper helps the owner of an account: within a year they opened it or
 * sent a report for its owner, who has not ended their help since.
 */
export const isHelpedBy = (helperId: string): SQL | undefined =>
  or(
    and(
      eq(users.openedBy, helperId),
      gt(users.createdAt, oldestSeen()),
      sql`${users.createdAt} > ${endOf(users.id, helperId)}`,
    ),
    exists(
      db()
        .select({ one: sql`1` })
        .from(reports)
        .where(and(eq(reports.patientId, users.id), isSeenByHelper(helperId))),
    ),
  );

type Bond = { userId: string; helperId: string };

/** Builds the statement that keeps the number that a helper typed for a patient. */
export const noteTypedNumber = ({ number, ...bond }: Bond & { number: string | null }): Statement =>
  write(bond, { number });

/** Builds the statement with which a patient ends the help of somebody. The number goes with it. */
export const endBond = (bond: Bond, endedAt: Date): Statement => write(bond, { number: null, endedAt });

function write(bond: Bond, set: Partial<typeof helperBonds.$inferInsert>): Statement {
  return db()
    .insert(helperBonds)
    .values({ ...bond, ...set })
    .onConflictDoUpdate({ target: [helperBonds.userId, helperBonds.helperId], set });
}

/** Finds the numbers that a helper typed, by patient. */
export async function findTypedNumbers(helperId: string): Promise<Map<string, string>> {
  const rows = await db()
    .select({ userId: helperBonds.userId, number: helperBonds.number })
    .from(helperBonds)
    .where(and(eq(helperBonds.helperId, helperId), isNotNull(helperBonds.number)));
  return new Map(rows.map(({ userId, number }) => [userId, number ?? '']));
}
