/**
 * Adds drawings to form fields whose value PDFium does not draw. Loaded by
 * app/platform/storage/decoder/decode-pdf.mjs.
 */
import { Buffer } from 'node:buffer';

const widgetSubtype = 20;
// FPDF_FORMFIELD_…
const checkBox = 2;
const radioButton = 3;
const comboBox = 4;
const listBox = 5;
const textField = 6;
// Operators that put something on the page: text, a path, a picture.
const drawsSomething = /\b(?:Tj|TJ|Do|sh|f\*?|F|S|s|B\*?|b\*?|BI)(?=\s|$)|[)>]\s*['"]/;

/**
 * Completes the fields of a page that have a value but no drawing of it: text with an empty
 * drawing, text whose value is only in rich text, and boxes without a state. Fields without any
 * drawing are left to PDFium, which makes one. Changes the page in memory only.
 *
 * @param library the C interface of PDFium.
 * @param {number} form the handle of the document's form.
 * @param {number} page the handle of the page.
 */
export function completeFields(library, form, page) {
  const count = library._FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index += 1) {
    const field = library._FPDFPage_GetAnnot(page, index);
    if (!field) continue;
    if (library._FPDFAnnot_GetSubtype(field) === widgetSubtype) complete(library, form, field);
    library._FPDFPage_CloseAnnot(field);
  }
}

function complete(library, form, field) {
  const type = library._FPDFAnnot_GetFormFieldType(form, field);
  const value = readText(library, (...to) => library._FPDFAnnot_GetFormFieldValue(form, field, ...to));
  if (type === checkBox || type === radioButton) tick(library, field);
  else if (type === textField && !value) showRichText(library, field);
  else if ([textField, comboBox, listBox].includes(type) && value) dropEmptyDrawing(library, field);
}

/** Sets the state of a box, which selects its drawing, if it has none. */
function tick(library, field) {
  const state = readEntry(library, field, 'AS');
  const value = readEntry(library, field, 'V');
  if (!hasEntry(library, field, 'AP')) {
    // PDFium draws a tick under this name.
    if (state && state !== 'Off') writeEntry(library, field, 'AS', 'Yes');
  } else if (!state && value) {
    writeEntry(library, field, 'AS', value);
  }
}

function showRichText(library, field) {
  const rich = readEntry(library, field, 'RV');
  if (rich) writeEntry(library, field, 'V', plainTextOf(rich));
}

/** Extracts the text from XHTML. */
function plainTextOf(rich) {
  const characters = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return rich
    .replace(/<\/p>\s*<p\b|<br\b/g, '\n$&')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_all, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_all, name) => characters[name])
    .trim();
}

function dropEmptyDrawing(library, field) {
  if (!hasEntry(library, field, 'AP')) return;
  const drawing = readText(library, (...to) => library._FPDFAnnot_GetAP(field, 0, ...to));
  if (!drawsSomething.test(drawing)) library._FPDFAnnot_SetAP(field, 0, 0);
}

/**
 * Reads a UTF-16 text from PDFium.
 *
 * @param read receives an address and a size in bytes, writes the text there, and returns its size
 *   in bytes.
 */
function readText(library, read) {
  const bytes = read(0, 0);
  if (bytes <= 2) return '';
  const at = library.wasmExports.malloc(bytes);
  read(at, bytes);
  const text = Buffer.from(library.HEAPU8.slice(at, at + bytes - 2)).toString('utf16le');
  library.wasmExports.free(at);
  return text;
}

const readEntry = (library, field, key) =>
  withText(library, Buffer.from(`${key}\0`), (name) =>
    readText(library, (...to) => library._FPDFAnnot_GetStringValue(field, name, ...to)),
  );

const hasEntry = (library, field, key) =>
  withText(library, Buffer.from(`${key}\0`), (name) => library._FPDFAnnot_HasKey(field, name) === 1);

const writeEntry = (library, field, key, value) =>
  withText(library, Buffer.from(`${key}\0`), (name) =>
    withText(library, Buffer.from(`${value}\0`, 'utf16le'), (text) =>
      library._FPDFAnnot_SetStringValue(field, name, text),
    ),
  );

/** Copies bytes into the library's memory while `use` runs. */
function withText(library, bytes, use) {
  const at = library.wasmExports.malloc(bytes.length);
  library.HEAPU8.set(bytes, at);
  const result = use(at);
  library.wasmExports.free(at);
  return result;
}
