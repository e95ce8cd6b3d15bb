/**
 * Computes display sizes for pictures of any shape. Pure: loaded by the decoding programs and by
 * the page that sends photos, so that both keep pictures equally readable.
 */

// A4 is 1.4 and a phone screen 2.2. A longer picture would be a thin line in a square.
const longFrom = 2.5;
const veryLongFrom = 4;
// The longest side of a WebP is 16,383. A smaller square needs less.
const longSideMax = 16_000;
const pixelsMax = 12_000_000;

/** The longest side of a page drawn in the normal size, in pixels. */
export const wholeSide = 1800;

const paperShape = Math.SQRT2;

const lengthOf = ({ width, height }) => Math.max(width, height) / Math.min(width, height);

/** Checks whether a picture is so long that it has to be read in sections. */
export const isVeryLong = (size) => lengthOf(size) > veryLongFrom;

/**
 * Returns the size that fits a square of `side`. A long picture may be larger, since its short side
 * decides whether it can be read. It becomes as wide as a sheet of paper in that square, with at
 * most 16,000 px a side and 12 megapixels (less in a square under 1,800).
 *
 * @param {{ width: number, height: number }} size the size of the picture.
 * @param {number} side the longest side of a picture that is not long, in pixels.
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
 * Returns the part of a picture that a small copy shows: all of it, or for a very long picture its
 * beginning in the proportions of paper.
 *
 * @param {{ width: number, height: number }} size the size of the picture.
 */
export function shownPartOf(size) {
  const { width, height } = size;
  if (!isVeryLong(size)) return { left: 0, top: 0, width, height };
  const longest = Math.max(1, Math.round(Math.min(width, height) * paperShape));
  return { left: 0, top: 0, width: Math.min(width, longest), height: Math.min(height, longest) };
}
