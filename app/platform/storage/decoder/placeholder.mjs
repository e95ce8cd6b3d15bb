/**
 * Finds out whether a PDF declares that its content is elsewhere. Pure: loaded by
 * app/platform/storage/decoder/decode-pdf.mjs and by the page that sends files.
 */

const objectStreamsMax = 100;
const unpackedBytesMax = 4 * 1024 * 1024;

/**
 * Reads what the objects of a PDF declare, including those in compressed streams. Objects of an
 * encrypted file cannot be read.
 *
 * @param {Uint8Array<ArrayBuffer>} content the whole file.
 */
export async function declarationsOf(content) {
  const text = new TextDecoder('latin1').decode(content);
  const objects = text.replace(/\bstream\r?\n[\s\S]*?endstream/g, '') + (await packedObjects(content, text));
  return {
    /** The file asks readers to show the attached files instead of the pages. */
    isPortfolio: /\/Collection\s*(?:<<|\d+\s+\d+\s+R)/.test(objects),
    hasAttachments: /\/EmbeddedFiles\b/.test(objects),
    /** The file asks readers to draw the pages from a form in XML. */
    isDynamicForm: /\/XFA\b/.test(objects) && /\/NeedsRendering\s+true/.test(objects),
    hasFields: /\/Subtype\s*\/Widget\b/.test(objects),
    pages: [...objects.matchAll(/\/Type\s*\/Page\b/g)].length,
  };
}

/**
 * Checks whether the only page of a PDF is a placeholder, as far as the file itself declares it.
 *
 * @param {Uint8Array<ArrayBuffer>} content the whole file.
 */
export async function isPlaceholder(content) {
  const { isPortfolio, hasAttachments, isDynamicForm, hasFields, pages } = await declarationsOf(content);
  return pages === 1 && ((isPortfolio && hasAttachments) || (isDynamicForm && !hasFields));
}

/** Decompresses the streams that contain objects. */
async function packedObjects(content, text) {
  const streamHeads = [...text.matchAll(/\/ObjStm\b[\s\S]*?\bstream\r?\n/g)].slice(0, objectStreamsMax);
  let objects = '';
  for (const { 0: head, index } of streamHeads) {
    const start = index + head.length;
    const end = text.indexOf('endstream', start);
    if (objects.length < unpackedBytesMax)
      objects += await unpack(content.slice(start, end < 0 ? undefined : end));
  }
  return objects;
}

/** Decompresses as much of a stream as there is. Returns '' for other compression methods. */
async function unpack(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const decoder = new TextDecoder('latin1');
  let text = '';
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      text += decoder.decode(piece.value, { stream: true });
      if (text.length > unpackedBytesMax) break;
    }
    await reader.cancel();
  } catch {
    // A line end follows the compressed data, which counts as an error once all is decompressed.
  }
  return text;
}
