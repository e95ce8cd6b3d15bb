/** Detects truncated pictures. Loaded by app/platform/storage/decoder/decode.mjs. */
import { Buffer } from 'node:buffer';

// The end of a JPEG that arrived without an end mark
// (app/platform/storage/metadata/jpeg.server.ts).
const addedEnd = Buffer.from([0xff, 0xff, 0xd9]);

/**
 * Checks whether a picture arrived without its end mark. Decoding shows if anything else is
 * missing.
 */
export const lacksEnd = {
  jpeg: (content) => content.subarray(-addedEnd.length).equals(addedEnd),
  png: (content) => !['', 'IEND'].includes(lastChunkOf(content).type),
  webp: () => false,
  gif: () => false,
};

/**
 * Checks whether the container ends earlier than it states. A decoder that reads one frame does not
 * notice every missing end.
 */
export const endsEarly = {
  // Files with extra data after the picture are common. The decoder itself reports a missing end.
  jpeg: (content) => lacksEnd.jpeg(content) && lacksScans(content),

  // A picture that lacks only its end chunk is complete. A chunk that draws nothing may be cut.
  png(content) {
    const { type, isCut, isAnimated } = lastChunkOf(content);
    if (type === 'IEND') return false;
    return isAnimated || (isCut && !/^[a-z]/.test(type));
  },

  // One byte of tolerance: writers that do not pad an odd last chunk still count the padding.
  webp: (content) => content.length < 12 || content.readUInt32LE(4) + 8 > content.length + 1,

  gif(content) {
    if (content.length < 13) return true;
    const tableBytes = (packed) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
    let at = 13 + tableBytes(content[10]);
    while (at < content.length) {
      const block = content[at];
      if (block === 0x3b) return false;
      if (block === 0x21) at += 2;
      else if (block === 0x2c) at += 11 + tableBytes(content[at + 9] ?? 0);
      else return false; // damaged, not short
      while (at < content.length && content[at] !== 0) at += 1 + content[at];
      at += 1;
    }
    // Some writers omit the trailer byte. A file that ends between two blocks is complete.
    return at > content.length;
  },
};

/** Returns the end chunk of a PNG, or else its last chunk, and whether the file ends within it. */
function lastChunkOf(content) {
  let last = { type: '', isCut: content.length < 20, isAnimated: false };
  for (let at = 8; at + 8 <= content.length; ) {
    const type = content.toString('latin1', at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type)) break; // damaged, not short
    at += 12 + content.readUInt32BE(at);
    last = { type, isCut: at > content.length, isAnimated: last.isAnimated || type === 'acTL' };
    if (type === 'IEND') break;
  }
  return last;
}

// Frames that libjpeg draws: baseline, extended, progressive.
const frames = [0xc0, 0xc1, 0xc2];
const scan = 0xda;

/**
 * Checks whether a JPEG of several scans ends before the last of them. libjpeg would draw the rest
 * blurred or without colours.
 */
function lacksScans(content) {
  // For each component, the number of low bits still missing from each of its 64 coefficients.
  let missing;
  for (let at = 2; at + 4 < content.length; ) {
    const marker = content[at + 1];
    if (content[at] !== 0xff || marker === 0xff || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9)) {
      at += 1;
      continue;
    }
    const segment = content.subarray(at + 4, at + 2 + content.readUInt16BE(at + 2));
    if (frames.includes(marker))
      missing = new Map(componentsOf(segment).map((id) => [id, Array(64).fill(16)]));
    if (marker === scan && missing) noteScan(missing, segment);
    at += 2 + content.readUInt16BE(at + 2);
  }
  return missing !== undefined && [...missing.values()].some((bits) => bits.some((count) => count > 0));
}

const componentsOf = (frame) => Array.from({ length: frame[5] ?? 0 }, (_, index) => frame[6 + 3 * index]);

function noteScan(missing, header) {
  const count = header[0] ?? 0;
  const [first, last, bits] = header.subarray(1 + 2 * count);
  for (let index = 0; index < count; index += 1) {
    missing.get(header[1 + 2 * index])?.fill(bits & 15, first, last + 1);
  }
}
