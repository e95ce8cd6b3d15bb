/**
 * Finds what the drawings of releases before `drawingVersion` 3 lacked and today's have. Loaded by
 * app/platform/storage/decoder/decode-pdf.mjs.
 */
import { hasForeignText } from './glyph-check.mjs';
import { listMarks } from './page-check.mjs';
import { findReach } from './pdf-tiles.mjs';

// The longest side of the drawing that doctors read. They lost strokes at twice the reach of today.
const side = 1800 / 2;
// FPDF_ANNOT_LINE, FPDF_ANNOT_POLYGON and FPDF_ANNOT_POLYLINE
const undrawnMarks = [4, 7, 8];

/**
 * Finds what a drawing of an earlier release lacked. Call it before the page is drawn, which gives
 * marks a drawing.
 *
 * @param page the page, as `openPage` returns it.
 */
export function findEarlierLacks(pdfium, page, { isRewritten }) {
  const hasUndrawnMark = listMarks(
    pdfium,
    page.handle,
    (mark, subtype) => undrawnMarks.includes(subtype) && !pdfium._EPDFAnnot_HasAppearanceStream(mark, 0),
  ).some(Boolean);
  return [
    (isRewritten || hasForeignText(pdfium, page.handle)) && 'missingFont',
    Math.min(...findReach(pdfium, page.handle)) < side && 'missingLines',
    hasUndrawnMark && 'missingMarks',
  ].filter(Boolean);
}
