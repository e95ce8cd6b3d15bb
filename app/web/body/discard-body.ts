import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

// How much of an unwanted body is read and thrown away before the connection is cut; nothing of it
// is kept.
const maxDrainedBytes = 256 * 1024 * 1024;

/**
 * The body of a request as a stream of Node. Takes a request that has one. Its line may break
 * before anybody reads: whoever reads then is told so, while an error that nobody hears would end
 * the process.
 */
export function streamOfBody(request: Request): Readable {
  const stream = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>);
  return stream.on('error', () => undefined);
}

/**
 * Reads and throws away a body that nobody asked for, up to a bound: a browser reads the answer
 * only once it has sent everything. A body that was read already is left alone.
 */
export function discardBody(request: Request): void {
  if (!request.body || request.bodyUsed || request.body.locked) return;
  drain(streamOfBody(request));
}

/**
 * Reads on and throws away, up to a bound, so that a browser that is still sending gets to read the
 * answer; then the connection is cut.
 */
export function drain(source: Readable): void {
  let rest = maxDrainedBytes;
  source.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) source.destroy();
  });
}
