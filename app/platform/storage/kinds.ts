/**
 * The kinds of file a report may be, in the order they are named to people.
 * Pure: also read by the browser build. Rule: decisions, "Reports and files".
 */
export const mediaTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** One of the five taken kinds, as stored in the row and sent as Content-Type. */
export type MediaType = (typeof mediaTypes)[number];

const extensions: Record<MediaType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/**
 * Takes a media type as text, in lower case and without parameters; tells whether it is one of the taken kinds.
 * Never refuses. Rule: decisions, "Reports and files".
 */
export function isMediaType(value: string | undefined): value is MediaType {
  return mediaTypes.some((mediaType) => mediaType === value);
}

/**
 * Takes a taken kind; gives how a page shows it: 'raw' for a PDF (its own viewer), 'image' for a picture.
 * Never refuses. Rule: the specification's report record (`resourceType`).
 */
export function resourceTypeOf(mediaType: MediaType): 'raw' | 'image' {
  return mediaType === 'application/pdf' ? 'raw' : 'image';
}

/**
 * Takes a taken kind; gives the usual file name ending, without the dot ('pdf', 'jpg', …).
 * Never refuses. Used where a download name has to match the stored content.
 */
export function extensionOf(mediaType: MediaType): string {
  return extensions[mediaType];
}
