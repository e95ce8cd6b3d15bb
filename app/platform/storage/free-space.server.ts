import { diskOf, freeInodesOf } from '~/platform/backup/backup-folder.server';
import { note } from '~/platform/observability/log.server';
import { getSettings } from '~/platform/settings/env.server';

/** Room for what the server itself has to write: databases, thumbnails, backups. */
const minFreeInodes = 1000;

type Room = { freeBytes: number; freeInodes: number };

/**
 * Checks that the disk of uploads has the bytes free that have to stay (MIN_FREE_DISK_MB), and a
 * thousand inodes where its file system has a bound for them.
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

/** Reads what is free; a disk that does not answer has nothing free. */
async function roomOf(folder: string): Promise<Room> {
  try {
    const [{ freeBytes }, freeInodes] = await Promise.all([diskOf(folder), freeInodesOf(folder)]);
    return { freeBytes, freeInodes };
  } catch {
    return { freeBytes: 0, freeInodes: 0 };
  }
}
