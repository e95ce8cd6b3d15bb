import { and, count, eq, gt, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import { whenSessionsEnd } from '~/domain/identity/session-endings.server';
import type { TakenFile } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { uploadPieces, uploadSlots } from '~/platform/db/core/tables/reports.server';
import { db, execute, requireChange, type Step } from '~/platform/db/db.server';
import { logIncident } from '~/platform/observability/log.server';
import { dropFiles } from './keep-files.server';
import { endOlder } from './under-way.server';

/** How long a file may take to arrive in pieces and to become a report. */
export const slotHours = 72;

export type Slot = typeof uploadSlots.$inferSelect;

/** The slots of an account that are not over. */
const ownAt = (accountId: string, now: Date) =>
  and(eq(uploadSlots.accountId, accountId), gt(uploadSlots.expiresAt, now));

/** The same of those that no report has taken. */
export const openAt = (accountId: string, now: Date) =>
  and(ownAt(accountId, now), isNull(uploadSlots.reportId));

/**
 * Reads a slot of a viewer's own.
 *
 * @throws Refusal: `notFound`, for somebody else's and for one that is over too.
 */
export async function requireSlot(viewer: Viewer, slotId: string): Promise<Slot> {
  const [slot] = await db()
    .select()
    .from(uploadSlots)
    .where(and(eq(uploadSlots.id, slotId), ownAt(viewer.id, new Date())));
  if (!slot) throw new Refusal('notFound', 'pieces.gone');
  return slot;
}

/**
 * Reads the slots that a report is to be made of, in the order they are named.
 *
 * @returns them, whole and free; or what was made of them, where one report has taken them all.
 * @throws Refusal: `notFound` where one is not there; `conflict` where one is not whole, or others
 *   are taken.
 */
export async function findSlotsToTake(
  viewer: Viewer,
  ids: string[],
): Promise<{ slots: Slot[] } | { takenFile: TakenFile }> {
  const slots: Slot[] = [];
  for (const id of ids) slots.push(await requireSlot(viewer, id));
  const [first] = slots;
  if (first?.reportId && slots.every(({ reportId }) => reportId === first.reportId))
    return { takenFile: { reportId: first.reportId, fingerprint: first.fingerprint ?? '' } };
  if (slots.some(({ reportId }) => reportId !== null)) throw slotTaken();
  if (slots.some(({ bytesGot, bytesTotal }) => bytesGot < bytesTotal))
    throw new Refusal('conflict', 'pieces.unfinished');
  return { slots };
}

/** The refusal of slots that another report was made of. */
export const slotTaken = () => new Refusal('conflict', 'pieces.taken');

/** Whether a report has taken one of some slots. */
export async function isAnyTaken(slotIds: string[]): Promise<boolean> {
  const rows = await db()
    .select({ reportId: uploadSlots.reportId })
    .from(uploadSlots)
    .where(inArray(uploadSlots.id, slotIds));
  return rows.length < new Set(slotIds).size || rows.some(({ reportId }) => reportId !== null);
}

/**
 * The steps of the transaction that makes a report of slots: of two reports at once the second is
 * undone. Their pieces are nobody's afterwards: they are dropped once it is written.
 */
export function takeSlots(slotIds: string[], { reportId, fingerprint }: TakenFile): Step[] {
  return slotIds.flatMap((id) => [
    requireChange(
      db()
        .update(uploadSlots)
        // What the file is called stands with the report from here on, and goes with it. No log-out
        // concerns the slot any more.
        .set({ reportId, fingerprint, name: null, tokenHash: null })
        .where(and(eq(uploadSlots.id, id), isNull(uploadSlots.reportId))),
    ),
    db().delete(uploadPieces).where(eq(uploadPieces.slotId, id)),
  ]);
}

/** Reads the names of the files that the pieces of some slots are. */
export const pieceNamesOf = (slotIds: string[]) => pieceNames(inArray(uploadSlots.id, slotIds));

/** Reads the same of all slots of an account. */
export const pieceNamesOfAccount = (accountId: string) => pieceNames(eq(uploadSlots.accountId, accountId));

async function pieceNames(ofSlots: SQL): Promise<string[]> {
  const rows = await db()
    .select({ name: uploadPieces.fileName })
    .from(uploadPieces)
    .innerJoin(uploadSlots, eq(uploadSlots.id, uploadPieces.slotId))
    .where(ofSlots);
  return rows.map(({ name }) => name);
}

/** How many pieces the slots of an account have. */
export const pieceCountOf = (accountId: string) =>
  db()
    .select({ pieces: count() })
    .from(uploadPieces)
    .innerJoin(uploadSlots, eq(uploadSlots.id, uploadPieces.slotId))
    .where(eq(uploadSlots.accountId, accountId));

const slotsAtOnce = 100;

/** Removes the slots that are over with their pieces. Takes the time it is. */
export async function purgeSlots(now: Date): Promise<void> {
  for (;;) {
    const over = await db()
      .select({ id: uploadSlots.id })
      .from(uploadSlots)
      .where(lte(uploadSlots.expiresAt, now))
      .limit(slotsAtOnce);
    const ids = over.map(({ id }) => id);
    if (ids.length > 0) await removeSlots(ids);
    if (ids.length < slotsAtOnce) return;
  }
}

/**
 * Removes what the sessions of a viewer that have just ended began or went on with last. What
 * cannot be removed now goes when its time is over: the sessions have ended all the same.
 */
async function removeSlotsOf(viewer: Viewer, tokenHashes: string[]): Promise<void> {
  try {
    const open = await db()
      .select({ id: uploadSlots.id, tokenHash: uploadSlots.tokenHash })
      .from(uploadSlots)
      .where(openAt(viewer.id, new Date()));
    const ended = new Set<string | null>(tokenHashes);
    const ids = open.filter(({ tokenHash }) => ended.has(tokenHash)).map(({ id }) => id);
    if (ids.length > 0) await removeOpenSlots(ids);
  } catch (error) {
    logIncident('report.pieces', error);
  }
}

whenSessionsEnd(removeSlotsOf);

/**
 * Removes slots that nobody goes on with, and ends their pieces that are still arriving. One that a
 * report has taken tells for its time which report that was.
 */
export async function removeOpenSlots(slotIds: string[]): Promise<void> {
  await Promise.all(slotIds.map(endOlder));
  await removeSlots(slotIds, isNull(uploadSlots.reportId));
}

/**
 * Removes slots with their pieces, or of these only some. A piece that comes meanwhile finds no
 * slot, or is swept.
 */
export async function removeSlots(slotIds: string[], which?: SQL): Promise<void> {
  const names = await pieceNamesOf(slotIds);
  await execute(
    db()
      .delete(uploadSlots)
      .where(and(inArray(uploadSlots.id, slotIds), which)),
  );
  await dropFiles('report.pieces', names);
}
