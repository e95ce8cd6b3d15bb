import { asc, eq, inArray } from 'drizzle-orm';
import type { Viewer } from '~/domain/kernel/viewer';
import { shareOpenings, shareReports, shares } from '~/platform/db/core/tables/shares.server';
import { db } from '~/platform/db/db.server';
import { exportedColumns } from './personal-data';

/** Lists the links that the user made for other doctors, with their reports and openings. */
export async function listOwnShares(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(shares)
    .where(eq(shares.userId, viewer.id))
    .orderBy(asc(shares.createdAt), asc(shares.id));
  const isOwn = inArray(
    shares.id,
    rows.map(({ id }) => id),
  );
  const shown = await db()
    .select({ row: shareReports })
    .from(shareReports)
    .innerJoin(shares, eq(shares.id, shareReports.shareId))
    .where(isOwn)
    .orderBy(asc(shareReports.reportId));
  const openings = await db()
    .select({ row: shareOpenings })
    .from(shareOpenings)
    .innerJoin(shares, eq(shares.id, shareOpenings.shareId))
    .where(isOwn)
    .orderBy(asc(shareOpenings.at), asc(shareOpenings.reportId));
  return rows.map((share) => ({
    ...exportedColumns('shares', share),
    reports: shown
      .filter(({ row }) => row.shareId === share.id)
      .map(({ row }) => exportedColumns('shareReports', row)),
    openings: openings
      .filter(({ row }) => row.shareId === share.id)
      .map(({ row }) => exportedColumns('shareOpenings', row)),
  }));
}
