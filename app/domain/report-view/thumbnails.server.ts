import { setTimeout as wait } from 'node:timers/promises';
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import { isInQueue } from '~/domain/queue/report-list.server';
import { thumbnailBoundTo } from '~/domain/report/report-constants';
import { giveBackLease, takeLease } from '~/platform/db/cluster/leases.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute, isDatabaseShared, isUncertain } from '~/platform/db/db.server';
import { logIncident } from '~/platform/observability/log.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';
import { keepPicture } from './keep-files.server';
import { openNamedFile } from './named-file.server';

const missingSinceHours = 24;
const maxMissing = 50;
// Longer than one picture takes.
const leaseMs = 5 * 60_000;
const askEveryMs = 5000;

const underWay = new Set<Promise<void>>();

/**
 * Stores a report's thumbnail once it is ready, after the upload was answered. Never throws: a
 * report without a thumbnail is still complete.
 *
 * @param picture undefined if no thumbnail can be made.
 */
export function keepThumbnailLater(reportId: string, picture: Promise<Buffer | undefined>): void {
  const keeping = keepThumbnail(reportId, picture)
    .catch((error: unknown) => {
      // The report was deleted in the meantime.
      if (!(error instanceof Refusal)) logIncident('report.thumbnail', error);
    })
    .finally(() => underWay.delete(keeping));
  underWay.add(keeping);
}

/** Resolves once no thumbnail is in progress. Called before the storage is closed. */
export async function untilThumbnailsStored(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/**
 * Draws thumbnails that are missing because a server was stopped: of the newest 50 waiting reports
 * of the last day. If several servers share a database, one does it at a time.
 *
 * @param startedAt when this server started. Thumbnails of later reports are in progress already.
 */
export async function drawMissingThumbnails(startedAt = new Date()): Promise<void> {
  if (!isDatabaseShared()) return drawMissing(startedAt);
  const take = () => takeLease('thumbnails', leaseMs);
  while (!(await take())) await wait(askEveryMs, undefined, { ref: false });
  await drawMissing(startedAt, take).finally(() => giveBackLease('thumbnails'));
}

// Literal text, as in `isInQueue`: each of the two has an index.
const isHeldOrAsked = sql`${reports.status} = 'Pending' and ${reports.waitsFor} is not null`;
// Avoids the index of thumbnails: in a large clinic nearly every report may be without one.
const hasNoThumbnail = sql`coalesce(${reports.thumbnailName}, '') = ''`;

async function drawMissing(startedAt: Date, renew?: () => Promise<boolean>) {
  const since = new Date(Date.now() - missingSinceHours * 3_600_000);
  const rows = await db()
    .select({
      id: reports.id,
      fileName: reports.fileName,
      mediaType: reports.mediaType,
      bytes: reports.bytes,
    })
    .from(reports)
    .where(
      and(
        or(isInQueue, isHeldOrAsked),
        gt(reports.createdAt, since),
        lt(reports.createdAt, startedAt),
        hasNoThumbnail,
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(maxMissing);
  for (const row of rows) {
    if (renew && !(await renew())) return;
    keepThumbnailLater(row.id, draw(row));
    await untilThumbnailsStored();
  }
}

async function draw({
  id,
  fileName,
  mediaType,
  bytes,
}: Pick<typeof reports.$inferSelect, 'id' | 'fileName' | 'mediaType' | 'bytes'>) {
  const stream = await openNamedFile({ name: fileName, boundTo: id, bytes });
  const decoded = await decoder().decode(stream, { mediaType, bytes });
  return 'refused' in decoded ? undefined : decoded.thumbnail;
}

/**
 * Stores the file before the row that refers to it. If the report no longer exists by then, the
 * file is deleted too.
 */
async function keepThumbnail(reportId: string, pendingPicture: Promise<Buffer | undefined>) {
  const picture = await pendingPicture;
  if (!picture) return;
  const name = await keepPicture(picture, thumbnailBoundTo(reportId));
  let isNamed = false;
  try {
    const hasNoName = and(eq(reports.id, reportId), isNull(reports.thumbnailName));
    isNamed = (await execute(db().update(reports).set({ thumbnailName: name }).where(hasNoName))) > 0;
  } catch (error) {
    isNamed = isUncertain(error);
    throw error;
  } finally {
    if (!isNamed) await storage().drop(name);
  }
}
