import { Readable } from 'node:stream';
import type { ReceivedFile } from '~/domain/kernel/operation';
import { isMediaType, type MediaType, resourceTypeOf } from '~/platform/media-types';
import { logIncident } from '~/platform/observability/log.server';
import { storage } from '~/platform/storage/current-storage.server';

/** Keeps files that were received. Where one cannot be kept, none of them is. */
export async function keepFiles(where: string, files: ReceivedFile[]): Promise<void> {
  try {
    for (const { pendingFile } of files) await storage().keep(pendingFile);
  } catch (error) {
    await dropFiles(where, namesOf(files));
    throw error;
  }
}

/**
 * Drops what no row names (any more). One that the disk does not let go of is swept at the next
 * start.
 */
export async function dropFiles(where: string, names: (string | null)[]): Promise<void> {
  for (const name of names) {
    if (!name) continue;
    await storage()
      .drop(name)
      .catch((error: unknown) => logIncident(where, error));
  }
}

/**
 * Keeps a picture that the product has made. Where it cannot be kept, nothing of it stays.
 *
 * @returns the name it is stored under.
 */
export async function keepPicture(picture: Buffer, boundTo: string): Promise<string> {
  const content = Readable.from([picture]);
  const received = await storage().receive(content, { boundTo, maxBytes: picture.length });
  if ('refused' in received) throw new Error(`a picture of our own was refused: ${received.refused}`);
  const { name } = received.pendingFile;
  try {
    await storage().keep(received.pendingFile);
  } catch (error) {
    await storage().drop(name);
    throw error;
  }
  return name;
}

/** The names that files were stored under. */
export const namesOf = (files: ReceivedFile[]) => files.map(({ pendingFile }) => pendingFile.name);

/** What a row says of its file. */
export function fileColumns({ pendingFile, originalName, decoded }: ReceivedFile) {
  const { name: fileName, bytes } = pendingFile;
  const mediaType = reportTypeOf(pendingFile.mediaType);
  return {
    fileName,
    originalName: originalName ?? null,
    mediaType,
    resourceType: resourceTypeOf(mediaType),
    bytes,
    pages: decoded.pages,
  };
}

function reportTypeOf(mediaType: string): MediaType {
  if (!isMediaType(mediaType)) throw new Error(`a report is not kept as ${mediaType}`);
  return mediaType;
}
