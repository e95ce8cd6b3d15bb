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
 * Takes the bytes of a file in pieces of any size and its kind; gives the same picture without what
 * does not draw: no place, time, name, device, comment, small or second picture, and nothing behind
 * its end. Of EXIF the orientation stays. What draws is given as it came, so nothing is compressed
 * again. A PDF is given as it is. Holds one piece and at most 64 KiB.
 *
 * @throws `UnreadablePicture`, also for one in absurdly many parts; a picture that ends early is
 *   given as far as it goes, a JPEG with an end mark, since browsers hide the last rows of one
 *   without.
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
  const input: Input = { bytes: Buffer.alloc(0), at: 0, kept: [], parts: 0 };
  const parser = parse(input);
  for await (const piece of source) {
    const unread = input.bytes.subarray(input.at);
    input.bytes = unread.length === 0 ? asBuffer(piece) : Buffer.concat([unread, piece]);
    input.at = 0;
    parser.next();
    if (input.kept.length > 0) yield Buffer.concat(input.kept.splice(0));
  }
  if (input.ending) yield input.ending;
}

const asBuffer = (piece: Uint8Array) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
