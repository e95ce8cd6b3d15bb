import { setTimeout as wait } from 'node:timers/promises';
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { Refusal } from '~/domain/kernel/refusal';
import { thumbnailBoundTo } from '~/domain/report/report-constants';
import { keepPicture } from '~/domain/report-rules/keep-files.server';
import { openNamedFile } from '~/domain/report-rules/named-file.server';
import { isInQueue } from '~/domain/report-rules/report-list.server';
import { giveBackLease, takeLease } from '~/platform/db/cluster/leases.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute, isDatabaseShared, isUncertain } from '~/platform/db/db.server';
import { logIncident } from '~/platform/observability/log.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';

const missingSinceHours = 24;
const maxMissing = 50;
// Longer than one picture takes.
const leaseMs = 5 * 60_000;
const askEveryMs = 5000;

const underWay = new Set<Promise<void>>();

/**
 * Keeps the small picture of a report once it is there, after the upload has been answered. Takes
 * the report's id, and the picture, which is undefined where there is none to be had. Never throws:
 * a report without a small picture is a whole report.
 */
export function keepThumbnailLater(reportId: string, picture: Promise<Buffer | undefined>): void {
  const keeping = keepThumbnail(reportId, picture)
    .catch((error: unknown) => {
      // The report was deleted meanwhile.
      if (!(error instanceof Refusal)) logIncident('report.thumbnail', error);
    })
    .finally(() => underWay.delete(keeping));
  underWay.add(keeping);
}

/** Resolves once no small picture is under way, for whoever is about to close the storage. */
export async function thumbnailsKept(): Promise<void> {
  while (underWay.size > 0) await Promise.all(underWay);
}

/**
 * Draws the small pictures that a stop came in the way of: of reports of the last day that wait,
 * the newest 50. Of several servers on one database one does it at a time. Takes when this server
 * started: the picture of a report that has come since is under way.
 */
export async function drawMissingThumbnails(startedAt = new Date()): Promise<void> {
  if (!isDatabaseShared()) return drawMissing(startedAt);
  const take = () => takeLease('thumbnails', leaseMs);
  while (!(await take())) await wait(askEveryMs, undefined, { ref: false });
  await drawMissing(startedAt, take).finally(() => giveBackLease('thumbnails'));
}

// As text, as `isInQueue` is: each of the two has an index.
const isHeldOrAsked = sql`${reports.status} = 'Pending' and ${reports.waitsFor} is not null`;
// Not by the index of small pictures: nearly every report of a large clinic may be without one.
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
    await thumbnailsKept();
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
 * The file comes before the row that names it; where the report is gone by then, the file goes too.
 */
async function keepThumbnail(reportId: string, drawn: Promise<Buffer | undefined>) {
  const picture = await drawn;
  if (!picture) return;
  const name = await keepPicture(picture, thumbnailBoundTo(reportId));
  let isNamed = false;
  try {
    const nameless = and(eq(reports.id, reportId), isNull(reports.thumbnailName));
    isNamed = (await execute(db().update(reports).set({ thumbnailName: name }).where(nameless))) > 0;
  } catch (error) {
    isNamed = isUncertain(error);
    throw error;
  } finally {
    if (!isNamed) await storage().drop(name);
  }
}
