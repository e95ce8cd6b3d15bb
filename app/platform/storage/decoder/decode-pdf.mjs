/** Decodes PDFs with PDFium. Loaded by app/platform/storage/decoder/decode.mjs. */
import { findEarlierLacks } from './earlier-drawing.mjs';
import { completeFields } from './form-fields.mjs';
import { hasUncertainText } from './glyph-check.mjs';
import { checkPage, listMarks } from './page-check.mjs';
import { isPdfCut } from './pdf-end.mjs';
import { readText } from './pdf-text.mjs';
import { drawPage, openDocument, openPage, openPdfium, saveDocument } from './pdfium.mjs';
import { readingSizeOf } from './picture-shape.mjs';
import { declarationsOf } from './placeholder.mjs';
import sharp from './sharp.mjs';
import { withoutMissingGlyphs } from './unicode-glyphs.mjs';

// Twice the side of a thumbnail. Drawing it larger only costs time.
const thumbnailSidePx = 960;
// A larger PDF is not written again: three copies of it would not fit.
const rewrittenBytesMax = 24 * 1024 * 1024;
const dynamicFormType = 2;
const fileAttachmentSubtype = 17;

let opening;
let aborted = false;

/** Checks whether PDFium has aborted. It answers nothing after an abort. */
export const hasAborted = () => aborted;

/**
 * Draws a page of a PDF: the first one for a thumbnail, or with `page` that page for reading. If
 * text is wanted, reads that of all pages instead.
 *
 * @returns {pages, text} for text; else the number of pages, the size of the page in points, what its
 *   drawing may lack, and a function that packs the picture; or {refused}.
 */
export async function decodePdf(content, { want, page, side = thumbnailSidePx, earlier, maxPixels, draw }) {
  if (isPdfCut(content)) return { refused: 'truncated' };
  opening ??= openPdfium();
  const pdfium = await opening;
  let document;
  try {
    document = openDocument(pdfium, content);
    if (document.isLocked) return { refused: 'passwordProtected' };
    if (!document.handle) {
      const hasEnd = content.includes('startxref') || content.includes('%%EOF');
      return { refused: hasEnd ? 'unreadable' : 'truncated' };
    }
    const pages = pdfium._FPDF_GetPageCount(document.handle);
    if (pages < 1) return { refused: 'empty' };
    if (want === 'text') return { pages, text: readText(pdfium, document, pages) };
    const number = page ?? 1;
    const ofPage = (note) => ({ page: number, note });
    if (number > pages) return { refused: 'noSuchPage', pages };
    let opened = openPage(pdfium, document, number);
    if (!opened) return { refused: 'unreadable' };
    const isChecked = page === undefined && pages === 1;
    if (isChecked && (await isPlaceholder(pdfium, { document, page: opened, content }))) {
      return { refused: 'placeholder' };
    }
    const rewritten = rewriteGlyphs(pdfium, { document, page: opened, content });
    if (rewritten) {
      document.close();
      document = rewritten;
      opened = openPage(pdfium, document, number);
    }
    const size = readingSizeOf(opened, side);
    const earlierLacks = earlier
      ? findEarlierLacks(pdfium, opened, { isRewritten: Boolean(rewritten) })
      : undefined;
    completeFields(pdfium, document.form, opened.handle);
    const pixels = drawPage(pdfium, { document, page: opened }, size);
    const lacks = checkPage(pdfium, { document, page: opened }, { pixels, ...size });
    const raw = { width: size.width, height: size.height, channels: 4 };
    const picture = sharp(pixels, { raw, limitInputPixels: maxPixels });
    return {
      pages,
      width: Math.max(1, Math.round(opened.width)),
      height: Math.max(1, Math.round(opened.height)),
      notes: lacks.map(ofPage),
      earlierNotes: earlierLacks?.map(ofPage),
      pack: async () => (await draw(picture, size)).pack(),
    };
  } catch (error) {
    aborted ||= error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    return { refused: 'unreadable' };
  } finally {
    if (!aborted) document?.close?.();
  }
}

/**
 * Opens the document again if text of a page is drawn by glyph numbers of a font that is not in the
 * file.
 */
function rewriteGlyphs(pdfium, { document, page, content }) {
  if (content.length > rewrittenBytesMax || !hasUncertainText(pdfium, page.handle)) return undefined;
  const saved = saveDocument(pdfium, document);
  const rewritten = saved && withoutMissingGlyphs(saved);
  const opened = rewritten && openDocument(pdfium, rewritten);
  return opened?.handle ? opened : undefined;
}

/**
 * Checks whether the only page of a PDF says that the content is elsewhere: in attached files, or
 * in a form that another program draws.
 */
async function isPlaceholder(pdfium, { document, page, content }) {
  const marks = listMarks(pdfium, page.handle, (_mark, subtype) => subtype);
  if (pdfium._FPDF_GetFormType(document.handle) === dynamicFormType) {
    return !marks.some((subtype) => subtype !== fileAttachmentSubtype);
  }
  const attached = pdfium._FPDFDoc_GetAttachmentCount(document.handle) + marks.length;
  if (attached === 0) return false;
  const isBlank = pdfium._FPDFPage_CountObjects(page.handle) === 0;
  if (isBlank && marks.every((subtype) => subtype === fileAttachmentSubtype)) return true;
  return attached > marks.length && (await declarationsOf(content)).isPortfolio;
}
