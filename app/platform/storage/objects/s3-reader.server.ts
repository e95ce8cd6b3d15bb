import { Buffer } from 'node:buffer';
import type { RangeReader } from '../core/object-store.ts';
import { headerBytes, sealedChunkBytes } from '../sealing/sealed-format.server.ts';

/** What is fetched at first: of a small file all of it. */
const firstBytes = headerBytes + 4 * sealedChunkBytes;
// Whoever reads on from where they are will read on: each fetch is four times the last, up to 2 MB.
const growth = 4;
const mostBytes = 32 * sealedChunkBytes;

/**
 * Fetches the bytes of [from, to), and says how large the whole is and which one it is; of the one
 * with that `etag`, where one is given.
 */
export type Fetch = (
  from: number,
  to: number,
  etag?: string,
) => Promise<{ bytes: Buffer; size: number; etag: string }>;

/**
 * Reads an object by ranges, one request each. What is read from its beginning on is fetched ahead,
 * so that a whole file costs a request for each 2 MB; of any other part only what is asked for. At
 * most 2 MB are held.
 */
export async function openByRanges(fetch: Fetch): Promise<RangeReader> {
  const { bytes, size, etag } = await fetch(0, firstBytes);
  let held = { from: 0, bytes };
  let aheadBytes = firstBytes;
  return {
    size,
    async read(from, to) {
      const stop = Math.min(to, size);
      if (from >= stop) return Buffer.alloc(0);
      const { bytes: before, from: heldFrom } = held;
      const heldTo = heldFrom + before.length;
      if (from >= heldFrom && stop <= heldTo) return before.subarray(from - heldFrom, stop - heldFrom);
      const goesOn = from >= heldFrom && from <= heldTo;
      const known = goesOn ? before.subarray(from - heldFrom) : Buffer.alloc(0);
      aheadBytes = goesOn ? Math.min(aheadBytes * growth, mostBytes) : 0;
      const start = from + known.length;
      const fetched = await fetch(start, Math.min(size, Math.max(stop, start + aheadBytes)), etag);
      held = { from: start, bytes: fetched.bytes };
      const wanted = fetched.bytes.subarray(0, stop - start);
      return known.length > 0 ? Buffer.concat([known, wanted]) : wanted;
    },
    async close() {
      held = { from: 0, bytes: Buffer.alloc(0) };
    },
  };
}
