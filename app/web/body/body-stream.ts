import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** Maximum bytes to read of a body that no code wants before its connection is closed. */
export const maxUnwantedBytes = 256 * 1024 * 1024;

/**
 * Converts the body of a request to a Node stream. The request must have a body. An error is kept
 * until the stream is read, since an unhandled error would end the process. The listener reads what
 * is left of the body (`app/web/server/read-on.server.ts`).
 */
export function toBodyStream(request: Request): Readable {
  const stream = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>);
  return stream.on('error', () => undefined);
}
