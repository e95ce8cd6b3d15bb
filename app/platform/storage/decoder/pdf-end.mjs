/** Detects truncated PDFs. Loaded by app/platform/storage/decoder/decode-pdf.mjs. */

const endWindowBytes = 2048;
const objectStart = /\d\s+\d+\s+obj\b/;
const tableOffset = /^startxref\s+[1-9]/;

/**
 * Checks whether a PDF ends before its last object does. Data after its end is allowed, and the
 * last bytes of the end itself may be missing, since everything that draws is there.
 */
export function isPdfCut(content) {
  if (content.subarray(-endWindowBytes).includes('%%EOF')) return false;
  const end = Math.max(content.lastIndexOf('%%EOF'), findTableOffset(content));
  // An edited or linearised file has an end mark after its first part. If objects but no further
  // end mark follow, the second part is truncated.
  if (end >= 0) return hasObject(content, end);
  const lastEnd = content.lastIndexOf('endobj');
  return lastEnd < 0 || hasObject(content, lastEnd + 'endobj'.length);
}

/** Returns the offset of the last pointer to the object table; -1 if there is none. */
function findTableOffset(content) {
  for (let at = content.length; at > 0; ) {
    at = content.lastIndexOf('startxref', at - 1);
    if (at < 0 || tableOffset.test(content.toString('latin1', at, at + 40))) return at;
  }
  return -1;
}

const hasObject = (content, from) => objectStart.test(content.toString('latin1', from));
