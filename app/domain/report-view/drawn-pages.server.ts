import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { busyRefusal } from '~/domain/kernel/refusal-of-error.server';
import type { PageSize } from '~/domain/report/report-constants';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { consume, retryAfter } from '~/platform/limits/limits.server';
import { logIncident } from '~/platform/observability/log.server';
import { decoder } from '~/platform/storage/current-storage.server';
import type { PageRefusal } from '~/platform/storage/decoder/programs/protocol.server';
import type { Turn } from '~/platform/storage/decoder/programs/turns.server';
import type { ReportFile } from './added-files.server';
import { openNamedFile } from './named-file.server';

/**
 * The longest side of a drawn page in pixels, except for long pages. In the normal size, small print
 * is still readable at three times the width of a phone. The large size is for a magnified page.
 */
const pageSidesPx = { normal: 1800, large: 3600 } as const satisfies Record<PageSize, number>;

/**
 * The version of the drawing method. A browser's copy of a page in an older version is replaced.
 */
const drawingVersion = 3;

const maxCacheBytes = 32 * 1024 * 1024;
const minEntryBytes = 1024;
// A deletion only removes pages from the memory of its own server. A page that failed may succeed
// later.
const cacheMs = 10 * 60_000;
const maxConcurrent = 2;
const maxWaiting = 20;
const retrySeconds = 10;
const maxSlowPages = 2;
const slowMs = 5000;
const closedMinutes = 10;

type Row = Pick<typeof reports.$inferSelect, 'id' | 'patientId'>;
/** A page to draw, with its file and report. */
type PageJob = { row: Row; file: ReportFile; page: number; size: PageSize };
type DrawResult = { picture: Buffer } | { refused: PageRefusal };

/** Drawn pages, kept in memory only. */
const drawnPages = new LRUCache<string, DrawResult>({
  maxSize: maxCacheBytes,
  sizeCalculation: (drawn) => Math.max(minEntryBytes, 'picture' in drawn ? drawn.picture.length : 0),
  ttl: cacheMs,
  ttlAutopurge: true,
  ttlResolution: 0,
});
const underWay = new Map<string, { drawing: Promise<DrawResult>; turn: Turn }>();
/**
 * Files with a slow page, by key: the number of pages that took too long, and the end of that mark.
 * Their pages are drawn separately from those of other files.
 */
const slowFiles = new Map<string, { pages: number; until: number }>();
const turns = new Map<string, { busy: number; waiting: (() => void)[] }>();

/**
 * Draws a page of a report in a process that can be killed, or returns it if it was drawn within
 * the last ten minutes.
 *
 * An account can have two pages drawn at once, and 20 more wait. Accounts take turns, and accounts
 * that read another account's report come before owners.
 *
 * @param job `row` is the report, `file` one of its files, `page` a page of that file from 1, `size`
 *   how large it is drawn, and `accountId` the account that asks.
 * @returns a WebP, never larger than a picture was sent: at most 1800 px a side and 600 KB, or in the
 *   large size 3600 px and 2.5 MB; for a long page at most 12 megapixels and 2.5 MB.
 * @throws Refusal: `busy` if the machine is; `tooMany` if too many pages wait, or if the account has used up its drawing time
 *   for the hour; `notFound` if there is no such page; `invalid` if it cannot be drawn, which is
 *   remembered for ten minutes. Also `invalid` if two pages of the file took too long, which closes
 *   its undrawn pages to everybody for ten minutes.
 * @see docs/requirements.md#reports-and-files
 */
export async function drawnPage({ accountId, ...pageJob }: PageJob & { accountId: string }) {
  const { row, page, size } = pageJob;
  const key = `${keyOf(pageJob)}/${page}/${size}`;
  const turn = { accountId, isUrgent: accountId !== row.patientId };
  let drawn = drawnPages.get(key);
  if (!drawn) {
    requireNotClosed(keyOf(pageJob));
    drawn = await inTurn(accountId, async () => drawnPages.get(key) ?? (await draw(key, pageJob, turn)));
  }
  if ('picture' in drawn) return drawn.picture;
  if (drawn.refused === 'noSuchPage') throw new Refusal('notFound', 'report.notFound');
  throw new Refusal('invalid', 'viewer.failed');
}

/** Builds the ETag of a drawn page: it changes with the file, the size and the way of drawing. */
export const drawnPageTag = ({ file, page, size }: Omit<PageJob, 'row'>): string =>
  `${file.boundTo}-${page}-${pageSidesPx[size]}-${drawingVersion}`;

const keyOf = ({ row, file }: Pick<PageJob, 'row' | 'file'>) => `${row.id}/${file.number}`;

/** Removes the drawn pages of a deleted report from memory. */
export function forgetPages(reportId: string) {
  for (const key of [...drawnPages.keys()]) if (key.startsWith(`${reportId}/`)) drawnPages.delete(key);
  for (const key of [...underWay.keys()]) if (key.startsWith(`${reportId}/`)) underWay.delete(key);
  for (const key of [...slowFiles.keys()]) if (key.startsWith(`${reportId}/`)) slowFiles.delete(key);
}

/** Draws a page once, even if several requests ask for it at the same time. */
async function draw(key: string, pageJob: PageJob, turn: Turn): Promise<DrawResult> {
  const earlier = underWay.get(key);
  if (earlier) {
    // An urgent request takes over a page that is already waiting.
    if (turn.isUrgent) Object.assign(earlier.turn, turn);
    return earlier.drawing;
  }
  const current = { drawing: drawNow(pageJob, turn), turn };
  underWay.set(key, current);
  try {
    const drawn = await current.drawing;
    // The report was deleted in the meantime, so the page must not be cached.
    if (underWay.get(key) === current) drawnPages.set(key, drawn);
    return drawn;
  } finally {
    if (underWay.get(key) === current) underWay.delete(key);
  }
}

async function drawNow({ row, file, page, size }: PageJob, turn: Turn): Promise<DrawResult> {
  const { fileName: name, boundTo, bytes, mediaType } = file;
  const ofFile = keyOf({ row, file });
  let [spentMs, lastSpentMs] = [0, 0];
  const open = async () => {
    // Checked when the turn has come: earlier pages may have closed the file or used up the time.
    requireNotClosed(ofFile);
    await requireDrawingTime(turn);
    return openNamedFile({ name, boundTo, bytes });
  };
  const onSpent = (ms: number) => {
    spentMs += ms;
    lastSpentMs = ms;
  };
  const job = {
    mediaType,
    bytes,
    page,
    side: pageSidesPx[size],
    turn,
    onSpent,
    isSlow: () => slowPagesOf(ofFile) !== undefined,
    onSlow: () => noteSlow(ofFile, 0),
  };
  const drawn = await decoder()
    .drawPage(open, job)
    .finally(() => countDrawing(turn, spentMs));
  const { pages } = drawn;
  // Corrects the page count of a file from before pages were counted. Added files came with their
  // count.
  if (pages !== undefined && file.number === 1 && (pages !== file.pages || !file.isCounted)) {
    await execute(db().update(reports).set({ pages, pagesCounted: true }).where(eq(reports.id, row.id)));
  }
  if ('picture' in drawn) return { picture: drawn.picture };
  if (drawn.refused === 'busy') throw busyRefusal(retrySeconds);
  if (drawn.refused === 'tooSlow' || lastSpentMs > slowMs) noteSlow(ofFile, 1);
  return { refused: drawn.refused };
}

const limitOf = ({ isUrgent }: Turn) => (isUrgent ? 'drawingMsOfStaff' : 'drawingMs');

/** @throws Refusal: `tooMany` if the account has used up its drawing time for the hour. */
export async function requireDrawingTime(turn: Turn) {
  const wait = await retryAfter(limitOf(turn), turn.accountId);
  if (wait > 0) throw tooManyRefusal(wait);
}

/** Counts the time of a program against an account's drawing time. */
export async function countDrawing(turn: Turn, ms: number) {
  if (ms === 0) return;
  await consume(limitOf(turn), turn.accountId, Math.ceil(ms)).catch((error: unknown) =>
    logIncident('limits', error),
  );
}

/** Remembers that a page of a file is slow, and adds to the number of pages that took too long. */
function noteSlow(ofFile: string, pagesMore: 0 | 1) {
  const now = Date.now();
  for (const [key, { until }] of slowFiles) if (until < now) slowFiles.delete(key);
  const pages = (slowPagesOf(ofFile) ?? 0) + pagesMore;
  slowFiles.set(ofFile, { pages, until: now + closedMinutes * 60_000 });
}

/** Returns the number of pages of a file that took too long, or undefined if none was slow. */
function slowPagesOf(ofFile: string): number | undefined {
  const slowFile = slowFiles.get(ofFile);
  return slowFile && slowFile.until > Date.now() ? slowFile.pages : undefined;
}

function requireNotClosed(ofFile: string) {
  if ((slowPagesOf(ofFile) ?? 0) >= maxSlowPages) throw new Refusal('invalid', 'viewer.closed');
}

/**
 * Runs the work once the account has fewer pages in progress.
 *
 * @throws Refusal: `tooMany` if too many pages wait already.
 */
async function inTurn<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(accountId) ?? { busy: 0, waiting: [] };
  turns.set(accountId, turn);
  if (turn.busy < maxConcurrent) turn.busy += 1;
  else if (turn.waiting.length >= maxWaiting) throw tooManyRefusal(retrySeconds);
  else await new Promise<void>((resolve) => turn.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = turn.waiting.shift();
    if (next) next();
    else turn.busy -= 1;
    if (turn.busy === 0) turns.delete(accountId);
  }
}
