import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { projectRoot } from '~/platform/project-root.server';
import { acceptsBrotli } from '~/web/request/compress.server';

let precompressed: Set<string> | undefined;

/**
 * The scripts and styles that the build has packed as small as they get, by their path: a seventh
 * less over the wire than packing while sending.
 */
function precompressedPaths() {
  precompressed ??= new Set(listed(join(projectRoot(), 'build', 'client', 'assets')));
  return precompressed;
}

function listed(folder: string) {
  try {
    return readdirSync(folder).flatMap((name) =>
      name.endsWith('.br') ? [`/assets/${name.slice(0, -3)}`] : [],
    );
  } catch {
    // In development there is no build.
    return [];
  }
}

/**
 * Lets a browser that can unpack it have a script or style as the build has packed it: a seventh
 * lighter than what is packed while it is sent, and no work. Takes the request, before anything
 * else has seen it.
 */
export function offerPrecompressed(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  if (!path.startsWith('/assets/') || !precompressedPaths().has(path)) return;
  response.setHeader('Vary', 'Accept-Encoding');
  if (!acceptsBrotli(String(request.headers['accept-encoding'] ?? ''))) return;
  request.url = `${path}.br`;
  const type = path.endsWith('.css') ? 'text/css' : 'text/javascript';
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Encoding', 'br');
}
