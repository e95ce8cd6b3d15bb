import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { buildTiff, exifBytesMax, readOrientation, uprightOrientation } from './exif.server.ts';
import {
  copyBytes,
  countPart,
  type Input,
  type Parser,
  requireBytes,
  skipBytes,
  skipRest,
  takeBytes,
  UnreadablePicture,
} from './parser.server.ts';

/** The chunks that affect drawing, animation and colour, with the maximum size of each in bytes. */
const pngChunks: Record<string, number> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  cICP: 4,
  sBIT: 4,
  bKGD: 6,
  pHYs: 9,
  acTL: 8,
  fcTL: 26,
  fdAT: Number.POSITIVE_INFINITY,
};

const pngEnd = pngChunkOf('IEND', Buffer.alloc(0));
const profileNameBytesMax = 79;
// The name of a colour profile is free text, so a fixed name replaces it.
const profileName = Buffer.from('ICC\0', 'latin1');

/** Parses a PNG and keeps only the parts that affect how it is drawn. */
export function* parsePng(input: Input): Parser {
  yield* copyBytes(input, 8);
  let hasProfile = false;
  let hasExif = false;
  for (;;) {
    countPart(input);
    const head = yield* takeBytes(input, 8);
    const bytes = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    const isCritical = /^[A-Z]/.test(type);
    if (!/^[A-Za-z]{4}$/.test(type) || bytes > 0x7fff_ffff) throw new UnreadablePicture();
    if (type === 'IEND') {
      input.output.push(pngEnd);
      yield* skipRest(input);
    }
    if (type === 'iCCP' && !hasProfile) {
      hasProfile = true;
      yield* copyProfile(input, bytes);
    } else if (type === 'eXIf' && !hasExif) {
      hasExif = true;
      const start = yield* takeBytes(input, Math.min(bytes, exifBytesMax));
      const orientation = readOrientation(start);
      if (orientation !== uprightOrientation) input.output.push(pngChunkOf('eXIf', buildTiff(orientation)));
      yield* skipBytes(input, bytes - start.length + 4);
    } else if (bytes <= (pngChunks[type] ?? -1)) {
      input.output.push(head);
      yield* copyBytes(input, bytes + 4);
    } else {
      if (isCritical) throw new UnreadablePicture();
      yield* skipBytes(input, bytes + 4);
    }
  }
}

/** Copies a colour profile under a fixed, meaningless name. */
function* copyProfile(input: Input, bytes: number): Parser {
  const window = Math.min(bytes, profileNameBytesMax + 1);
  yield* requireBytes(input, window);
  const nameBytes = input.bytes.subarray(input.at, input.at + window).indexOf(0) + 1;
  if (nameBytes === 0) {
    yield* skipBytes(input, bytes + 4);
    return;
  }
  yield* skipBytes(input, nameBytes);
  const head = Buffer.alloc(8 + profileName.length);
  head.writeUInt32BE(bytes - nameBytes + profileName.length, 0);
  head.write('iCCP', 4, 'latin1');
  profileName.copy(head, 8);
  input.output.push(head);
  let sum = crc32(head.subarray(4));
  for (let remaining = bytes - nameBytes; remaining > 0; ) {
    if (input.at === input.bytes.length) yield;
    const part = input.bytes.subarray(input.at, Math.min(input.at + remaining, input.bytes.length));
    sum = crc32(part, sum);
    yield* copyBytes(input, part.length);
    remaining -= part.length;
  }
  const check = Buffer.alloc(4);
  check.writeUInt32BE(sum, 0);
  input.output.push(check);
  yield* skipBytes(input, 4);
}

function pngChunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
}
