import type { Exchange } from '~/platform/observability/request-context.server';
import { maxUnwantedBytes } from '~/web/body/body-stream';

type Bounds = { maxBytes: number; maxSilentMs: number };

// A line that is silent for a minute is dead.
const usualBounds: Bounds = { maxBytes: maxUnwantedBytes, maxSilentMs: 60_000 };

/**
 * Reads and discards the rest of a request once its response is finished. Browsers read a response
 * only after they have sent everything, and a proxy sends the next request on the same connection.
 * The connection is closed if too much follows, or nothing for too long.
 */
export function readOn({ request, response }: Exchange, bounds = usualBounds): void {
  response.once('finish', () => {
    if (!request.complete) discardRest(request, bounds);
  });
}

function discardRest(request: Exchange['request'], { maxBytes, maxSilentMs }: Bounds) {
  let remainingBytes = maxBytes;
  const silence = setTimeout(() => request.destroy(), maxSilentMs).unref();
  // Code that stopped reading may have paused the request, and would pause it again.
  request.unpipe();
  for (const event of ['data', 'readable']) request.removeAllListeners(event);
  request.on('data', (chunk: Buffer) => {
    silence.refresh();
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) request.destroy();
  });
  request.once('close', () => clearTimeout(silence));
  request.resume();
}
