import type { ResourceType } from './enums.ts';

/**
 * The kinds of file a report is kept as, in the order they are named to people. Pure: also read by
 * the browser build.
 *
 * @see docs/requirements.md#reports-and-files
 */
export const mediaTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** One of the five kinds kept, as stored in the row and sent as Content-Type. */
export type MediaType = (typeof mediaTypes)[number];

/** What iPhones and some other phones send. It is taken and kept as a JPEG. */
export const heicType = 'image/heic';

/** One of the kinds taken, as it comes. */
export type ReceivedType = MediaType | typeof heicType;

const hevcBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
// These say how the file is laid out and not how it is coded; phones of several makers write them
// first.
const layoutBrands = ['mif1', 'mif2', 'msf1'];
const av1Brands = ['avif', 'avis'];

/**
 * Takes the first bytes of a file; tells whether they are of a HEIC or HEIF picture coded with
 * HEVC. AVIF, which has the same container, is not taken.
 *
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
 * Takes a media type as text, in lower case and without parameters; tells whether it is one of the
 * kinds kept.
 *
 * @see docs/requirements.md#reports-and-files
 */
export function isMediaType(value: string | undefined): value is MediaType {
  return mediaTypes.some((mediaType) => mediaType === value);
}

/**
 * Takes a kind that is kept; gives how a page shows it: 'raw' for a PDF (its own viewer), 'image'
 * for a picture.
 *
 * @see docs/requirements.md#entities
 */
export function resourceTypeOf(mediaType: MediaType): ResourceType {
  return mediaType === 'application/pdf' ? 'raw' : 'image';
}

/**
 * Takes a kind that is kept; gives the usual file name ending, without the dot ('pdf', 'jpg', …).
 */
export function extensionOf(mediaType: MediaType): string {
  return extensions[mediaType];
}

const alsoNamed: Partial<Record<MediaType, readonly string[]>> = { 'image/jpeg': ['jpeg', 'jpe', 'jfif'] };

/**
 * Takes the name a file came with and the kind it is served as; gives the name it is saved under,
 * which always has an ending of that kind: no program of a reader's machine starts anything else.
 *
 * @see docs/requirements.md#reports-and-files
 */
export function nameAsKind(name: string, mediaType: MediaType): string {
  const endings = [extensionOf(mediaType), ...(alsoNamed[mediaType] ?? [])];
  const hasEnding = (text: string) => endings.some((ending) => text.toLowerCase().endsWith(`.${ending}`));
  if (hasEnding(name)) return name;
  const stem = name.replace(/(?<=.)\.[a-z][a-z0-9]{0,4}$/i, '');
  return hasEnding(stem) ? stem : `${stem}.${extensionOf(mediaType)}`;
}
