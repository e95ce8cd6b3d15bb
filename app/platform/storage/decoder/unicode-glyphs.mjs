/**
 * Makes PDFium draw text by its characters where a file numbers the glyphs of a font that it does
 * not contain. Loaded by app/platform/storage/decoder/decode-pdf.mjs.
 */
import { Buffer } from 'node:buffer';

const glyphMap = /\/CIDToGIDMap\s+\d+\s+\d+\s+R/g;

/**
 * Removes the glyph numbers of fonts that are not in a PDF.
 *
 * @param {Buffer} saved the PDF as PDFium writes it: without compressed objects.
 * @returns the PDF of the same size; undefined if nothing was removed.
 */
export function withoutMissingGlyphs(saved) {
  let isChanged = false;
  const text = saved.toString('latin1');
  const blanked = text.replace(glyphMap, (entry, at) => {
    const font = text.slice(text.lastIndexOf(' obj', at), text.indexOf('endobj', at));
    const [, number] = /\/FontDescriptor\s+(\d+)\s+\d+\s+R/.exec(font) ?? [];
    const [descriptor = ''] = new RegExp(`[\\r\\n]${number} 0 obj[\\s\\S]*?endobj`).exec(text) ?? [];
    if (!descriptor || /\/FontFile[23]?\b/.test(descriptor)) return entry;
    isChanged = true;
    return ' '.repeat(entry.length);
  });
  return isChanged ? Buffer.from(blanked, 'latin1') : undefined;
}
