/**
 * Opens PDFium, its documents and its pages through its C interface. Loaded by
 * app/platform/storage/decoder/decode-pdf.mjs.
 */
import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';
import { giveFonts } from './pdf-fonts.mjs';
import { findTileSize } from './pdf-tiles.mjs';

// FPDF_ANNOT, FPDF_LCD_TEXT and FPDF_REVERSE_BYTE_ORDER
const pageFlags = 0x01 | 0x02 | 0x10;
const fieldFlags = 0x02 | 0x10;
const white = 0xffffffff;
const bytesPerPixel = 4;
// FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY
const lockErrors = [4, 5];

/** Opens PDFium with fonts in place of those that a file lacks. */
export async function openPdfium() {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const { pdfium } = await init({ wasmBinary: await readFile(path) });
  pdfium._PDFiumExt_Init();
  giveFonts(pdfium);
  return pdfium;
}

/**
 * Opens a PDF.
 *
 * @returns the handles of the document and of its form, and `close`; or {isLocked} if it cannot be
 *   opened.
 */
export function openDocument(pdfium, content) {
  const at = pdfium.wasmExports.malloc(content.length);
  if (at === 0) throw new RangeError('no memory for the document');
  pdfium.HEAPU8.set(content, at);
  const handle = pdfium._FPDF_LoadMemDocument(at, content.length, 0);
  if (!handle) {
    pdfium.wasmExports.free(at);
    // An unknown security handler is a lock too: the file has to be saved without it.
    return { isLocked: lockErrors.includes(pdfium._FPDF_GetLastError()) };
  }
  const formInfo = pdfium._PDFiumExt_OpenFormFillInfo();
  const form = pdfium._PDFiumExt_InitFormFillEnvironment(handle, formInfo);
  return {
    handle,
    form,
    close() {
      pdfium._PDFiumExt_ExitFormFillEnvironment(form);
      pdfium._PDFiumExt_CloseFormFillInfo(formInfo);
      pdfium._FPDF_CloseDocument(handle);
      pdfium.wasmExports.free(at);
    },
  };
}

/**
 * Opens a page of a document, from 1.
 *
 * @returns its handle, its size in points, and `close`; undefined if it cannot be loaded.
 */
export function openPage(pdfium, document, number) {
  const handle = pdfium._FPDF_LoadPage(document.handle, number - 1);
  const [width, height] = handle
    ? [pdfium._FPDF_GetPageWidthF(handle), pdfium._FPDF_GetPageHeightF(handle)]
    : [0, 0];
  if (!(width > 0 && height > 0 && Number.isFinite(width * height))) return undefined;
  return { handle, width, height, close: () => pdfium._FPDF_ClosePage(handle) };
}

/**
 * Draws a page with its marks and form fields on white. A page with strokes under an uneven scale
 * is drawn in tiles, since PDFium loses the strokes that are too far from the origin.
 *
 * @returns the pixels: red, green, blue and opaque, row by row.
 */
export function drawPage(pdfium, { document, page }, { width, height }) {
  const stride = width * bytesPerPixel;
  const at = pdfium.wasmExports.malloc(stride * height);
  if (at === 0) throw new RangeError('no memory for the page');
  try {
    const tile = findTileSize(pdfium, page.handle, { width, height });
    pdfium._FORM_OnAfterLoadPage(page.handle, document.form);
    for (let top = 0; top < height; top += tile.height) {
      for (let left = 0; left < width; left += tile.width) {
        const size = [Math.min(tile.width, width - left), Math.min(tile.height, height - top)];
        const start = at + top * stride + left * bytesPerPixel;
        const bitmap = pdfium._FPDFBitmap_CreateEx(...size, bytesPerPixel, start, stride);
        pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, ...size, white);
        const place = [bitmap, page.handle, -left, -top, width, height, 0];
        pdfium._FPDF_RenderPageBitmap(...place, pageFlags);
        pdfium._FPDF_FFLDraw(document.form, ...place, fieldFlags);
        pdfium._FPDFBitmap_Destroy(bitmap);
      }
    }
    pdfium._FORM_OnBeforeClosePage(page.handle, document.form);
    return pdfium.HEAPU8.slice(at, at + stride * height);
  } finally {
    pdfium.wasmExports.free(at);
  }
}

/**
 * Writes a document as a PDF without compressed objects, and without encryption.
 *
 * @returns the PDF; undefined if it cannot be written.
 */
export function saveDocument(pdfium, document) {
  const writer = pdfium._PDFiumExt_OpenFileWriter();
  try {
    if (!pdfium._PDFiumExt_SaveAsCopy(document.handle, writer)) return undefined;
    const bytes = pdfium._PDFiumExt_GetFileWriterSize(writer);
    const at = pdfium.wasmExports.malloc(bytes);
    if (at === 0) return undefined;
    pdfium._PDFiumExt_GetFileWriterData(writer, at, bytes);
    const saved = Buffer.from(pdfium.HEAPU8.slice(at, at + bytes));
    pdfium.wasmExports.free(at);
    return saved;
  } finally {
    pdfium._PDFiumExt_CloseFileWriter(writer);
  }
}
