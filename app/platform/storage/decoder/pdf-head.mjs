/**
 * Finds the head of a PDF. Pure: used by the server and by the page that sends files, so that both
 * accept the same files.
 */

const mark = '%PDF-';
// PDF readers look for the head up to this offset.
const headBytesMax = 1024;
// Zeros, tabs, line ends, form feeds and the printer escape count as text. Other controls do not.
const isText = (byte) => byte >= 0x20 || byte === 0 || byte === 0x1b || (byte >= 0x09 && byte <= 0x0d);
// Markup or a script before the head could be executed where the PDF is saved.
const code = /[<>{}`]|\/\*|#!|@echo|script|[=(]\s*["']?$/i;

/**
 * Returns the offset at which a PDF begins: 0, or after a byte order mark, empty lines, or text
 * that mail programs and printers add.
 *
 * @param {Uint8Array} head the first bytes of the file, at least 1,029 if it has them.
 * @returns {number} the offset of the head; -1 if there is none, or if markup, code or binary data
 *   precedes it.
 */
export function findPdfHead(head) {
  const text = String.fromCharCode(...head.subarray(0, headBytesMax + mark.length));
  const at = text.indexOf(mark);
  const isPlain = at >= 0 && head.subarray(0, at).every(isText) && !code.test(text.slice(0, at));
  return isPlain ? at : -1;
}
