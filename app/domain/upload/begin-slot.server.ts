import { and, asc, count, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { newSlot, slotOnly } from '~/domain/report/slot-fields';
import { users } from '~/platform/db/core/tables/accounts.server';
import { uploadSlots } from '~/platform/db/core/tables/uploads.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { consume, refund, retryAfter } from '~/platform/limits/limits.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';
import { hasRoomForUploads } from '~/platform/storage/free-space.server';
import { requireQuotaBefore } from './quota.server';
import { isOpenSlot, removeOpenSlots, requireSlot, type Slot, slotHours } from './slots.server';
import { endOlderPiece } from './under-way.server';

const maxOpenSlots = 40;

/** Presents a slot: the bytes that have arrived, the total, and the time until which it is open. */
export const presentSlot = ({ id, bytesGot, bytesTotal, expiresAt }: Slot) => ({
  id,
  offset: bytesGot,
  bytes: bytesTotal,
  expiresAt,
});

/**
 * Announces a file that comes in pieces (docs/requirements.md#files-in-pieces). It may be as large
 * as a file sent whole. 40 may be open at once, and 500 MB may be announced a day.
 */
export const beginSlot = operation({
  name: 'report.beginSlot',
  input: newSlot,
  allow: 'report.upload',
  successMessage: 'upload.done',
  failureMessage: 'upload.failed',
  async run({ viewer, input: { bytes, name, token } }) {
    const { maxUploadBytes } = getSettings();
    const megabytes = maxUploadBytes / 1024 / 1024;
    if (bytes === 0) throw new Refusal('invalid', 'upload.empty');
    if (bytes > maxUploadBytes) throw new Refusal('tooLarge', 'upload.tooLarge', { values: { megabytes } });
    for (const limit of ['uploads', 'uploadMegabytes', 'decodingMs'] as const) {
      const wait = await retryAfter(limit, viewer.id);
      if (wait > 0) throw tooManyRefusal(wait);
    }
    if (!(await hasRoomForUploads())) throw new Refusal('noSpace', 'refused.noSpace');
    await requireQuotaBefore(viewer.id, bytes);
    const announced = Math.ceil(bytes / 1e6);
    const uncount = () => refund('pieceMegabytes', viewer.id, announced);
    const wait = await consume('pieceMegabytes', viewer.id, announced);
    if (wait > 0) {
      await uncount();
      throw tooManyRefusal(wait);
    }
    const slot = slotOf(viewer.id, { bytes, name, token });
    const isBegun = await atomically([
      lock(users, sql`${users.id} = ${viewer.id}`),
      requireChange(isRoomForSlot(viewer.id, slot.createdAt)),
      db().insert(uploadSlots).values(slot),
    ]).catch(async (error: unknown) => {
      await uncount();
      throw error;
    });
    if (!isBegun) {
      await uncount();
      throw tooManyRefusal(await secondsUntilRoom(viewer.id));
    }
    return { data: presentSlot(slot) };
  },
});

function slotOf(accountId: string, { bytes, name, token }: z.infer<typeof newSlot>): Slot {
  const now = Date.now();
  return {
    id: newId(),
    accountId,
    tokenHash: hashToken(token),
    name: name || null,
    bytesTotal: bytes,
    bytesGot: 0,
    pieces: 0,
    mediaType: null,
    reportId: null,
    fingerprint: null,
    createdAt: new Date(now),
    expiresAt: new Date(now + slotHours * 3_600_000),
  };
}

const isRoomForSlot = (accountId: string, now: Date) =>
  db()
    .select({ open: count() })
    .from(uploadSlots)
    .where(isOpenSlot(accountId, now))
    .having(lt(count(), maxOpenSlots));

async function secondsUntilRoom(accountId: string): Promise<number> {
  const now = new Date();
  const [first] = await db()
    .select({ expiresAt: uploadSlots.expiresAt })
    .from(uploadSlots)
    .where(and(isOpenSlot(accountId, now)))
    .orderBy(asc(uploadSlots.expiresAt), asc(uploadSlots.id))
    .limit(1);
  return Math.max(1, Math.ceil(((first?.expiresAt ?? now).getTime() - now.getTime()) / 1000));
}

/** Reads the number of bytes that have arrived. A piece that is still arriving ends with that. */
export const readSlot = operation({
  name: 'report.readSlot',
  input: slotOnly,
  allow: 'report.upload',
  refusals: ['notFound'],
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { slotId } }) {
    await requireSlot(viewer, slotId);
    await endOlderPiece(slotId);
    return { data: presentSlot(await requireSlot(viewer, slotId)) };
  },
});

/** Gives up a file that came in pieces. If a report has taken it, nothing is left to remove. */
export const dropSlot = operation({
  name: 'report.dropSlot',
  input: slotOnly,
  output: emptyOutput,
  allow: 'report.upload',
  refusals: ['notFound'],
  successMessage: 'delete.done',
  failureMessage: 'delete.failed',
  async run({ viewer, input: { slotId } }) {
    await requireSlot(viewer, slotId);
    await removeOpenSlots([slotId]);
    return {};
  },
});
