/**
 * Compares the drawing of characters whose font is not in the file with the text itself. Loaded by
 * app/platform/storage/decoder/decode-pdf.mjs.
 */
import { findGivenFont, readFont } from './pdf-fonts.mjs';
import { listObjects, objectTypes } from './pdf-objects.mjs';

const charactersMax = 20_000;
const glyphSize = 1;
// FPDF_FONT_TRUETYPE
const trueType = 2;
// PDFium slants and thickens glyphs, which changes their height a little.
const heightTolerance = 0.06;
// Fonts that PDFium has itself, with their own characters.
const ownFonts = /^(?:Symbol|ZapfDingbats)$/;
// The characters of Windows-1252.
const westernEuropean =
  /^[\u0020-\u00ff\u20ac\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u017d\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u017e\u0178]$/;
const invisible = /^[\s\p{Cc}\p{Cf}\ufffe\uffff]$/u;

// The fonts to compare with, in a document of their own.
const referenceFonts = new Map();
let referenceDocument;

/**
 * Checks whether a page has characters that are not in its file's fonts and are drawn as others, or
 * not at all.
 *
 * @param {number} page the handle of the page.
 */
export function hasUncertainText(pdfium, page) {
  const isMissing = ({ object, type }) => type === objectTypes.text && !isEmbedded(pdfium, object);
  if (!listObjects(pdfium, page).some(isMissing)) return false;
  const text = pdfium._FPDFText_LoadPage(page);
  try {
    const checked = new Map();
    const count = Math.min(charactersMax, pdfium._FPDFText_CountChars(text));
    for (let index = 0; index < count; index += 1) {
      const object = pdfium._FPDFText_GetTextObject(text, index);
      if (!object || isEmbedded(pdfium, object)) continue;
      const code = pdfium._FPDFText_GetUnicode(text, index);
      const font = pdfium._FPDFTextObj_GetFont(object);
      const key = `${font} ${code}`;
      if (checked.has(key)) continue;
      const isUnknown = pdfium._FPDFText_HasUnicodeMapError(text, index) === 1;
      const isSure = !isUnknown && isDrawnAs(pdfium, font, code);
      if (!isSure) return true;
      checked.set(key, isSure);
    }
    return false;
  } finally {
    pdfium._FPDFText_ClosePage(text);
  }
}

/**
 * Checks whether a page has characters beyond Western European ones whose font is not in the file.
 *
 * @param {number} page the handle of the page.
 */
export function hasForeignText(pdfium, page) {
  const text = pdfium._FPDFText_LoadPage(page);
  const count = Math.min(charactersMax, pdfium._FPDFText_CountChars(text));
  const isForeign = (_, index) => {
    const object = pdfium._FPDFText_GetTextObject(text, index);
    if (!object || isEmbedded(pdfium, object)) return false;
    const character = String.fromCodePoint(codeAt(pdfium, text, index));
    return !westernEuropean.test(character) && !invisible.test(character);
  };
  const found = Array.from({ length: count }).some(isForeign);
  pdfium._FPDFText_ClosePage(text);
  return found;
}

/** Checks whether a page has text that could be seen. */
export function hasVisibleText(pdfium, page) {
  const text = pdfium._FPDFText_LoadPage(page);
  const count = Math.min(charactersMax, pdfium._FPDFText_CountChars(text));
  const isVisible = (_, index) => !invisible.test(String.fromCodePoint(codeAt(pdfium, text, index)));
  const found = Array.from({ length: count }).some(isVisible);
  pdfium._FPDFText_ClosePage(text);
  return found;
}

const codeAt = (pdfium, text, index) => Math.min(pdfium._FPDFText_GetUnicode(text, index), 0x10ffff);

const isEmbedded = (pdfium, object) =>
  pdfium._FPDFFont_GetIsEmbedded(pdfium._FPDFTextObj_GetFont(object)) === 1;

/** Checks whether a font draws the glyph of a character. */
function isDrawnAs(pdfium, font, code) {
  if (invisible.test(String.fromCodePoint(Math.min(code, 0x10ffff)))) return true;
  const given = findGivenFont(sizeOfFont(pdfium, font));
  if (!given) return ownFonts.test(nameOfFont(pdfium, font));
  const drawn = outlineOf(pdfium, font, code);
  // PDFium takes a character that a font lacks from the sans-serif one.
  return [given, readFont('Sans-Regular')].some((expected) =>
    isSameOutline(drawn, outlineOf(pdfium, openReference(pdfium, expected), code)),
  );
}

function sizeOfFont(pdfium, font) {
  const at = pdfium.wasmExports.malloc(4);
  pdfium._FPDFFont_GetFontData(font, 0, 0, at);
  const bytes = pdfium.HEAPU32[at >> 2];
  pdfium.wasmExports.free(at);
  return bytes;
}

function nameOfFont(pdfium, font) {
  const bytes = pdfium._FPDFFont_GetBaseFontName(font, 0, 0);
  const at = pdfium.wasmExports.malloc(bytes);
  pdfium._FPDFFont_GetBaseFontName(font, at, bytes);
  const name = pdfium.UTF8ToString(at);
  pdfium.wasmExports.free(at);
  return name;
}

/** Opens a font by its own characters, to compare with. */
function openReference(pdfium, file) {
  if (!referenceFonts.has(file)) {
    referenceDocument ??= pdfium._FPDF_CreateNewDocument();
    const at = pdfium.wasmExports.malloc(file.length);
    pdfium.HEAPU8.set(file, at);
    const isComposite = 1;
    referenceFonts.set(
      file,
      pdfium._FPDFText_LoadFont(referenceDocument, at, file.length, trueType, isComposite),
    );
    pdfium.wasmExports.free(at);
  }
  return referenceFonts.get(file);
}

/** Reads the kinds of the lines of a glyph, and the heights at which they end. */
function outlineOf(pdfium, font, code) {
  const path = pdfium._FPDFFont_GetGlyphPath(font, code, glyphSize);
  if (!path) return [];
  const at = pdfium.wasmExports.malloc(8);
  const outline = Array.from({ length: pdfium._FPDFGlyphPath_CountGlyphSegments(path) }, (_, index) => {
    const segment = pdfium._FPDFGlyphPath_GetGlyphPathSegment(path, index);
    pdfium._FPDFPathSegment_GetPoint(segment, at, at + 4);
    return { kind: pdfium._FPDFPathSegment_GetType(segment), height: pdfium.HEAPF32[(at >> 2) + 1] };
  });
  pdfium.wasmExports.free(at);
  return outline;
}

const isSameOutline = (drawn, expected) =>
  expected.length > 0 &&
  drawn.length === expected.length &&
  drawn.every(
    ({ kind, height }, index) =>
      kind === expected[index].kind && Math.abs(height - expected[index].height) < heightTolerance,
  );
