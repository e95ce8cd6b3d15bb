import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** Maximum bytes of an unwanted body to read and discard before the connection is cut. */
export const maxDrainedBytes = 256 * 1024 * 1024;

/**
 * Converts the body of a request to a Node stream. The request must have a body. An error is kept
 * until the stream is read, since an unhandled error would end the process.
 */
export function toBodyStream(request: Request): Readable {
  const stream = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>);
  return stream.on('error', () => undefined);
}

/**
 * Reads and discards an unwanted body up to a limit, because a browser reads the response only
 * after it has sent everything. Does nothing if the body was already read.
 */
export function discardBody(request: Request): void {
  if (!request.body || request.bodyUsed || request.body.locked) return;
  drain(toBodyStream(request));
}

/**
 * Reads and discards the rest of a stream up to a limit, so that a browser that is still sending
 * can read the response. Then cuts the connection.
 */
export function drain(source: Readable): void {
  let remainingBytes = maxDrainedBytes;
  source.on('data', (chunk: Buffer) => {
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) source.destroy();
  });
}
