import type { Buffer } from 'node:buffer';
import { fileFault } from '../core/file-fault.server.ts';
import type { ObjectStore, RangeReader } from '../core/object-store.ts';

const pieceBytes = 1024 * 1024;

/**
 * Reads an object to its end, one megabyte at a time.
 *
 * @param from the offset of the first byte.
 * @throws as `read` does, and with FILE_DAMAGED if the object is shorter than when it was opened.
 */
export async function* readPieces(objects: ObjectStore, name: string, from = 0): AsyncGenerator<Buffer> {
  const source = await objects.read(name);
  try {
    yield* readOpenPieces(source, from);
  } finally {
    await source.close();
  }
}

/** Reads an open object like `readPieces`, and leaves it open. */
export async function* readOpenPieces(source: RangeReader, from: number): AsyncGenerator<Buffer> {
  for (let at = from; at < source.size; ) {
    const piece = await source.read(at, Math.min(at + pieceBytes, source.size));
    if (piece.length === 0) throw fileFault('FILE_DAMAGED');
    yield piece;
    at += piece.length;
  }
}
