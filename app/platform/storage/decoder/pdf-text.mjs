/**
 * Reads the text of a PDF whose pages are text alone. Loaded by
 * app/platform/storage/decoder/decode-pdf.mjs.
 */
import { hasUncertainText } from './glyph-check.mjs';
import { listMarks, marks } from './page-check.mjs';
import { listObjects, objectTypes, readBounds } from './pdf-objects.mjs';
import { openPage } from './pdfium.mjs';

const pagesMax = 50;
const charactersMax = 100_000;
// A letterhead, a signature and a code to scan fit into it.
const pictureShareMax = 0.2;
// FPDF_TEXTRENDERMODE_INVISIBLE, and FPDF_TEXTRENDERMODE_CLIP, which shows what is drawn after it.
const unseenModes = [3, 7];
const silentMarks = new Set([marks.link, marks.popup]);
// FPDF_FORMFIELD_SIGNATURE
const signatureField = 7;

/**
 * Reads the text of all pages of a document.
 *
 * @returns {string | undefined} undefined if a page is a picture, if its text may differ from what
 *   is drawn, or if there is too much of it.
 */
export function readText(pdfium, document, pages) {
  if (pages > pagesMax) return undefined;
  let text = '';
  for (let number = 1; number <= pages; number += 1) {
    const page = openPage(pdfium, document, number);
    const ofPage = page && readPage(pdfium, document, page);
    page?.close();
    if (ofPage === undefined) return undefined;
    text += `${ofPage}\n`;
    if (text.length > charactersMax) return undefined;
  }
  return text;
}

function readPage(pdfium, document, page) {
  const objects = listObjects(pdfium, page.handle);
  if (objects.length === 0) return '';
  const isUnseen = ({ object, type }) =>
    type === objectTypes.text && unseenModes.includes(pdfium._FPDFTextObj_GetTextRenderMode(object));
  if (pictureShareOf(pdfium, page, objects) > pictureShareMax || objects.some(isUnseen)) return undefined;
  if (hasWritingMarks(pdfium, document, page) || hasUncertainText(pdfium, page.handle)) return undefined;
  const text = readCharacters(pdfium, page);
  // Lines and curves alone may draw letters too.
  return text?.trim() ? text : undefined;
}

/** Returns how much of a page its pictures cover, as a share of 1. */
function pictureShareOf(pdfium, page, objects) {
  const pictures = objects.filter(({ type }) => type === objectTypes.image || type === objectTypes.shading);
  // A picture inside a form is counted as large as the form.
  const covered = new Set(pictures.map(({ object, forms: [outer = object] }) => outer));
  const areas = [...covered].map((object) => {
    const { left, bottom, right, top } = readBounds(pdfium, object);
    return Math.abs((right - left) * (top - bottom));
  });
  return areas.reduce((sum, area) => sum + area, 0) / (page.width * page.height);
}

/** Checks whether a page has marks or fields to fill in, whose words its text lacks. */
const hasWritingMarks = (pdfium, document, page) =>
  listMarks(pdfium, page.handle, (mark, subtype) =>
    subtype === marks.widget
      ? pdfium._FPDFAnnot_GetFormFieldType(document.form, mark) !== signatureField
      : !silentMarks.has(subtype),
  ).some(Boolean);

/** Reads the characters of a page; undefined if one of them is not known. */
function readCharacters(pdfium, page) {
  const text = pdfium._FPDFText_LoadPage(page.handle);
  try {
    const count = pdfium._FPDFText_CountChars(text);
    if (count > charactersMax) return undefined;
    const codes = Array.from({ length: Math.max(0, count) }, (_, index) =>
      pdfium._FPDFText_HasUnicodeMapError(text, index) === 1 ? 0 : pdfium._FPDFText_GetUnicode(text, index),
    );
    return codes.includes(0) ? undefined : codes.map(toCharacter).join('');
  } finally {
    pdfium._FPDFText_ClosePage(text);
  }
}

const toCharacter = (code) => String.fromCodePoint(Math.min(code, 0x10ffff));
