/**
 * Finds out in what parts PDFium can draw a page without losing strokes. Loaded by
 * app/platform/storage/decoder/pdfium.mjs.
 */
import { listObjects, objectTypes, readMatrix } from './pdf-objects.mjs';

// PDFium strokes in a space that is enlarged by the ratio of the scales, and cuts off whatever is
// more than 32,000 units from the origin there. Half of it leaves room for lines that begin outside
// a tile.
const reachMax = 16_000;
// Smaller tiles would take too long.
const sideMin = 64;

/**
 * Returns the size of the tiles in which a page can be drawn: the whole page, unless strokes have
 * another scale across than up.
 *
 * @param page the handle of the page.
 * @param size the size of the drawing in pixels.
 */
export function findTileSize(pdfium, page, size) {
  const [width, height] = findReach(pdfium, page).map((reach) => Math.max(sideMin, reach));
  return { width: Math.min(size.width, width), height: Math.min(size.height, height) };
}

/** Checks whether a page has strokes that are lost even in the smallest tiles. */
export const hasLostStrokes = (pdfium, page) => Math.min(...findReach(pdfium, page)) < sideMin;

/** Returns how many pixels from the origin PDFium draws all strokes of a page: across and down. */
export function findReach(pdfium, page) {
  let [across, down] = [1, 1];
  for (const { object, type, forms } of listObjects(pdfium, page)) {
    if (type !== objectTypes.path) continue;
    const enlarged = findEnlargement([object, ...forms.toReversed()].map((one) => readMatrix(pdfium, one)));
    across = Math.max(across, enlarged.across);
    down = Math.max(down, enlarged.down);
  }
  const isTurned = pdfium._FPDFPage_GetRotation(page) % 2 === 1;
  return [isTurned ? down : across, isTurned ? across : down].map((factor) => Math.floor(reachMax / factor));
}

/**
 * Returns how much longer a pixel is in the space in which PDFium strokes a path.
 *
 * @param matrices the matrix of the path, and those of the forms it is inside, from the innermost.
 */
function findEnlargement(matrices) {
  const [a, b, c, d] = matrices.reduce(multiply);
  const scale = Math.max(Math.abs(a), Math.abs(b));
  const area = Math.abs(a * d - b * c);
  if (!(area > 0)) return { across: 1, down: 1 };
  return {
    across: (Math.max(Math.abs(d), Math.abs(b)) * scale) / area,
    down: (Math.max(Math.abs(c), Math.abs(a)) * scale) / area,
  };
}

const multiply = ([a, b, c, d], [a2, b2, c2, d2]) => [
  a * a2 + b * c2,
  a * b2 + b * d2,
  c * a2 + d * c2,
  c * b2 + d * d2,
];
