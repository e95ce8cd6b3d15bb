import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { Refusal, tooMany } from '~/domain/kernel/refusal';
import type { ReportFile } from '~/domain/report-rules/added-files.server';
import { openNamedFile } from '~/domain/report-rules/named-file.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { consume, retryAfter } from '~/platform/limits/limits.server';
import { logIncident } from '~/platform/observability/log.server';
import { decoder } from '~/platform/storage/current-storage.server';
import type { PageRefusal } from '~/platform/storage/decoder/programs/protocol.server';
import type { Turn } from '~/platform/storage/decoder/programs/turns.server';

/**
 * The longest side of a drawn page in pixels, unless it is long: small print can still be read at
 * three times the width of a phone.
 */
export const pageSidePx = 1800;

/**
 * Counts the ways in which pages were drawn: a page that a browser has of an older one is drawn
 * anew.
 */
export const drawingVersion = 2;

const maxKeptBytes = 32 * 1024 * 1024;
const entryBytesLeast = 1024;
// A deletion drops pages in the memory of its own server alone; and what could not be drawn may be
// drawn another time.
const keptMs = 10 * 60_000;
const atOnce = 2;
const maxWaiting = 20;
const retrySeconds = 10;
const maxSlowPages = 2;
const slowMs = 5000;
const closedMinutes = 10;

type Row = Pick<typeof reports.$inferSelect, 'id' | 'patientId'>;
/** A page to be drawn: of which file, and of whose report. */
type Wanted = { row: Row; file: ReportFile; page: number };
type Drawn = { picture: Buffer } | { refused: PageRefusal };

/** Drawn pages, in memory alone. */
const drawnPages = new LRUCache<string, Drawn>({
  maxSize: maxKeptBytes,
  sizeCalculation: (drawn) => Math.max(entryBytesLeast, 'picture' in drawn ? drawn.picture.length : 0),
  ttl: keptMs,
  ttlAutopurge: true,
  ttlResolution: 0,
});
const underWay = new Map<string, { drawing: Promise<Drawn>; turn: Turn }>();
/**
 * Files with a slow page, by key: how many of their pages took too long, and until when that
 * counts. Their pages are drawn apart from those of other files.
 */
const slow = new Map<string, { pages: number; until: number }>();
const turns = new Map<string, { busy: number; waiting: (() => void)[] }>();

/**
 * A page of a report, drawn where it can be killed, or as it was drawn in the last ten minutes.
 * Takes the report's row, which file of it, the page of that from 1, and the account that asks: it
 * has two pages drawn at once, and twenty more wait. Accounts take turns, and those who read
 * somebody else's report come before owners.
 *
 * @returns a WebP of at most 1800 px a side and 600 KB; of a long page at most 12 megapixels and
 *   2.5 MB.
 * @throws Refusal: `tooMany` beyond that, and beyond the account's time of drawing in an hour;
 *   `notFound` where there is no such page; `invalid` where it cannot be drawn, which is remembered
 *   for ten minutes, or where two pages of the file took too long, which closes all that are not
 *   drawn yet to everybody for ten minutes.
 * @see docs/requirements.md#reports-and-files
 */
export async function drawnPage({ accountId, ...wanted }: Wanted & { accountId: string }) {
  const { row, page } = wanted;
  const key = `${keyOf(wanted)}/${page}`;
  const turn = { accountId, isUrgent: accountId !== row.patientId };
  let drawn = drawnPages.get(key);
  if (!drawn) {
    requireNotClosed(keyOf(wanted));
    drawn = await inTurn(accountId, async () => drawnPages.get(key) ?? (await draw(key, wanted, turn)));
  }
  if ('picture' in drawn) return drawn.picture;
  if (drawn.refused === 'noSuchPage') throw new Refusal('notFound', 'report.notFound');
  throw new Refusal('invalid', 'viewer.failed');
}

const keyOf = ({ row, file }: Pick<Wanted, 'row' | 'file'>) => `${row.id}/${file.number}`;

/** Forgets the drawn pages of a report, as its deletion asks. Takes its id. */
export function forgetPages(reportId: string) {
  for (const key of [...drawnPages.keys()]) if (key.startsWith(`${reportId}/`)) drawnPages.delete(key);
  for (const key of [...underWay.keys()]) if (key.startsWith(`${reportId}/`)) underWay.delete(key);
  for (const key of [...slow.keys()]) if (key.startsWith(`${reportId}/`)) slow.delete(key);
}

/** Draws a page once, however many ask for it at the same time. */
async function draw(key: string, wanted: Wanted, turn: Turn): Promise<Drawn> {
  const earlier = underWay.get(key);
  if (earlier) {
    // Who comes before others does so with a page that waits already, and it is theirs from then
    // on.
    if (turn.isUrgent) Object.assign(earlier.turn, turn);
    return earlier.drawing;
  }
  const own = { drawing: drawNow(wanted, turn), turn };
  underWay.set(key, own);
  try {
    const drawn = await own.drawing;
    // Deleted in the meantime: it must not come to be kept.
    if (underWay.get(key) === own) drawnPages.set(key, drawn);
    return drawn;
  } finally {
    if (underWay.get(key) === own) underWay.delete(key);
  }
}

async function drawNow({ row, file, page }: Wanted, turn: Turn): Promise<Drawn> {
  const { fileName: name, boundTo, bytes, mediaType } = file;
  const ofFile = keyOf({ row, file });
  let [spent, lastSpent] = [0, 0];
  const open = async () => {
    // Asked when its turn has come: what was drawn before it may have closed the file or used up
    // the time.
    requireNotClosed(ofFile);
    const wait = await retryAfter(limitOf(turn), turn.accountId);
    if (wait > 0) throw tooMany(wait);
    return openNamedFile({ name, boundTo, bytes });
  };
  const onSpent = (ms: number) => {
    spent += ms;
    lastSpent = ms;
  };
  const job = {
    ...{ mediaType, bytes, page, side: pageSidePx, turn, onSpent },
    isSlow: () => slowPagesOf(ofFile) !== undefined,
    onSlow: () => noteSlow(ofFile, 0),
  };
  const drawn = await decoder()
    .drawPage(open, job)
    .finally(() => countDrawing(turn, spent));
  const { pages } = drawn;
  // Once for a file from before pages were counted; what was added came with its count.
  if (pages !== undefined && file.number === 1 && (pages !== file.pages || !file.isCounted)) {
    await execute(db().update(reports).set({ pages, pagesCounted: true }).where(eq(reports.id, row.id)));
  }
  if ('picture' in drawn) return { picture: drawn.picture };
  if (drawn.refused === 'tooSlow' || lastSpent > slowMs) noteSlow(ofFile, 1);
  return { refused: drawn.refused };
}

const limitOf = ({ isUrgent }: Turn) => (isUrgent ? 'drawingMsOfStaff' : 'drawingMs');

async function countDrawing(turn: Turn, ms: number) {
  if (ms === 0) return;
  await consume(limitOf(turn), turn.accountId, Math.ceil(ms)).catch((error: unknown) =>
    logIncident('limits', error),
  );
}

/** Remembers that a page of a file is slow, and how many more pages took too long. */
function noteSlow(ofFile: string, pagesMore: 0 | 1) {
  const now = Date.now();
  for (const [key, { until }] of slow) if (until < now) slow.delete(key);
  const pages = (slowPagesOf(ofFile) ?? 0) + pagesMore;
  slow.set(ofFile, { pages, until: now + closedMinutes * 60_000 });
}

/** Counts the pages of a file that took too long; undefined where no page of it was slow. */
function slowPagesOf(ofFile: string): number | undefined {
  const found = slow.get(ofFile);
  return found && found.until > Date.now() ? found.pages : undefined;
}

function requireNotClosed(ofFile: string) {
  if ((slowPagesOf(ofFile) ?? 0) >= maxSlowPages) throw new Refusal('invalid', 'viewer.closed');
}

/**
 * Waits until the account has fewer pages under way, then does it.
 *
 * @throws Refusal: `tooMany` when too many wait already.
 */
async function inTurn<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(accountId) ?? { busy: 0, waiting: [] };
  turns.set(accountId, turn);
  if (turn.busy < atOnce) turn.busy += 1;
  else if (turn.waiting.length >= maxWaiting) throw tooMany(retrySeconds);
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
