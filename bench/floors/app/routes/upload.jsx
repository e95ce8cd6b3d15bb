import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';

/** Busboy to the disk: no checks, no encryption, no fsync, no row. */
export const action = async ({ request }) => {
  const written = [];
  const parser = busboy({ headers: { 'content-type': request.headers.get('content-type') } });
  parser.on('file', (_name, stream) => {
    written.push(pipeline(stream, createWriteStream(join(process.env.FLOOR_FOLDER, randomUUID()))));
  });
  await pipeline(Readable.fromWeb(request.body), parser);
  await Promise.all(written);
  return new Response('{"success":true}', { headers: { 'Content-Type': 'application/json' } });
};
