import { eq } from 'drizzle-orm';
import { changed, db } from '~/platform/db/db.server';
import { reports } from '~/platform/db/tables';
import { decoder, storage } from '~/platform/storage/current.server';
import type { PageRefusal } from '~/platform/storage/decoder.server';
import type { MediaType } from '~/platform/storage/kinds';
import { Refusal, tooMany } from '../refusal';

/** The longest side of a drawn page in pixels: small print can still be read at three times the width of a phone. */
export const pageSidePx = 1800;

const keptBytesMost = 32 * 1024 * 1024;
const entryBytesLeast = 1024;
const refusalMinutes = 10;
const atOnce = 2;
const waitingMost = 20;
const retrySeconds = 10;

type Row = Pick<typeof reports.$inferSelect, 'id' | 'fileName' | 'mediaType' | 'bytes' | 'pages'>;
type Drawn = { picture: Buffer } | { refused: PageRefusal; until: number };

/** Drawn pages, in memory alone, the one that was asked for longest ago first. */
const kept = new Map<string, Drawn>();
let keptBytes = 0;
const underWay = new Map<string, Promise<Drawn>>();
const turns = new Map<string, { busy: number; waiting: (() => void)[] }>();

/**
 * A page of a report, drawn where it can be killed, or as it was drawn a while ago.
 * In: the report's row, the page from 1, and the account that asks: it has two pages drawn at once, and twenty more wait.
 * Out: a WebP of at most 1800 px a side and 600 KB. Refusals: `tooMany` beyond that; `notFound` where there is no such page; `invalid`
 * where it cannot be drawn, which is remembered for ten minutes. Rule: decisions, "Reports and files".
 */
export async function drawnPage({ row, page, accountId }: { row: Row; page: number; accountId: string }) {
  const key = `${row.id}/${page}`;
  const drawn = find(key) ?? (await inTurn(accountId, async () => find(key) ?? (await draw(key, row, page))));
  if ('picture' in drawn) return drawn.picture;
  if (drawn.refused === 'noSuchPage') throw new Refusal('notFound', 'report.notFound');
  throw new Refusal('invalid', 'viewer.failed');
}

/** Forgets the drawn pages of a report, as its deletion asks. In: its id. */
export function forgetPages(reportId: string) {
  for (const key of [...kept.keys()]) if (key.startsWith(`${reportId}/`)) drop(key);
  for (const key of [...underWay.keys()]) if (key.startsWith(`${reportId}/`)) underWay.delete(key);
}

/** Draws a page once, however many ask for it at the same time. */
async function draw(key: string, row: Row, page: number): Promise<Drawn> {
  const earlier = underWay.get(key);
  if (earlier) return earlier;
  const drawing = drawNow(row, page);
  underWay.set(key, drawing);
  try {
    const drawn = await drawing;
    // Deleted in the meantime: it must not come to be kept.
    if (underWay.get(key) === drawing) keep(key, drawn);
    return drawn;
  } finally {
    if (underWay.get(key) === drawing) underWay.delete(key);
  }
}

async function drawNow(row: Row, page: number): Promise<Drawn> {
  const { bytes, mediaType } = row;
  const { stream } = await storage().open({ name: row.fileName, boundTo: row.id, bytes });
  const job = { mediaType: mediaType as MediaType, bytes, page, side: pageSidePx };
  const drawn = await decoder().drawPage(stream, job);
  if ('refused' in drawn) return { ...drawn, until: Date.now() + refusalMinutes * 60_000 };
  if (drawn.pages !== row.pages) {
    await changed(db().update(reports).set({ pages: drawn.pages }).where(eq(reports.id, row.id)));
  }
  return { picture: drawn.picture };
}

/** Waits until the account has fewer pages under way, then does it. Refusals: `tooMany` when too many wait already. */
async function inTurn<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
  const turn = turns.get(accountId) ?? { busy: 0, waiting: [] };
  turns.set(accountId, turn);
  if (turn.busy < atOnce) turn.busy += 1;
  else if (turn.waiting.length >= waitingMost) throw tooMany(retrySeconds);
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

function find(key: string): Drawn | undefined {
  const drawn = kept.get(key);
  if (!drawn) return undefined;
  drop(key);
  if ('until' in drawn && drawn.until < Date.now()) return undefined;
  keep(key, drawn);
  return drawn;
}

function keep(key: string, drawn: Drawn) {
  kept.set(key, drawn);
  keptBytes += weightOf(drawn);
  for (const oldest of kept.keys()) {
    if (keptBytes <= keptBytesMost) return;
    drop(oldest);
  }
}

function drop(key: string) {
  const drawn = kept.get(key);
  if (kept.delete(key) && drawn) keptBytes -= weightOf(drawn);
}

const weightOf = (drawn: Drawn) => Math.max(entryBytesLeast, 'picture' in drawn ? drawn.picture.length : 0);
