import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { deletionListIn } from '~/platform/backup/deleted-ids.server';
import { databaseFile } from '~/platform/db/core/database-url.server';
import type { Settings } from '~/platform/settings/env.server';

type Owner = { uid: number; gid: number };

/**
 * Finds the accounts that a restored clinic belongs to. Call it before anything is created. Only
 * root can give files away, so for every other account nothing is given.
 *
 * @returns a function that gives away whatever exists at the places of the settings by then. It
 *   returns the user IDs of the owners of the restored data and files, 0 for root.
 */
export function planOwners(settings: Settings): () => number[] {
  if (process.getuid?.() !== 0) return () => [];
  const { DATA_DIR, UPLOADS_DIR, BACKUP_DIR, DATABASE_URL } = settings;
  const database = databaseFile(DATABASE_URL);
  const placesOf = (paths: string[]) => paths.map((path) => planPlace(resolve(path)));
  const restored = placesOf([DATA_DIR, UPLOADS_DIR, ...(database ? [database, `${database}.lock`] : [])]);
  const places = [...restored, ...placesOf([deletionListIn(BACKUP_DIR)])];
  return () => {
    for (const { path, owner } of places) if (existsSync(path) && owner.uid !== 0) give(path, owner);
    return [...new Set(restored.map(({ owner }) => owner.uid))];
  };
}

/**
 * Decides who owns a place: its present owner, or if that is root, the owner of the nearest existing
 * folder above it. Missing folders above the place belong to it.
 */
function planPlace(place: string): { path: string; owner: Owner } {
  const present = statSync(place, { throwIfNoEntry: false });
  if (present && present.uid !== 0) return { path: place, owner: present };
  let path = place;
  while (!existsSync(dirname(path))) path = dirname(path);
  return { path, owner: statSync(dirname(path)) };
}

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Gives a file, or a folder with everything in it, to an account. Each entry is opened in its open
 * folder, so a link that the account puts in its place meanwhile is never followed. Files with a
 * second name elsewhere stay as they are.
 */
function give(path: string, { uid, gid }: Owner): void {
  const descriptor = openUnlessLink(path);
  if (descriptor === undefined) return;
  try {
    const entry = fstatSync(descriptor);
    const here = process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : path;
    if (entry.isDirectory()) for (const name of readdirSync(here)) give(join(here, name), { uid, gid });
    if (entry.isDirectory() || (entry.isFile() && entry.nlink === 1)) fchownSync(descriptor, uid, gid);
  } finally {
    closeSync(descriptor);
  }
}

function openUnlessLink(path: string): number | undefined {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // ELOOP: a link. ENXIO: a socket.
    if (['ELOOP', 'ENXIO'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}
