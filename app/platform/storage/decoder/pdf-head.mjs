/**
 * Finds the head of a PDF. Pure: read by the server, and by the page that sends files, so that both
 * take the same.
 */

const mark = '%PDF-';
// Readers look for the head this far into the file.
const headBytesMax = 1024;
// Zeros, tabs, line ends, form feeds and the escape of printers are text, other controls are not.
const isText = (byte) => byte >= 0x20 || byte === 0 || byte === 0x1b || (byte >= 0x09 && byte <= 0x0d);
// A page or a program may stand before the head of a PDF, and be run where it is saved.
const code = /[<>{}`]|\/\*|#!|@echo|script|[=(]\s*["']?$/i;

/**
 * Returns where a PDF begins: at its first byte, or behind a byte order mark, empty lines, or the
 * text that mail programs and printers put there.
 *
 * @param {Uint8Array} head the first bytes of the file, at least 1,029 where it has them.
 * @returns {number} the offset of the head; -1 if there is none, or if markup, code or binary data
 *   stands before it.
 */
export function findPdfHead(head) {
  const text = String.fromCharCode(...head.subarray(0, headBytesMax + mark.length));
  const at = text.indexOf(mark);
  const isPlain = at >= 0 && head.subarray(0, at).every(isText) && !code.test(text.slice(0, at));
  return isPlain ? at : -1;
}
