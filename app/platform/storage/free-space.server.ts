import { diskOf } from '~/platform/backup/backup-folder.server';
import { getSettings } from '~/platform/env.server';
import { note } from '~/platform/observability/log.server';

const keptForMs = 5000;

let known: { folder: string; at: number; freeBytes: Promise<number> } | undefined;

/**
 * Whether the disk of uploads has as much free as has to stay (MIN_FREE_DISK_MB). The disk is asked
 * at most every 5 s.
 */
export async function hasRoomForUploads(): Promise<boolean> {
  const { UPLOADS_DIR: folder, minFreeDiskBytes } = getSettings();
  if (minFreeDiskBytes === 0) return true;
  const now = performance.now();
  if (known?.folder !== folder || now - known.at > keptForMs) {
    known = { folder, at: now, freeBytes: freeBytesOf(folder) };
  }
  const freeBytes = await known.freeBytes;
  if (freeBytes >= minFreeDiskBytes) return true;
  note('storage.low', { freeBytes, minFreeDiskBytes });
  return false;
}

/** A disk that does not answer has nothing free. */
async function freeBytesOf(folder: string): Promise<number> {
  try {
    return (await diskOf(folder)).freeBytes;
  } catch {
    return 0;
  }
}
