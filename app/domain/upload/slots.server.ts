import { and, count, eq, gt, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import { onSessionsEnded } from '~/domain/identity/session-endings.server';
import type { TakenFile } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropFiles } from '~/domain/report-view/keep-files.server';
import { uploadPieces, uploadSlots } from '~/platform/db/core/tables/uploads.server';
import { db, execute, requireChange, type Step } from '~/platform/db/db.server';
import { logIncident } from '~/platform/observability/log.server';
import { endOlderPiece } from './under-way.server';

/** Hours in which a file has to arrive in pieces and become a report. */
export const slotHours = 72;

export type Slot = typeof uploadSlots.$inferSelect;

/** Builds the condition that a slot is an account's own and has not expired. */
const ownAt = (accountId: string, now: Date) =>
  and(eq(uploadSlots.accountId, accountId), gt(uploadSlots.expiresAt, now));

/** Builds the same condition for slots that no report has taken. */
export const isOpenSlot = (accountId: string, now: Date) =>
  and(ownAt(accountId, now), isNull(uploadSlots.reportId));

/**
 * Reads one of the viewer's own slots.
 *
 * @throws Refusal: `notFound`, also for another account's slot and for an expired one.
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
 * Reads the slots from which a report is to be created, in the given order.
 *
 * @returns the slots, complete and free; or the report, if one report has taken all of them.
 * @throws Refusal: `notFound` if a slot is missing; `conflict` if one is incomplete or only some
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
  if (slots.some(({ reportId }) => reportId !== null)) throw slotTakenRefusal();
  if (slots.some(({ bytesGot, bytesTotal }) => bytesGot < bytesTotal))
    throw new Refusal('conflict', 'pieces.unfinished');
  return { slots };
}

/** Builds the refusal of slots that another report was created from. */
export const slotTakenRefusal = () => new Refusal('conflict', 'pieces.taken');

/** Checks whether a report has taken one of some slots. A missing slot counts as taken. */
export async function isAnySlotTaken(slotIds: string[]): Promise<boolean> {
  const rows = await db()
    .select({ reportId: uploadSlots.reportId })
    .from(uploadSlots)
    .where(inArray(uploadSlots.id, slotIds));
  return rows.length < new Set(slotIds).size || rows.some(({ reportId }) => reportId !== null);
}

/**
 * Builds the steps by which a report takes its slots. If two reports take them at once, the second
 * is rolled back. Afterwards no row refers to the pieces, and the caller deletes them.
 */
export function takeSlots(slotIds: string[], { reportId, fingerprint }: TakenFile): Step[] {
  return slotIds.flatMap((id) => [
    requireChange(
      db()
        .update(uploadSlots)
        // The report's row has the file's name from here on, so that both are deleted together.
        // Logging out no longer affects the slot.
        .set({ reportId, fingerprint, name: null, tokenHash: null })
        .where(and(eq(uploadSlots.id, id), isNull(uploadSlots.reportId))),
    ),
    db().delete(uploadPieces).where(eq(uploadPieces.slotId, id)),
  ]);
}

/** Lists the file names of the pieces of some slots. */
export const listPieceNames = (slotIds: string[]) => pieceNames(inArray(uploadSlots.id, slotIds));

/** Lists the file names of the pieces of all slots of an account. */
export const listAccountPieceNames = (accountId: string) => pieceNames(eq(uploadSlots.accountId, accountId));

async function pieceNames(ofSlots: SQL): Promise<string[]> {
  const rows = await db()
    .select({ name: uploadPieces.fileName })
    .from(uploadPieces)
    .innerJoin(uploadSlots, eq(uploadSlots.id, uploadPieces.slotId))
    .where(ofSlots);
  return rows.map(({ name }) => name);
}

/** Counts the pieces of the slots of an account. */
export const countPieces = (accountId: string) =>
  db()
    .select({ pieces: count() })
    .from(uploadPieces)
    .innerJoin(uploadSlots, eq(uploadSlots.id, uploadPieces.slotId))
    .where(eq(uploadSlots.accountId, accountId));

const slotsAtOnce = 100;

/**
 * Removes expired slots with their pieces.
 *
 * @param now the current time.
 */
export async function purgeSlots(now: Date): Promise<void> {
  for (;;) {
    const expiredSlots = await db()
      .select({ id: uploadSlots.id })
      .from(uploadSlots)
      .where(lte(uploadSlots.expiresAt, now))
      .limit(slotsAtOnce);
    const ids = expiredSlots.map(({ id }) => id);
    if (ids.length > 0) await removeSlots(ids);
    if (ids.length < slotsAtOnce) return;
  }
}

/**
 * Removes the slots that a viewer's ended sessions began or last continued. If this fails, the
 * slots expire later: the sessions have ended all the same.
 */
async function removeSlotsOf(viewer: Viewer, tokenHashes: string[]): Promise<void> {
  try {
    const openSlots = await db()
      .select({ id: uploadSlots.id, tokenHash: uploadSlots.tokenHash })
      .from(uploadSlots)
      .where(isOpenSlot(viewer.id, new Date()));
    const endedHashes = new Set<string | null>(tokenHashes);
    const ids = openSlots.filter(({ tokenHash }) => endedHashes.has(tokenHash)).map(({ id }) => id);
    if (ids.length > 0) await removeOpenSlots(ids);
  } catch (error) {
    logIncident('report.pieces', error);
  }
}

onSessionsEnded(removeSlotsOf);

/**
 * Removes slots that nobody continues, and stops their pieces that are still arriving. A slot that
 * a report has taken stays until it expires, and tells which report that is.
 */
export async function removeOpenSlots(slotIds: string[]): Promise<void> {
  await Promise.all(slotIds.map(endOlderPiece));
  await removeSlots(slotIds, isNull(uploadSlots.reportId));
}

/**
 * Removes slots with their pieces, optionally only those that match a condition. A piece that
 * arrives in the meantime finds no slot, or is swept.
 */
export async function removeSlots(slotIds: string[], condition?: SQL): Promise<void> {
  const names = await listPieceNames(slotIds);
  await execute(
    db()
      .delete(uploadSlots)
      .where(and(inArray(uploadSlots.id, slotIds), condition)),
  );
  await dropFiles('report.pieces', names);
}
