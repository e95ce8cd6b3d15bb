import type { ResourceType } from './enums.ts';

/**
 * The stored media types of report files, in the order in which pages name them. Pure: the browser
 * build reads it too.
 *
 * @see docs/requirements.md#reports-and-files
 */
export const mediaTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** One of the five stored types, as in the row and in Content-Type. */
export type MediaType = (typeof mediaTypes)[number];

/** The type that iPhones and some other phones send. It is accepted and stored as a JPEG. */
export const heicType = 'image/heic';

/** An accepted type, as it is received. */
export type ReceivedType = MediaType | typeof heicType;

const hevcBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
// These describe the layout of the file and not its coding; phones of several makers write them
// first.
const layoutBrands = ['mif1', 'mif2', 'msf1'];
const av1Brands = ['avif', 'avis'];

/**
 * Checks whether a file is a HEIC or HEIF picture coded with HEVC. AVIF, which has the same
 * container, is not accepted.
 *
 * @param head the first bytes of the file.
 * @see docs/requirements.md#reports-and-files
 */
export function isHeic(head: Uint8Array): boolean {
  const word = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  if (head.length < 16 || word(4) !== 'ftyp') return false;
  const major = word(8);
  if (hevcBrands.includes(major)) return true;
  if (!layoutBrands.includes(major)) return false;
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0);
  for (let at = 16; at + 4 <= Math.min(boxBytes, head.length); at += 4) {
    if (av1Brands.includes(word(at))) return false;
  }
  return true;
}

const extensions: Record<MediaType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/**
 * Checks whether a media type is one of the stored types.
 *
 * @param value the type in lower case and without parameters.
 * @see docs/requirements.md#reports-and-files
 */
export function isMediaType(value: string | undefined): value is MediaType {
  return mediaTypes.some((mediaType) => mediaType === value);
}

/**
 * Returns how a page shows a type: 'raw' for a PDF (its own viewer), 'image' for a picture.
 *
 * @see docs/requirements.md#entities
 */
export function resourceTypeOf(mediaType: MediaType): ResourceType {
  return mediaType === 'application/pdf' ? 'raw' : 'image';
}

/** Returns the usual file name ending of a type, without the dot ('pdf', 'jpg', …). */
export function extensionOf(mediaType: MediaType): string {
  return extensions[mediaType];
}

const alsoNamed: Partial<Record<MediaType, readonly string[]>> = { 'image/jpeg': ['jpeg', 'jpe', 'jfif'] };

/**
 * Returns the name a file is saved under. It always has an ending of the served type, so that no
 * program on the reader's machine starts anything else.
 *
 * @param name the original name.
 * @param mediaType the type the file is served as.
 * @see docs/requirements.md#reports-and-files
 */
export function nameAsKind(name: string, mediaType: MediaType): string {
  const endings = [extensionOf(mediaType), ...(alsoNamed[mediaType] ?? [])];
  const hasEnding = (text: string) => endings.some((ending) => text.toLowerCase().endsWith(`.${ending}`));
  if (hasEnding(name)) return name;
  const stem = name.replace(/(?<=.)\.[a-z][a-z0-9]{0,4}$/i, '');
  return hasEnding(stem) ? stem : `${stem}.${extensionOf(mediaType)}`;
}
