/** Decodes PDFs with PDFium. Loaded by app/platform/storage/decoder/decode.mjs. */

import { completeFields } from './form-fields.mjs';
import { isPdfCut } from './pdf-end.mjs';
import { readingSizeOf } from './picture-shape.mjs';
import { declarationsOf } from './placeholder.mjs';
import sharp from './sharp.mjs';

// Twice the side of a thumbnail. Drawing it larger only costs time.
const thumbnailSidePx = 960;
const dynamicFormType = 2;
const fileAttachmentSubtype = 17;

let opening;
let aborted = false;

/** Checks whether PDFium has aborted. It answers nothing after an abort. */
export const hasAborted = () => aborted;

/** Opens PDFium, and its C interface for functions the wrapper lacks. */
async function openPdfium() {
  const { PDFiumLibrary, PDFiumModule } = await import('@hyzyla/pdfium');
  let functions;
  const library = await PDFiumLibrary.initBase({
    vendor: async (options) => {
      functions = await PDFiumModule(options);
      return functions;
    },
  });
  return { library, functions };
}

/**
 * Draws a page of a PDF: the first one for a thumbnail, or with `page` that page for reading.
 *
 * @returns the number of pages, the size of the page in points, and a function that packs its
 *   picture; or {refused}.
 */
export async function decodePdf(content, { page, side = thumbnailSidePx, maxPixels, draw }) {
  if (isPdfCut(content)) return { refused: 'truncated' };
  opening ??= openPdfium();
  const { library, functions } = await opening;
  let pdf;
  try {
    pdf = await library.loadDocument(content);
  } catch (error) {
    noteAbort(error);
    // An unknown security handler is a lock too: the file has to be saved without it.
    if (/password|security/i.test(error.message)) return { refused: 'passwordProtected' };
    return {
      refused: content.includes('startxref') || content.includes('%%EOF') ? 'unreadable' : 'truncated',
    };
  }

  try {
    const pages = pdf.getPageCount();
    if (pages < 1) return { refused: 'empty' };
    const number = page ?? 1;
    if (number > pages) return { refused: 'noSuchPage', pages };
    const opened = pdf.getPage(number - 1);
    const { originalWidth, originalHeight } = opened.getOriginalSize();
    // A page that cannot be loaded has no size.
    if (!(originalWidth > 0 && originalHeight > 0 && Number.isFinite(originalWidth * originalHeight))) {
      return { refused: 'unreadable' };
    }
    const isChecked = page === undefined && pages === 1;
    if (isChecked && (await isPlaceholder(functions, { pdf, page: opened, content }))) {
      return { refused: 'placeholder' };
    }
    const original = { width: originalWidth, height: originalHeight };
    const { width, height } = readingSizeOf(original, side);
    completeFields(functions, pdf.initializeFormFields(), opened.pageIdx);
    const { data } = await opened.render({
      width,
      height,
      scale: 1,
      render: 'bitmap',
      renderFormFields: true,
    });
    const raw = { width, height, channels: 4 };
    const picture = sharp(data, { raw, limitInputPixels: maxPixels });
    return {
      pages,
      width: Math.max(1, Math.round(originalWidth)),
      height: Math.max(1, Math.round(originalHeight)),
      pack: async () => (await draw(picture, { width, height })).pack(),
    };
  } catch (error) {
    noteAbort(error);
    return { refused: 'unreadable' };
  } finally {
    if (!aborted) pdf.destroy();
  }
}

/**
 * Checks whether the only page of a PDF says that the content is elsewhere: in attached files, or
 * in a form that another program draws.
 */
async function isPlaceholder(functions, { pdf, page, content }) {
  const document = pdf.documentIdx;
  const annotations = subtypesOf(functions, page.pageIdx);
  if (functions._FPDF_GetFormType(document) === dynamicFormType) {
    return !annotations.some((subtype) => subtype !== fileAttachmentSubtype);
  }
  const attached = functions._FPDFDoc_GetAttachmentCount(document) + annotations.length;
  if (attached === 0) return false;
  const isBlank = page.getObjectCount() === 0;
  if (isBlank && annotations.every((subtype) => subtype === fileAttachmentSubtype)) return true;
  return attached > annotations.length && (await declarationsOf(content)).isPortfolio;
}

function subtypesOf(functions, page) {
  return Array.from({ length: functions._FPDFPage_GetAnnotCount(page) }, (_, index) => {
    const annotation = functions._FPDFPage_GetAnnot(page, index);
    const subtype = functions._FPDFAnnot_GetSubtype(annotation);
    functions._FPDFPage_CloseAnnot(annotation);
    return subtype;
  });
}

function noteAbort(error) {
  aborted ||= error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}
