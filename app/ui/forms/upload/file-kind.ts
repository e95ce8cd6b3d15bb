/**
 * What files of the taken kinds begin with: PDF, JPEG, PNG, GIF; and what WebP, HEIC and HEIF say
 * after their length.
 */
const beginnings = ['%PDF', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8'];
const container = /^(?:RIFF....WEBP|....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1))/s;

const headBytes = 32;

/**
 * Whether a file is of a taken kind, by its first bytes. One that cannot be read is left to the
 * server.
 */
export async function isTakenKind(file: Blob): Promise<boolean> {
  try {
    const head = await new Response(file.slice(0, headBytes)).arrayBuffer();
    const text = String.fromCharCode(...new Uint8Array(head));
    return container.test(text) || beginnings.some((beginning) => text.startsWith(beginning));
  } catch {
    return true;
  }
}
