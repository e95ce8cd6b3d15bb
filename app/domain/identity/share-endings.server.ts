import { and, desc, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { shareReports, shares } from '~/platform/db/core/tables/shares.server';
import { db, type Statement } from '~/platform/db/db.server';
import type { shareEndings } from '~/platform/enums';

type ShareEnding = (typeof shareEndings)[number];

/** Builds the statement that ends some shares, or all of them. */
export const endShares = (by: ShareEnding, condition?: SQL): Statement =>
  db()
    .update(shares)
    .set({ endedAt: new Date(), endedBy: by })
    .where(and(isNull(shares.endedAt), condition));

/** Builds the statement that ends every share of an account. */
export const endSharesOf = (userId: string, by: ShareEnding): Statement =>
  endShares(by, eq(shares.userId, userId));

/** Counts the shares of an account that open now. */
export const countOpenShares = (userId: string): Promise<number> =>
  db().$count(
    shares,
    and(eq(shares.userId, userId), isNull(shares.endedAt), gt(shares.expiresAt, new Date())),
  );

/** Checks whether an account has ever made a share. */
export const hasMadeShares = async (userId: string): Promise<boolean> =>
  (await db().$count(shares, eq(shares.userId, userId))) > 0;

/** Days for which the list of reports says that a share was guessed at. */
const guessedNoticeDays = 7;

/** Finds when a share of an account last ended after wrong passcodes; null if it was not lately. */
export async function findGuessedShare(userId: string): Promise<string | null> {
  const since = new Date(Date.now() - guessedNoticeDays * 24 * 3_600_000);
  const [row] = await db()
    .select({ endedAt: shares.endedAt })
    .from(shares)
    .where(and(eq(shares.userId, userId), eq(shares.endedBy, 'tries'), gt(shares.endedAt, since)))
    .orderBy(desc(shares.endedAt))
    .limit(1);
  return row?.endedAt?.toISOString() ?? null;
}

/** Builds the statement that takes a report out of every share for good. */
export const removeFromShares = (reportId: string): Statement =>
  db().delete(shareReports).where(eq(shareReports.reportId, reportId));
