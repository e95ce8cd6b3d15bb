import { Buffer } from 'node:buffer';
import { buildTiff, exifMark, readOrientation, uprightOrientation } from './exif.server.ts';
import {
  copyBytes,
  countPart,
  type Input,
  type Parser,
  passBytes,
  skipBytes,
  skipRest,
  startsWith,
  takeBytes,
  UnreadablePicture,
} from './parser.server.ts';

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
 * Checks for frames (except the reserved marker C8), tables of Huffman and arithmetic codes,
 * quantization tables and the restart interval.
 */
const drawsInJpeg = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || marker === 0xdb || marker === 0xdd;

/** Checks for the start of a frame. No second one follows a scan. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Checks for a marker that decoders know. They stop at any other, so no picture data follows it.
 */
const isKnownInJpeg = (marker: number) =>
  drawsInJpeg(marker) ||
  (marker >= jpegMarkers.scan && marker <= 0xdd) ||
  (marker >= jpegMarkers.app0 && marker <= 0xef) ||
  marker === jpegMarkers.comment;

const isRestart = (marker: number) => marker >= jpegMarkers.restarts[0] && marker <= jpegMarkers.restarts[1];

const jfifMark = Buffer.from('JFIF\0', 'latin1');
const iccMark = Buffer.from('ICC_PROFILE\0', 'latin1');
const adobeMark = Buffer.from('Adobe', 'latin1');
// Mark, version, units and density. The embedded thumbnail that may follow is dropped.
const jfifBytes = 12;
const adobeBytes = 12;

// A fill byte and the end mark. The fill byte tells the decoder that the end mark was added.
const addedEnd = Buffer.from([0xff, 0xff, jpegMarkers.end]);

/** Parses a JPEG and keeps only the parts that affect how it is drawn. */
export function* parseJpeg(input: Input): Parser {
  yield* copyBytes(input, 2);
  let hasJfif = false;
  let hasExif = false;
  for (;;) {
    const marker = yield* nextMarker(input);
    if (marker === jpegMarkers.end) {
      input.ending = undefined;
      input.output.push(Buffer.from([0xff, marker]));
      yield* skipRest(input);
    }
    if (marker === jpegMarkers.temporary || isRestart(marker)) continue;
    if (!isKnownInJpeg(marker) || (isFrame(marker) && input.ending)) yield* endAfterScan(input);
    const bytes = (yield* takeBytes(input, 2)).readUInt16BE(0) - 2;
    if (bytes < 0) yield* endAfterScan(input);

    if (marker === jpegMarkers.app0 && !hasJfif) {
      const start = yield* takeBytes(input, Math.min(bytes, jfifBytes + 2));
      hasJfif = start.length === jfifBytes + 2 && startsWith(start, jfifMark);
      if (hasJfif) input.output.push(segmentOf(marker, start.subarray(0, jfifBytes), Buffer.alloc(2)));
      yield* skipBytes(input, bytes - start.length);
    } else if (marker === jpegMarkers.app1 && !hasExif) {
      const segment = yield* takeBytes(input, bytes);
      hasExif = startsWith(segment, exifMark);
      const orientation = hasExif ? readOrientation(segment.subarray(exifMark.length)) : uprightOrientation;
      if (orientation !== uprightOrientation)
        input.output.push(segmentOf(marker, exifMark, buildTiff(orientation)));
    } else if (marker === jpegMarkers.app2) {
      const start = yield* takeBytes(input, Math.min(bytes, iccMark.length));
      const isProfile = startsWith(start, iccMark);
      if (isProfile) begin(input, headOf(marker, bytes), start);
      yield* passBytes(input, bytes - start.length, isProfile);
    } else if (marker === jpegMarkers.app14) {
      const start = yield* takeBytes(input, Math.min(bytes, adobeBytes));
      const isAdobe = start.length === adobeBytes && startsWith(start, adobeMark);
      if (isAdobe) input.output.push(segmentOf(marker, start));
      yield* skipBytes(input, bytes - start.length);
    } else if (drawsInJpeg(marker) || marker === jpegMarkers.scan) {
      begin(input, headOf(marker, bytes));
      yield* copyBytes(input, bytes);
      if (marker === jpegMarkers.scan) yield* copyScan(input);
    } else {
      yield* skipBytes(input, bytes);
    }
  }
}

/**
 * Ends the picture at a marker that cannot stand there, as where a phone's own data follow a scan
 * without an end mark. The added end mark has the decoder check that the whole scan is there.
 *
 * @throws `UnreadablePicture` if the marker does not follow a scan.
 */
function* endAfterScan(input: Input): Parser {
  if (!input.ending) throw new UnreadablePicture();
  input.output.push(input.ending);
  input.ending = undefined;
  yield* skipRest(input);
}

/** Keeps the start of a segment. No end mark may be added until the rest has arrived. */
function begin(input: Input, ...start: Buffer[]): void {
  input.output.push(...start);
  input.ending = undefined;
}

/**
 * Skips any bytes between two segments, as decoders do.
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

/** Copies coded data up to the next marker that is not a restart marker. */
function* copyScan(input: Input): Parser {
  input.ending = addedEnd;
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
    // Hold back the last byte if it may begin a marker.
    if (!isMarker && at < bytes.length && bytes[at] !== 0xff) at += 1;
    if (at > from) input.output.push(bytes.subarray(from, at));
    input.at = at;
    if (isMarker) return;
    yield;
  }
}

function headOf(marker: number, bytes: number): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes + 2, 2);
  return head;
}

function segmentOf(marker: number, ...parts: Buffer[]): Buffer {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([headOf(marker, bytes), ...parts]);
}
