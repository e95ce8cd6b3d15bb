import { Buffer } from 'node:buffer';
import type { Readable } from 'node:stream';
import { and, count, eq, isNull, lt, sql } from 'drizzle-orm';
import { operation } from '~/domain/kernel/operation';
import { Refusal, tooManyRefusal } from '~/domain/kernel/refusal';
import { nextPiece, protocol } from '~/domain/report/slot-fields';
import { dropFiles } from '~/domain/report-view/keep-files.server';
import { uploadPieces, uploadSlots } from '~/platform/db/core/tables/uploads.server';
import {
  atomically,
  db,
  execute,
  isForeignKeyError,
  isUncertain,
  requireChange,
} from '~/platform/db/db.server';
import { consume, refund } from '~/platform/limits/limits.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { storage } from '~/platform/storage/current-storage.server';
import { type PendingPiece, receivedTypeOf, sniffBytes } from '~/platform/storage/receive.server';
import { presentSlot } from './begin-slot.server';
import { pieceBoundTo, readSlotContent } from './slot-content.server';
import { removeSlots, requireSlot, type Slot } from './slots.server';
import { endOlderPiece, whileUnderWay } from './under-way.server';

/**
 * Enough for a line that breaks every few kilobytes for three days; more is a mistake of the
 * client.
 */
const maxPieces = 5000;
/**
 * The limit for the first 4,100 bytes: until they are there, each piece rereads the ones before it.
 */
const maxPiecesOfHead = 100;
/**
 * Pieces below this size are counted apart: each one costs a row and a file, however small it is.
 * Our own pages send smaller ones only if a line breaks in the middle of a piece.
 */
const smallPieceBytes = 16 * 1024;
const maxSmallPieces = 300;
const minCountedBytes = 4096;

/**
 * Appends the next piece of a file (docs/requirements.md#files-in-pieces). It is sealed and stored
 * as an object of its own, so that any server can take the next one. If the connection breaks, the
 * bytes that arrived are stored. The file's type is checked as soon as its first bytes are there.
 *
 * @throws Refusal: `tooMany` if the file comes in too many pieces or too many small ones, or small
 *   ones exceed the account's announced bytes of a day; `conflict` with the right `offset` in its
 *   values, if another piece is next or was faster; `wrongType`, with the slot removed, for a file
 *   of another type.
 */
export const appendPiece = operation({
  name: 'report.appendPiece',
  input: nextPiece,
  allow: 'report.upload',
  takesPiece: true,
  refusals: ['notFound', 'conflict', 'tooLarge', 'wrongType', 'busy', 'noSpace', 'tooMany'],
  successMessage: 'upload.done',
  failureMessage: 'upload.failed',
  async run({ viewer, input: { slotId, offset, isPiece, token }, content }) {
    if (!content || !isPiece) throw new Refusal('wrongType', 'pieces.protocol', { values: { protocol } });
    await requireSlot(viewer, slotId);
    await endOlderPiece(slotId);
    const slot = await requireSlot(viewer, slotId);
    if (slot.bytesGot !== offset) throw notNext(slot);
    if (slot.pieces >= mostPiecesOf(slot)) throw tooManyRefusal(secondsLeft(slot));
    await goOnAs(hashToken(token), slot);
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      content.destroy();
    };
    await whileUnderWay(slotId, stop, () => append(slot, content));
    const after = await requireSlot(viewer, slotId);
    // The caller that stopped it was already given the number of bytes.
    if (isStopped) throw notNext(after);
    return { data: presentSlot(after) };
  },
});

const mostPiecesOf = ({ mediaType }: Slot) => (mediaType === null ? maxPiecesOfHead : maxPieces);

const secondsLeft = ({ expiresAt }: Slot) => Math.ceil((expiresAt.getTime() - Date.now()) / 1000);

/** Builds the refusal of a piece that is not the next one, with the right offset. */
const notNext = ({ bytesGot }: Slot) =>
  new Refusal('conflict', 'pieces.notNext', { values: { offset: bytesGot } });

/**
 * Records the session that continues a slot before its piece arrives, which may take minutes: a
 * log-out meanwhile finds the slot.
 */
async function goOnAs(tokenHash: string, slot: Slot): Promise<void> {
  if (slot.tokenHash === tokenHash) return;
  await execute(
    db()
      .update(uploadSlots)
      .set({ tokenHash })
      .where(and(eq(uploadSlots.id, slot.id), isNull(uploadSlots.reportId))),
  );
}

async function append(slot: Slot, content: Readable): Promise<void> {
  const arriving = untilCut(content);
  const { head, mediaType } = await findKind(slot, arriving);
  const piece = await storage().receivePiece(following(head, arriving), {
    boundTo: pieceBoundTo(slot.id, slot.pieces),
    maxBytes: slot.bytesTotal - slot.bytesGot,
  });
  if (piece === 'tooLarge') throw new Refusal('tooLarge', 'refused.tooLarge');
  if (!piece) return;
  const counted = await countSmallPiece(slot, piece.bytes).catch(async (error: unknown) => {
    await storage().dropPending(piece.name);
    throw error;
  });
  await keepPiece(slot, piece, mediaType).catch(async (error: unknown) => {
    if (counted > 0) await refund('pieceMegabytes', slot.accountId, counted);
    throw error;
  });
}

/** Bytes added to a tiny piece, which counts at least 4 KB against the quotas. */
const paddingOfPiece = sql`case
  when ${uploadPieces.bytes} < ${minCountedBytes} then ${minCountedBytes} - ${uploadPieces.bytes} else 0 end`;

/**
 * Counts a small piece as 4 KB against the megabytes that its account may announce in a day. The
 * file's own bytes were counted when it was announced.
 *
 * @returns the megabytes counted.
 * @throws Refusal: `tooMany`, with nothing counted.
 */
async function countSmallPiece(slot: Slot, bytes: number): Promise<number> {
  if (bytes >= smallPieceBytes) return 0;
  const [{ small, padding } = { small: 0, padding: 0 }] = await db()
    .select({ small: count(), padding: sql`coalesce(sum(${paddingOfPiece}), 0)`.mapWith(Number) })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.slotId, slot.id), lt(uploadPieces.bytes, smallPieceBytes)));
  const isLast = slot.bytesGot + bytes === slot.bytesTotal;
  if (small >= maxSmallPieces && !isLast) throw tooManyRefusal(secondsLeft(slot));
  const megabytesWith = (more: number) => Math.ceil((slot.bytesTotal + padding + more) / 1e6);
  const megabytes = megabytesWith(Math.max(0, minCountedBytes - bytes)) - megabytesWith(0);
  if (megabytes === 0) return 0;
  const wait = await consume('pieceMegabytes', slot.accountId, megabytes);
  if (wait === 0) return megabytes;
  await refund('pieceMegabytes', slot.accountId, megabytes);
  throw tooManyRefusal(wait);
}

/** Yields the bytes that arrive, and ends normally if the connection breaks. */
async function* untilCut(content: Readable): AsyncGenerator<Uint8Array, undefined> {
  try {
    yield* content.iterator({ destroyOnReturn: false });
  } catch {
    // A client that resumes asks how much arrived.
  }
}

async function* following(
  head: Uint8Array[],
  remainder: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  yield* head;
  yield* remainder;
}

/**
 * Reads enough of a piece to detect the type of its file, unless it is known already.
 *
 * @returns the bytes read, and the type; null as long as there are too few bytes.
 */
async function findKind(slot: Slot, arriving: AsyncGenerator<Uint8Array>) {
  if (slot.mediaType !== null) return { head: [], mediaType: slot.mediaType };
  const enough = Math.min(sniffBytes, slot.bytesTotal);
  const before: Uint8Array[] = [];
  if (slot.bytesGot > 0) for await (const chunk of readSlotContent(slot)) before.push(chunk);
  const head: Uint8Array[] = [];
  let bytes = slot.bytesGot;
  while (bytes < enough) {
    const { value, done: isDone } = await arriving.next();
    if (isDone || !value) return { head, mediaType: null };
    head.push(value);
    bytes += value.length;
  }
  const mediaType = await receivedTypeOf(Buffer.concat([...before, ...head]));
  if (mediaType) return { head, mediaType };
  await removeSlots([slot.id]);
  throw new Refusal('wrongType', 'upload.wrongType');
}

/** Stores a piece if it is still the next one: of two at once the slower is refused. */
async function keepPiece(slot: Slot, { name, bytes }: PendingPiece, mediaType: string | null) {
  const { id, bytesGot, pieces: number } = slot;
  try {
    await storage().keep({ name, bytes });
    const isNext = await atomically([
      requireChange(
        db()
          .update(uploadSlots)
          .set({ bytesGot: bytesGot + bytes, pieces: number + 1, mediaType })
          .where(
            and(eq(uploadSlots.id, id), eq(uploadSlots.bytesGot, bytesGot), isNull(uploadSlots.reportId)),
          ),
      ),
      db().insert(uploadPieces).values({ slotId: id, number, bytes, fileName: name }),
    ]);
    if (isNext) return;
  } catch (error) {
    // If the row may have been written after all, its file stays.
    if (!isUncertain(error)) await dropFiles('report.pieces', [name]);
    if (isForeignKeyError(error)) throw new Refusal('notFound', 'pieces.gone');
    throw error;
  }
  await dropFiles('report.pieces', [name]);
  const [now] = await db().select().from(uploadSlots).where(eq(uploadSlots.id, id));
  throw now ? notNext(now) : new Refusal('notFound', 'pieces.gone');
}
