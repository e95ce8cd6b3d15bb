import { Buffer } from 'node:buffer';
import type { MediaType } from '../../media-types.ts';
import { parseGif } from './gif.server.ts';
import { parseJpeg } from './jpeg.server.ts';
import type { Input, Parser } from './parser.server.ts';
import { parsePng } from './png.server.ts';
import { parseWebp } from './webp.server.ts';

const parsers: Partial<Record<MediaType, (input: Input) => Parser>> = {
  'image/jpeg': parseJpeg,
  'image/png': parsePng,
  'image/webp': parseWebp,
  'image/gif': parseGif,
};

/**
 * Removes everything from a picture that does not affect how it is drawn: place, time, names,
 * device, comments, thumbnails, further pictures, and any bytes after its end. Only the orientation
 * is kept from EXIF. Picture data is copied as it is, so nothing is recompressed. A PDF passes
 * through unchanged. Holds one piece and at most 64 KiB in memory. A truncated picture is passed on
 * as far as it goes. A truncated JPEG gets an end mark, since browsers hide the last rows without
 * one.
 *
 * @param source the bytes of the file, in pieces of any size.
 * @throws `UnreadablePicture`, also for a picture with an absurd number of parts.
 * @see docs/requirements.md#reports-and-files
 */
export async function* withoutMetadata(
  source: AsyncIterable<Uint8Array>,
  mediaType: MediaType,
): AsyncGenerator<Uint8Array, void, void> {
  const parse = parsers[mediaType];
  if (!parse) {
    yield* source;
    return;
  }
  const input: Input = { bytes: Buffer.alloc(0), at: 0, output: [], parts: 0 };
  const parser = parse(input);
  for await (const piece of source) {
    const unread = input.bytes.subarray(input.at);
    input.bytes = unread.length === 0 ? asBuffer(piece) : Buffer.concat([unread, piece]);
    input.at = 0;
    parser.next();
    if (input.output.length > 0) yield Buffer.concat(input.output.splice(0));
  }
  if (input.ending) yield input.ending;
}

const asBuffer = (piece: Uint8Array) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
