import type { Buffer } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';

/**
 * Fills a buffer from a place in a file.
 *
 * @returns how many bytes were read: fewer than asked for only at the end of the file.
 */
export async function readFully({
  handle,
  into,
  position,
}: {
  handle: FileHandle;
  into: Buffer;
  position: number;
}): Promise<number> {
  let filled = 0;
  while (filled < into.length) {
    const { bytesRead } = await handle.read(into, filled, into.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
