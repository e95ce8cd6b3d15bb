import { Buffer } from 'node:buffer';
import { buildTiff, exifBytesMax, exifMark, readOrientation } from './exif.server.ts';
import {
  blankBytes,
  copyBytes,
  countPart,
  type Input,
  type Parser,
  skipRest,
  startsWith,
  takeBytes,
  UnreadablePicture,
} from './parser.server.ts';

/*
 * The file begins with its own size, which is unknown until its end has arrived. Therefore nothing
 * is removed: parts that do not affect drawing become zeros of the same length.
 */
const webpChunks = ['VP8 ', 'VP8L', 'ALPH', 'ICCP'];
const webpFrameChunks = ['VP8 ', 'VP8L', 'ALPH'];
const emptyChunk = Buffer.from('JUNK', 'latin1');
// Animation, EXIF, alpha and profile, but not XMP.
const webpFlags = 0b0011_1010;
const webpHeaderBytes = 10;
const webpAnimationBytes = 6;
const webpFrameHeaderBytes = 16;

/** Parses a WebP and keeps only the parts that affect how it is drawn. */
export function* parseWebp(input: Input): Parser {
  const head = yield* takeBytes(input, 12);
  const bytes = head.readUInt32LE(4) - 4;
  if (head.toString('latin1', 8, 12) !== 'WEBP' || bytes < 0) throw new UnreadablePicture();
  input.output.push(head);
  yield* parseWebpChunks(input, bytes, webpChunks);
  yield* skipRest(input);
}

function* parseWebpChunks(input: Input, totalBytes: number, drawing: string[]): Parser {
  let remaining = totalBytes;
  while (remaining >= 8) {
    countPart(input);
    const head = yield* takeBytes(input, 8);
    const type = head.toString('latin1', 0, 4);
    const declaredBytes = head.readUInt32LE(4);
    // A chunk that claims to be longer than its container ends with the container.
    const bytes = Math.min(declaredBytes, remaining - 8);
    const padding = Math.min(declaredBytes % 2, remaining - 8 - bytes);
    remaining -= 8 + bytes + padding;
    if (drawing.includes(type)) {
      input.output.push(head);
      yield* copyBytes(input, bytes);
    } else if (drawing === webpChunks && type === 'VP8X' && bytes >= webpHeaderBytes) {
      input.output.push(head);
      const header = Buffer.from(yield* takeBytes(input, webpHeaderBytes));
      header[0] = (header[0] ?? 0) & webpFlags;
      header.fill(0, 1, 4);
      input.output.push(header);
      yield* blankBytes(input, bytes - webpHeaderBytes);
    } else if (drawing === webpChunks && type === 'ANIM' && bytes >= webpAnimationBytes) {
      input.output.push(head);
      yield* copyBytes(input, webpAnimationBytes);
      yield* blankBytes(input, bytes - webpAnimationBytes);
    } else if (drawing === webpChunks && type === 'ANMF' && bytes >= webpFrameHeaderBytes) {
      input.output.push(head);
      yield* copyBytes(input, webpFrameHeaderBytes);
      yield* parseWebpChunks(input, bytes - webpFrameHeaderBytes, webpFrameChunks);
    } else if (drawing === webpChunks && type === 'EXIF') {
      input.output.push(head);
      yield* reduceExif(input, bytes);
    } else {
      input.output.push(Buffer.concat([emptyChunk, head.subarray(4)]));
      yield* blankBytes(input, bytes);
    }
    yield* blankBytes(input, padding);
  }
  yield* blankBytes(input, remaining);
}

/** Reduces an EXIF block to its orientation and fills the rest with zeros. */
function* reduceExif(input: Input, bytes: number): Parser {
  const start = yield* takeBytes(input, Math.min(bytes, exifBytesMax));
  const mark = startsWith(start, exifMark) ? exifMark : Buffer.alloc(0);
  const exif = Buffer.concat([mark, buildTiff(readOrientation(start.subarray(mark.length)))]);
  const reduced = Buffer.alloc(start.length);
  if (exif.length <= reduced.length) exif.copy(reduced);
  input.output.push(reduced);
  yield* blankBytes(input, bytes - start.length);
}
