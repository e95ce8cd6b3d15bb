import { readFile } from 'node:fs/promises';
import type { MediaType } from '../../app/platform/media-types.ts';
import { withoutMetadata } from '../../app/platform/storage/metadata/picture-metadata.server.ts';

const mediaTypes: Record<string, MediaType> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
};

/**
 * Returns the bytes stored of an uploaded fixture: all of a PDF, and a picture without its
 * metadata.
 */
export async function readStoredFixture(name: string): Promise<Buffer> {
  const mediaType = mediaTypes[name.split('.').at(-1) ?? ''];
  if (!mediaType) throw new Error(`${name} is not stored in its own type`);
  const content = await readFile(new URL(`../fixtures/${name}`, import.meta.url));
  async function* source() {
    yield content;
  }
  const parts: Uint8Array[] = [];
  for await (const part of withoutMetadata(source(), mediaType)) parts.push(part);
  return Buffer.concat(parts);
}
