import { Buffer } from 'node:buffer';
import { heicType, isHeic, isMediaType, type ReceivedType } from '../media-types.ts';
import { findPdfHead } from './decoder/pdf-head.mjs';

/** How many of the first bytes of a file its kind is read from. */
export const sniffBytes = 4100;

/**
 * The first bytes each kind of picture starts with; file-type alone also accepts a kind behind a
 * leading ID3 tag or BOM.
 */
const signatures = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': Buffer.from('RIFF', 'latin1'),
  'image/gif': Buffer.from('GIF8', 'latin1'),
} as const;

/**
 * Reads the kind of a file from its first bytes, never from a name.
 *
 * @returns undefined where it is of no kind that is taken.
 */
export async function receivedTypeOf(head: Buffer): Promise<ReceivedType | undefined> {
  if (isHeic(head)) return heicType;
  // Loaded with the first file: a start has no need of it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(head.subarray(0, sniffBytes)))?.mime;
  // An animated PNG is a PNG to every reader; only file-type has a name of its own for it.
  const mediaType = found === 'image/apng' ? 'image/png' : found;
  // A PDF may have text before its head, in which file-type finds nothing.
  if (mediaType === undefined) return findPdfHead(head) < 0 ? undefined : 'application/pdf';
  if (!isMediaType(mediaType)) return undefined;
  if (mediaType === 'application/pdf') return findPdfHead(head) < 0 ? undefined : mediaType;
  const signature = signatures[mediaType];
  return head.subarray(0, signature.length).equals(signature) ? mediaType : undefined;
}
