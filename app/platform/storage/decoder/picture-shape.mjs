/**
 * Computes how large pictures of any shape are made. Pure: loaded by the programs that decode, and
 * by the page that sends photos, so that both keep the same readable.
 */

// A4 is 1.4, the screen of a phone 2.2. What is longer would be a thin line in a square.
const longFrom = 2.5;
const veryLongFrom = 4;
// The longest side a WebP may have is 16,383. Less is enough in a smaller square.
const longSideMax = 16_000;
const pixelsMax = 12_000_000;
const wholeSide = 1800;
const paperShape = Math.SQRT2;

const lengthOf = ({ width, height }) => Math.max(width, height) / Math.min(width, height);

/** Returns whether so much of a picture is length that it has to be read bit by bit. */
export const isVeryLong = (size) => lengthOf(size) > veryLongFrom;

/**
 * Returns the size that fits a square of `side`. A long picture may be larger: as wide as a paper
 * in that square, 16,000 a side and 12 megapixels at most (less in a square under 1,800), since its
 * short side decides whether it can be read.
 *
 * @param {{ width: number, height: number }} size the size of the picture.
 * @param {number} side the longest side of one that is not long, in pixels.
 */
export function readingSizeOf(size, side) {
  const { width, height } = size;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const part = Math.min(1, side / wholeSide);
  const bounds = [
    side / paperShape / short,
    (part * longSideMax) / long,
    part * Math.sqrt(pixelsMax / short / long),
  ];
  const scale = long / short > longFrom ? Math.min(...bounds) : side / long;
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

/**
 * Returns the part of a picture that a small copy shows: all of it, or of a very long one its
 * beginning in the shape of a paper.
 *
 * @param {{ width: number, height: number }} size the size of the picture.
 */
export function shownPartOf(size) {
  const { width, height } = size;
  if (!isVeryLong(size)) return { left: 0, top: 0, width, height };
  const longest = Math.max(1, Math.round(Math.min(width, height) * paperShape));
  return { left: 0, top: 0, width: Math.min(width, longest), height: Math.min(height, longest) };
}
