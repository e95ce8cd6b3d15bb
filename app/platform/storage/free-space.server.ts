import { diskOf, freeInodesOf } from '~/platform/backup/backup-folder.server';
import { note } from '~/platform/observability/log.server';
import { getSettings } from '~/platform/settings/env.server';

/** Inodes reserved for files the server itself writes: databases, thumbnails, backups. */
const minFreeInodes = 1000;

type Room = { freeBytes: number; freeInodes: number };

/**
 * Checks that the disk for uploads has MIN_FREE_DISK_MB free, and a thousand inodes if its file
 * system limits them.
 */
export async function hasRoomForUploads(): Promise<boolean> {
  const { UPLOADS_DIR: folder, minFreeDiskBytes } = getSettings();
  if (minFreeDiskBytes === 0) return true;
  const { freeBytes, freeInodes } = await roomOf(folder);
  if (freeBytes >= minFreeDiskBytes && freeInodes >= minFreeInodes) return true;
  note('storage.low', {
    freeBytes,
    minFreeDiskBytes,
    ...(freeInodes < minFreeInodes && { freeInodes, minFreeInodes }),
  });
  return false;
}

/** Reads the free bytes and inodes. A disk that does not answer counts as full. */
async function roomOf(folder: string): Promise<Room> {
  try {
    const [{ freeBytes }, freeInodes] = await Promise.all([diskOf(folder), freeInodesOf(folder)]);
    return { freeBytes, freeInodes };
  } catch {
    return { freeBytes: 0, freeInodes: 0 };
  }
}
