/**
 * Looks for what the drawing of a page may lack. Loaded by
 * app/platform/storage/decoder/decode-pdf.mjs.
 */
import { hasUncertainText, hasVisibleText } from './glyph-check.mjs';
import { listObjects, objectTypes, readBounds } from './pdf-objects.mjs';
import { hasLostStrokes } from './pdf-tiles.mjs';

/** FPDF_ANNOT_… */
export const marks = { text: 1, link: 2, popup: 16, attachment: 17, widget: 20, caret: 14 };
// FPDF_ANNOT_FLAG_HIDDEN and FPDF_ANNOT_FLAG_NOVIEW
const hiddenFlags = 0x02 | 0x20;
const normalAppearance = 0;
// Smaller pictures are lines and dots.
const pictureSideMin = 8;
const white = 0xffffffff;
const pictureCodes = new Set(['JBIG2Decode', 'CCITTFaxDecode', 'JPXDecode', 'DCTDecode']);

/**
 * Looks for what a drawn page may lack.
 *
 * @param page the handle of the page.
 * @param drawing the pixels as `drawPage` returns them, and their width and height.
 * @returns {string[]} the notes, as in `drawingNotes` of app/platform/enums.ts.
 */
export function checkPage(pdfium, { document, page }, drawing) {
  const points = new Uint32Array(drawing.pixels.buffer, drawing.pixels.byteOffset, drawing.pixels.length / 4);
  const isBlank = points.every((point) => point === white);
  return [
    hasUncertainText(pdfium, page.handle) && 'missingFont',
    isBlank && hasContent(pdfium, page.handle) && 'nothingShown',
    !isBlank && hasMissingPicture(pdfium, page, { ...drawing, points }) && 'missingPicture',
    hasLostStrokes(pdfium, page.handle) && 'missingLines',
    hasMissingMarks(pdfium, page.handle) && 'missingMarks',
    hasAttachments(pdfium, document, page.handle) && 'attachedFiles',
  ].filter(Boolean);
}

const hasContent = (pdfium, page) =>
  listObjects(pdfium, page).some(({ type }) => type === objectTypes.image || type === objectTypes.shading) ||
  hasVisibleText(pdfium, page);

/** Checks whether a picture of a page could not be decoded and has left its place white. */
function hasMissingPicture(pdfium, page, drawing) {
  return listObjects(pdfium, page.handle).some(({ object, type, forms }) => {
    if (type !== objectTypes.image || forms.length > 0) return false;
    const place = placeOf(pdfium, { page, object }, drawing);
    if (place.right - place.left < pictureSideMin || place.bottom - place.top < pictureSideMin) return false;
    return isWhite(drawing, place) && (hasPictureCode(pdfium, object) || !canDecode(pdfium, object));
  });
}

/** Checks whether a picture is in a code that PDFium draws as white if it cannot read it. */
function hasPictureCode(pdfium, object) {
  return Array.from({ length: pdfium._FPDFImageObj_GetImageFilterCount(object) }, (_, index) => {
    const bytes = pdfium._FPDFImageObj_GetImageFilter(object, index, 0, 0);
    const at = pdfium.wasmExports.malloc(bytes);
    pdfium._FPDFImageObj_GetImageFilter(object, index, at, bytes);
    const filter = pdfium.UTF8ToString(at);
    pdfium.wasmExports.free(at);
    return filter;
  }).some((filter) => pictureCodes.has(filter));
}

function canDecode(pdfium, object) {
  const bitmap = pdfium._FPDFImageObj_GetBitmap(object);
  if (bitmap) pdfium._FPDFBitmap_Destroy(bitmap);
  return Boolean(bitmap);
}

/** Returns the place of an object in a drawing, in pixels. */
function placeOf(pdfium, { page, object }, { width, height }) {
  const { left, bottom, right, top } = readBounds(pdfium, object);
  const at = pdfium.wasmExports.malloc(8);
  const corners = [
    [left, bottom],
    [right, top],
  ].map(([x, y]) => {
    pdfium._FPDF_PageToDevice(page.handle, 0, 0, width, height, 0, x, y, at, at + 4);
    return pdfium.HEAP32.slice(at >> 2, (at >> 2) + 2);
  });
  pdfium.wasmExports.free(at);
  const within = (value, max) => Math.min(max, Math.max(0, value));
  const [xs, ys] = [0, 1].map((axis) =>
    corners.map((corner) => corner[axis]).sort((one, other) => one - other),
  );
  return {
    left: within(xs[0], width),
    right: within(xs[1], width),
    top: within(ys[0], height),
    bottom: within(ys[1], height),
  };
}

function isWhite({ points, width }, { left, right, top, bottom }) {
  for (let y = top; y < bottom; y += 1)
    if (points.subarray(y * width + left, y * width + right).some((point) => point !== white)) return false;
  return true;
}

/** Checks whether a page has marks or comments that are not drawn. Links and windows are no marks. */
function hasMissingMarks(pdfium, page) {
  return listMarks(pdfium, page, (mark, subtype) => {
    if ([marks.link, marks.popup, marks.widget, marks.attachment].includes(subtype)) return false;
    if (pdfium._FPDFAnnot_GetFlags(mark) & hiddenFlags) return false;
    // The words of a comment are in a window of its own, which no page shows.
    return (
      [marks.text, marks.caret].includes(subtype) ||
      !pdfium._EPDFAnnot_HasAppearanceStream(mark, normalAppearance)
    );
  }).some(Boolean);
}

const hasAttachments = (pdfium, document, page) =>
  pdfium._FPDFDoc_GetAttachmentCount(document.handle) > 0 ||
  listMarks(pdfium, page, (_mark, subtype) => subtype === marks.attachment).some(Boolean);

/** Calls a function with the handle and subtype of each mark of a page. */
export function listMarks(pdfium, page, read) {
  return Array.from({ length: pdfium._FPDFPage_GetAnnotCount(page) }, (_, index) => {
    const mark = pdfium._FPDFPage_GetAnnot(page, index);
    const result = read(mark, pdfium._FPDFAnnot_GetSubtype(mark));
    pdfium._FPDFPage_CloseAnnot(mark);
    return result;
  });
}
