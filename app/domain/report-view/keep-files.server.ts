import { Readable } from 'node:stream';
import type { ReceivedFile } from '~/domain/kernel/operation';
import { isMediaType, type MediaType, resourceTypeOf } from '~/platform/media-types';
import { logIncident } from '~/platform/observability/log.server';
import { storage } from '~/platform/storage/current-storage.server';

/** Stores received files, all or none. */
export async function keepFiles(where: string, files: ReceivedFile[]): Promise<void> {
  try {
    for (const { pendingFile } of files) await storage().keep(pendingFile);
  } catch (error) {
    await dropFiles(where, listFileNames(files));
    throw error;
  }
}

/**
 * Deletes files that no row refers to any more. A file that cannot be deleted is swept at the next
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
 * Stores a picture that the product made, completely or not at all.
 *
 * @returns the name under which it is stored.
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

/** Returns the names under which files are stored. */
export const listFileNames = (files: ReceivedFile[]) => files.map(({ pendingFile }) => pendingFile.name);

/** Builds the columns that describe a report's file. */
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
