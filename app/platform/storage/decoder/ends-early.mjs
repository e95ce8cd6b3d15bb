/** Finds pictures that are cut off. Loaded by app/platform/storage/decoder/decode.mjs. */

/**
 * Whether the container ends before it says it does. A decoder of one frame does not see every
 * missing end.
 */
export const endsEarly = {
  // Files with an appendix behind the picture are common; the decoder itself reports a missing end.
  jpeg: () => false,

  png(content) {
    let at = 8;
    while (at + 12 <= content.length) {
      const type = content.toString('latin1', at + 4, at + 8);
      at += 12 + content.readUInt32BE(at);
      if (type === 'IEND') return at > content.length;
      if (!/^[A-Za-z]{4}$/.test(type)) return false; // damaged, not short
    }
    return true;
  },

  // One byte of slack: writers that do not pad an odd last chunk count the padding all the same.
  webp: (content) => content.length < 12 || content.readUInt32LE(4) + 8 > content.length + 1,

  gif(content) {
    if (content.length < 13) return true;
    const tableBytes = (packed) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
    let at = 13 + tableBytes(content[10]);
    while (at < content.length) {
      const block = content[at];
      if (block === 0x3b) return false;
      if (block === 0x21) at += 2;
      else if (block === 0x2c) at += 11 + tableBytes(content[at + 9] ?? 0);
      else return false; // damaged, not short
      while (at < content.length && content[at] !== 0) at += 1 + content[at];
      at += 1;
    }
    // Some writers leave the trailer byte out; a file that ends between two blocks is whole.
    return at > content.length;
  },
};
