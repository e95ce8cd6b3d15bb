import { Readable } from 'node:stream';
import { asc, eq } from 'drizzle-orm';
import { uploadPieces } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { openNamedFile } from './named-file.server';

/** The ID that a piece is bound to: it opens as no other piece, and in no other slot. */
export const pieceBoundTo = (slotId: string, number: number) => `${slotId}/piece/${number}`;

/**
 * What has arrived in a slot, piece after piece, one open at a time.
 *
 * @returns a stream that fails with the error of the storage, or as not found where the slot is
 *   gone or taken meanwhile.
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
    const piece = { name: fileName, boundTo: pieceBoundTo(slotId, number), bytes };
    yield* await openNamedFile(piece, 'pieces.gone');
  }
}
