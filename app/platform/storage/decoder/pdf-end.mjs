/** Finds PDFs that are cut off. Loaded by app/platform/storage/decoder/decode-pdf.mjs. */

const endWindowBytes = 2048;
const objectStart = /\d\s+\d+\s+obj\b/;
const tableOffset = /^startxref\s+[1-9]/;

/**
 * Returns whether a PDF ends before its last object does. Anything may stand behind its end, and
 * the last bytes of the end itself may be missing: everything that draws is there.
 */
export function isPdfCut(content) {
  if (content.subarray(-endWindowBytes).includes('%%EOF')) return false;
  const end = Math.max(content.lastIndexOf('%%EOF'), findTableOffset(content));
  // A file that was changed, or is made for slow lines, has an end of its first part. If objects
  // follow and no further end does, the second part is cut.
  if (end >= 0) return hasObject(content, end);
  const lastEnd = content.lastIndexOf('endobj');
  return lastEnd < 0 || hasObject(content, lastEnd + 'endobj'.length);
}

/** Returns the last place that says where the table of objects is; -1 if nothing does. */
function findTableOffset(content) {
  for (let at = content.length; at > 0; ) {
    at = content.lastIndexOf('startxref', at - 1);
    if (at < 0 || tableOffset.test(content.toString('latin1', at, at + 40))) return at;
  }
  return -1;
}

const hasObject = (content, from) => objectStart.test(content.toString('latin1', from));
