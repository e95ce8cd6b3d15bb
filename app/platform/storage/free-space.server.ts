import { diskOf, freeInodesOf } from '~/platform/backup/backup-folder.server';
import { getSettings } from '~/platform/env.server';
import { note } from '~/platform/observability/log.server';

const cachedForMs = 5000;
/** Room for what the server itself has to write: databases, thumbnails, backups. */
const minFreeInodes = 1000;

type Room = { freeBytes: number; freeInodes: number };

let cached: { folder: string; at: number; room: Promise<Room> } | undefined;

/**
 * Checks that the disk of uploads has the bytes free that have to stay (MIN_FREE_DISK_MB), and a
 * thousand inodes where its file system has a bound for them. The disk is asked at most every 5 s.
 */
export async function hasRoomForUploads(): Promise<boolean> {
  const { UPLOADS_DIR: folder, minFreeDiskBytes } = getSettings();
  if (minFreeDiskBytes === 0) return true;
  const now = performance.now();
  if (cached?.folder !== folder || now - cached.at > cachedForMs) {
    cached = { folder, at: now, room: roomOf(folder) };
  }
  const { freeBytes, freeInodes } = await cached.room;
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
