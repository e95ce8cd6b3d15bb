import { Readable } from 'node:stream';
import { asc, eq } from 'drizzle-orm';
import { openNamedFile } from '~/domain/report-view/named-file.server';
import { uploadPieces } from '~/platform/db/core/tables/uploads.server';
import { db } from '~/platform/db/db.server';

/**
 * Returns the ID that a piece is bound to. It cannot be opened as another piece or in another slot.
 */
export const pieceBoundTo = (slotId: string, number: number) => `${slotId}/piece/${number}`;

/**
 * Reads the content of a slot, piece after piece, one open at a time.
 *
 * @returns a stream. It fails with the storage's error, or as not found if the slot has been
 *   removed or taken in the meantime.
 */
export function readSlotContent({ id }: { id: string }): Readable {
  return Readable.from(readPieces(id), { objectMode: false });
}

async function* readPieces(slotId: string): AsyncGenerator<Buffer> {
  const pieces = await db()
    .select()
    .from(uploadPieces)
    .where(eq(uploadPieces.slotId, slotId))
    .orderBy(asc(uploadPieces.number));
  for (const { number, fileName, bytes } of pieces) {
    const piece = { name: fileName, boundTo: pieceBoundTo(slotId, number), bytes };
    yield* await openNamedFile(piece, 'pieces.gone');
  }
}
