import type { FileHandle } from 'node:fs/promises';

/** Writes all of a piece at the place where a file is written. */
export async function writeFully(handle: FileHandle, piece: Uint8Array): Promise<void> {
  let written = 0;
  while (written < piece.length) {
    const { bytesWritten } = await handle.write(piece, written, piece.length - written);
    written += bytesWritten;
  }
}
