import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { MediaType } from './media-types.ts';

/** A picture whose parts cannot be told from each other. */
export class UnreadablePicture extends Error {}

/** The bytes that are there and not read yet, and what of them is kept. */
type Input = { bytes: Buffer; at: number; kept: Buffer[]; parts: number };

/** Reads a picture as far as its bytes have come; yields when it needs more. */
type Parser = Generator<undefined, void, void>;

const parsers: Partial<Record<MediaType, (input: Input) => Parser>> = {
  'image/jpeg': parseJpeg,
  'image/png': parsePng,
  'image/webp': parseWebp,
  'image/gif': parseGif,
};

// What is read of an EXIF block to find the orientation in it.
const exifBytesMax = 64 * 1024;
const zeros = Buffer.alloc(64 * 1024);
// Each part costs a little time of the server; a real picture of 25 MB has some thousands.
const partsMax = 100_000;

/**
 * Takes the bytes of a file in pieces of any size and its kind; gives the same picture without what
 * does not draw: no place, time, name, device, comment, small or second picture, and nothing behind
 * its end. Of EXIF the orientation stays. What draws is given as it came, so nothing is compressed
 * again. A PDF is given as it is. Holds one piece and at most 64 KiB.
 *
 * @throws `UnreadablePicture`, also for one in absurdly many parts; a picture that ends early is
 *   given as far as it goes.
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
}

const asBuffer = (piece: Uint8Array) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);

function countPart(input: Input): void {
  input.parts += 1;
  if (input.parts > partsMax) throw new UnreadablePicture();
}

function* need(input: Input, bytes: number): Parser {
  while (input.bytes.length - input.at < bytes) yield;
}

function* pass(input: Input, bytes: number, isKept: boolean): Parser {
  for (let rest = bytes; rest > 0; ) {
    if (input.at === input.bytes.length) yield;
    const end = Math.min(input.at + rest, input.bytes.length);
    if (isKept) input.kept.push(input.bytes.subarray(input.at, end));
    rest -= end - input.at;
    input.at = end;
  }
}

const copy = (input: Input, bytes: number) => pass(input, bytes, true);
const skip = (input: Input, bytes: number) => pass(input, bytes, false);

function* skipRest(input: Input): Parser {
  for (;;) {
    input.at = input.bytes.length;
    yield;
  }
}

function* take(input: Input, bytes: number): Generator<undefined, Buffer, void> {
  yield* need(input, bytes);
  input.at += bytes;
  return input.bytes.subarray(input.at - bytes, input.at);
}

// ---- EXIF ----

const exifMark = Buffer.from('Exif\0\0', 'latin1');
const orientationTag = 0x0112;
const upright = 1;

/** The orientation that a TIFF block says, 1 where it says none. */
function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return upright;
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const read32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = read32(4);
  if (read16(2) !== 42 || directory + 2 > tiff.length) return upright;
  const count = read16(directory);
  for (let index = 0, at = directory + 2; index < count && at + 12 <= tiff.length; index += 1, at += 12) {
    if (read16(at) !== orientationTag) continue;
    const isLong = read16(at + 2) === 4;
    const value = isLong ? read32(at + 8) : read16(at + 8);
    return value >= 1 && value <= 8 ? value : upright;
  }
  return upright;
}

/** A TIFF block that says an orientation and nothing else. */
function tiffOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(orientationTag, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

// ---- JPEG ----

const jpegMarkers = {
  temporary: 0x01,
  restarts: [0xd0, 0xd7],
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  comment: 0xfe,
} as const;

/**
 * Frames but for the reserved one (C8), tables of Huffman and arithmetic codes, quantization and
 * restart interval.
 */
const drawsInJpeg = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || marker === 0xdb || marker === 0xdd;

/** Decoders stop at the others, so there is no picture in what follows. */
const isKnownInJpeg = (marker: number) =>
  drawsInJpeg(marker) ||
  (marker >= jpegMarkers.scan && marker <= 0xdd) ||
  (marker >= jpegMarkers.app0 && marker <= 0xef) ||
  marker === jpegMarkers.comment;

const isRestart = (marker: number) => marker >= jpegMarkers.restarts[0] && marker <= jpegMarkers.restarts[1];

const jfifMark = Buffer.from('JFIF\0', 'latin1');
const iccMark = Buffer.from('ICC_PROFILE\0', 'latin1');
const adobeMark = Buffer.from('Adobe', 'latin1');
// Mark, version, units and density; then no small picture.
const jfifBytes = 12;
const adobeBytes = 12;

function* parseJpeg(input: Input): Parser {
  yield* copy(input, 2);
  let hasJfif = false;
  let hasExif = false;
  for (;;) {
    const marker = yield* nextMarker(input);
    if (marker === jpegMarkers.end) {
      input.kept.push(Buffer.from([0xff, marker]));
      yield* skipRest(input);
    }
    if (marker === jpegMarkers.temporary || isRestart(marker)) continue;
    if (!isKnownInJpeg(marker)) throw new UnreadablePicture();
    const bytes = (yield* take(input, 2)).readUInt16BE(0) - 2;
    if (bytes < 0) throw new UnreadablePicture();

    if (marker === jpegMarkers.app0 && !hasJfif) {
      const start = yield* take(input, Math.min(bytes, jfifBytes + 2));
      hasJfif = start.length === jfifBytes + 2 && startsWith(start, jfifMark);
      if (hasJfif) input.kept.push(segmentOf(marker, start.subarray(0, jfifBytes), Buffer.alloc(2)));
      yield* skip(input, bytes - start.length);
    } else if (marker === jpegMarkers.app1 && !hasExif) {
      const segment = yield* take(input, bytes);
      hasExif = startsWith(segment, exifMark);
      const orientation = hasExif ? orientationOf(segment.subarray(exifMark.length)) : upright;
      if (orientation !== upright) input.kept.push(segmentOf(marker, exifMark, tiffOf(orientation)));
    } else if (marker === jpegMarkers.app2) {
      const start = yield* take(input, Math.min(bytes, iccMark.length));
      const isProfile = startsWith(start, iccMark);
      if (isProfile) input.kept.push(headOf(marker, bytes), start);
      yield* pass(input, bytes - start.length, isProfile);
    } else if (marker === jpegMarkers.app14) {
      const start = yield* take(input, Math.min(bytes, adobeBytes));
      const isAdobe = start.length === adobeBytes && startsWith(start, adobeMark);
      if (isAdobe) input.kept.push(segmentOf(marker, start));
      yield* skip(input, bytes - start.length);
    } else if (drawsInJpeg(marker) || marker === jpegMarkers.scan) {
      input.kept.push(headOf(marker, bytes));
      yield* copy(input, bytes);
      if (marker === jpegMarkers.scan) yield* copyScan(input);
    } else {
      yield* skip(input, bytes);
    }
  }
}

/**
 * Passes over what stands between two segments, as decoders do.
 *
 * @returns the code of the next marker.
 */
function* nextMarker(input: Input): Generator<undefined, number, void> {
  countPart(input);
  for (;;) {
    const { bytes } = input;
    let at = input.at;
    for (; at + 1 < bytes.length; at += 1) {
      const code = bytes[at + 1] ?? 0;
      if (bytes[at] !== 0xff || code === 0xff || code === 0) continue;
      input.at = at + 2;
      return code;
    }
    // The last byte may begin a marker.
    input.at = at;
    yield;
  }
}

/** Copies coded data up to the next marker that is no restart. */
function* copyScan(input: Input): Parser {
  for (;;) {
    const { bytes } = input;
    const from = input.at;
    let at = from;
    while (at + 1 < bytes.length) {
      const next = bytes[at + 1] ?? 0;
      if (bytes[at] !== 0xff) at += 1;
      else if (next === 0xff) at += 1;
      else if (next === 0 || isRestart(next)) at += 2;
      else break;
    }
    const isMarker = at + 1 < bytes.length;
    // The last byte waits for the next one where it may begin a marker.
    if (!isMarker && at < bytes.length && bytes[at] !== 0xff) at += 1;
    if (at > from) input.kept.push(bytes.subarray(from, at));
    input.at = at;
    if (isMarker) return;
    yield;
  }
}

const startsWith = (content: Buffer, mark: Buffer) => content.subarray(0, mark.length).equals(mark);

function headOf(marker: number, bytes: number): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes + 2, 2);
  return head;
}

function segmentOf(marker: number, ...parts: Buffer[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([headOf(marker, bytes), ...parts]);
}

// ---- PNG ----

/**
 * The chunks that draw, also those of an animation, and those that say the colours, with the most
 * bytes each may have.
 */
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
// The name of a colour profile is free text.
const profileName = Buffer.from('ICC\0', 'latin1');

function* parsePng(input: Input): Parser {
  yield* copy(input, 8);
  let hasProfile = false;
  let hasExif = false;
  for (;;) {
    countPart(input);
    const head = yield* take(input, 8);
    const bytes = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    const isCritical = /^[A-Z]/.test(type);
    if (!/^[A-Za-z]{4}$/.test(type) || bytes > 0x7fff_ffff) throw new UnreadablePicture();
    if (type === 'IEND') {
      input.kept.push(pngEnd);
      yield* skipRest(input);
    }
    if (type === 'iCCP' && !hasProfile) {
      hasProfile = true;
      yield* copyProfile(input, bytes);
    } else if (type === 'eXIf' && !hasExif) {
      hasExif = true;
      const start = yield* take(input, Math.min(bytes, exifBytesMax));
      const orientation = orientationOf(start);
      if (orientation !== upright) input.kept.push(pngChunkOf('eXIf', tiffOf(orientation)));
      yield* skip(input, bytes - start.length + 4);
    } else if (bytes <= (pngChunks[type] ?? -1)) {
      input.kept.push(head);
      yield* copy(input, bytes + 4);
    } else {
      if (isCritical) throw new UnreadablePicture();
      yield* skip(input, bytes + 4);
    }
  }
}

/** Copies a colour profile under a name that says nothing. */
function* copyProfile(input: Input, bytes: number): Parser {
  const window = Math.min(bytes, profileNameBytesMax + 1);
  yield* need(input, window);
  const nameBytes = input.bytes.subarray(input.at, input.at + window).indexOf(0) + 1;
  if (nameBytes === 0) {
    yield* skip(input, bytes + 4);
    return;
  }
  yield* skip(input, nameBytes);
  const head = Buffer.alloc(8 + profileName.length);
  head.writeUInt32BE(bytes - nameBytes + profileName.length, 0);
  head.write('iCCP', 4, 'latin1');
  profileName.copy(head, 8);
  input.kept.push(head);
  let sum = crc32(head.subarray(4));
  for (let rest = bytes - nameBytes; rest > 0; ) {
    if (input.at === input.bytes.length) yield;
    const part = input.bytes.subarray(input.at, Math.min(input.at + rest, input.bytes.length));
    sum = crc32(part, sum);
    yield* copy(input, part.length);
    rest -= part.length;
  }
  const check = Buffer.alloc(4);
  check.writeUInt32BE(sum, 0);
  input.kept.push(check);
  yield* skip(input, 4);
}

function pngChunkOf(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
}

// ---- WebP ----

/*
 * The file begins with its own size, which is not known before its end has come, so nothing is
 * taken out: what does not draw becomes zeros of the same length.
 */
const webpChunks = ['VP8 ', 'VP8L', 'ALPH', 'ICCP'];
const webpFrameChunks = ['VP8 ', 'VP8L', 'ALPH'];
const emptyChunk = Buffer.from('JUNK', 'latin1');
// Animation, EXIF, alpha, profile; not XMP.
const webpFlags = 0b0011_1010;
const webpHeaderBytes = 10;
const webpAnimationBytes = 6;
const webpFrameHeaderBytes = 16;

function* parseWebp(input: Input): Parser {
  const head = yield* take(input, 12);
  const bytes = head.readUInt32LE(4) - 4;
  if (head.toString('latin1', 8, 12) !== 'WEBP' || bytes < 0) throw new UnreadablePicture();
  input.kept.push(head);
  yield* parseWebpChunks(input, bytes, webpChunks);
  yield* skipRest(input);
}

function* parseWebpChunks(input: Input, all: number, drawing: string[]): Parser {
  let rest = all;
  while (rest >= 8) {
    countPart(input);
    const head = yield* take(input, 8);
    const type = head.toString('latin1', 0, 4);
    const said = head.readUInt32LE(4);
    // One that says it is longer than what it stands in ends with it.
    const bytes = Math.min(said, rest - 8);
    const padding = Math.min(said % 2, rest - 8 - bytes);
    rest -= 8 + bytes + padding;
    if (drawing.includes(type)) {
      input.kept.push(head);
      yield* copy(input, bytes);
    } else if (drawing === webpChunks && type === 'VP8X' && bytes >= webpHeaderBytes) {
      input.kept.push(head);
      const header = Buffer.from(yield* take(input, webpHeaderBytes));
      header[0] = (header[0] ?? 0) & webpFlags;
      header.fill(0, 1, 4);
      input.kept.push(header);
      yield* blank(input, bytes - webpHeaderBytes);
    } else if (drawing === webpChunks && type === 'ANIM' && bytes >= webpAnimationBytes) {
      input.kept.push(head);
      yield* copy(input, webpAnimationBytes);
      yield* blank(input, bytes - webpAnimationBytes);
    } else if (drawing === webpChunks && type === 'ANMF' && bytes >= webpFrameHeaderBytes) {
      input.kept.push(head);
      yield* copy(input, webpFrameHeaderBytes);
      yield* parseWebpChunks(input, bytes - webpFrameHeaderBytes, webpFrameChunks);
    } else if (drawing === webpChunks && type === 'EXIF') {
      input.kept.push(head);
      yield* reduceExif(input, bytes);
    } else {
      input.kept.push(Buffer.concat([emptyChunk, head.subarray(4)]));
      yield* blank(input, bytes);
    }
    yield* blank(input, padding);
  }
  yield* blank(input, rest);
}

/** Leaves the orientation of an EXIF block, and zeros as long as the rest of it. */
function* reduceExif(input: Input, bytes: number): Parser {
  const start = yield* take(input, Math.min(bytes, exifBytesMax));
  const mark = startsWith(start, exifMark) ? exifMark : Buffer.alloc(0);
  const exif = Buffer.concat([mark, tiffOf(orientationOf(start.subarray(mark.length)))]);
  const reduced = Buffer.alloc(start.length);
  if (exif.length <= reduced.length) exif.copy(reduced);
  input.kept.push(reduced);
  yield* blank(input, bytes - start.length);
}

function* blank(input: Input, bytes: number): Parser {
  for (let rest = bytes; rest > 0; ) {
    if (input.at === input.bytes.length) yield;
    const passed = Math.min(rest, input.bytes.length - input.at, zeros.length);
    input.kept.push(zeros.subarray(0, passed));
    input.at += passed;
    rest -= passed;
  }
}

// ---- GIF ----

const gifImage = 0x2c;
const gifExtension = 0x21;
const gifTrailer = 0x3b;
const gifControl = 0xf9;
const gifApplication = 0xff;
const loopingApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

const gifTableBytes = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

function* parseGif(input: Input): Parser {
  yield* copy(input, 10);
  yield* need(input, 1);
  yield* copy(input, 3 + gifTableBytes(input.bytes[input.at] ?? 0));
  for (;;) {
    countPart(input);
    const [block] = yield* take(input, 1);
    if (block === gifImage) {
      const head = yield* take(input, 9);
      input.kept.push(Buffer.from([gifImage]), head);
      yield* copy(input, gifTableBytes(head[8] ?? 0) + 1);
      yield* passBlocks(input, true);
    } else if (block === gifExtension) {
      const [label] = yield* take(input, 1);
      if (label === gifControl) yield* copyControl(input);
      else if (label === gifApplication) yield* copyLoop(input);
      else yield* passBlocks(input, false);
    } else {
      // The end; or bytes that are no block, at which readers stop too.
      input.kept.push(Buffer.from([gifTrailer]));
      yield* skipRest(input);
    }
  }
}

/** Passes blocks that begin with their length, up to the empty one. */
function* passBlocks(input: Input, isKept: boolean): Parser {
  let rest = 0;
  let isEnd = false;
  for (;;) {
    const { bytes } = input;
    const from = input.at;
    let at = from;
    while (at < bytes.length && !isEnd) {
      if (rest === 0) {
        rest = bytes[at] ?? 0;
        isEnd = rest === 0;
        at += 1;
      } else {
        const step = Math.min(rest, bytes.length - at);
        rest -= step;
        at += step;
      }
    }
    if (isKept && at > from) input.kept.push(bytes.subarray(from, at));
    input.at = at;
    if (isEnd) return;
    yield;
  }
}

/** How long a frame stands, and which colour is clear. */
function* copyControl(input: Input): Parser {
  const size = yield* firstBlock(input);
  if (size === 4) {
    const control = yield* take(input, 4);
    input.kept.push(Buffer.from([gifExtension, gifControl, 4, ...control, 0]));
  } else {
    yield* skip(input, size);
  }
  if (size > 0) yield* passBlocks(input, false);
}

/** Of what applications have written only how often an animation is shown. */
function* copyLoop(input: Input): Parser {
  const size = yield* firstBlock(input);
  if (size === 0) return;
  const name = (yield* take(input, size)).toString('latin1');
  if (!loopingApplications.includes(name)) {
    yield* passBlocks(input, false);
    return;
  }
  for (let bytes = yield* firstBlock(input); bytes > 0; bytes = yield* firstBlock(input)) {
    countPart(input);
    const [kind, ...times] = yield* take(input, bytes);
    if (kind !== 1 || times.length !== 2) continue;
    const head = Buffer.from([gifExtension, gifApplication, name.length]);
    input.kept.push(head, Buffer.from(name, 'latin1'), Buffer.from([3, 1, ...times, 0]));
    yield* passBlocks(input, false);
    return;
  }
}

function* firstBlock(input: Input): Generator<undefined, number, void> {
  const [size = 0] = yield* take(input, 1);
  return size;
}
