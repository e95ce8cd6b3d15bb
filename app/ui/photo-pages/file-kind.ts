import { findPdfHead } from '~/platform/storage/decoder/pdf-head.mjs';
import { isPlaceholder } from '~/platform/storage/decoder/placeholder.mjs';

/**
 * Lists the first bytes of the kinds that are taken: JPEG, PNG, GIF; and what WebP, HEIC and HEIF
 * say after their length.
 */
const beginnings = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8'];
const container = /^(?:RIFF....WEBP|....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1))/s;

const headBytes = 1100;
// A larger PDF is judged by the server alone: a phone would have to hold it.
const pdfBytesMax = 5 * 1024 * 1024;

/** Why a file cannot be a report. */
export type KindProblem = 'kind' | 'placeholder';

/**
 * Returns why a file cannot be sent, by its first bytes: it is of no taken kind, or a PDF that says
 * that its content is elsewhere. One that cannot be read is left to the server.
 */
export async function findKindProblem(file: Blob): Promise<KindProblem | undefined> {
  try {
    const head = await bytesOf(file.slice(0, headBytes));
    const text = String.fromCharCode(...head);
    if (container.test(text) || beginnings.some((beginning) => text.startsWith(beginning))) return undefined;
    if (findPdfHead(head) < 0) return 'kind';
    if (file.size > pdfBytesMax) return undefined;
    return (await isPlaceholder(await bytesOf(file))) ? 'placeholder' : undefined;
  } catch {
    return undefined;
  }
}

const bytesOf = async (file: Blob) => new Uint8Array(await new Response(file).arrayBuffer());
