import { Readable } from 'node:stream';
import { asc, eq } from 'drizzle-orm';
import { db } from '~/platform/db/db.server';
import { uploadPieces } from '~/platform/db/tables.server';
import { storage } from '~/platform/storage/current-storage.server';

/** The ID that a piece is bound to: it opens as no other piece, and in no other slot. */
export const pieceBoundTo = (slotId: string, number: number) => `${slotId}/piece/${number}`;

/**
 * What has arrived in a slot, piece after piece, one open at a time.
 *
 * @returns a stream that fails with the error of the storage.
 */
export function contentOf({ id }: { id: string }): Readable {
  return Readable.from(readPieces(id), { objectMode: false });
}

async function* readPieces(slotId: string): AsyncGenerator<Buffer> {
  const pieces = await db()
    .select()
    .from(uploadPieces)
    .where(eq(uploadPieces.slotId, slotId))
    .orderBy(asc(uploadPieces.number));
  for (const { number, fileName, bytes } of pieces) {
    const { stream } = await storage().open({
      name: fileName,
      boundTo: pieceBoundTo(slotId, number),
      bytes,
    });
    yield* stream;
  }
}
