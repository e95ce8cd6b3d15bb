import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { OperatorError, toTrouble } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';
import { databaseFile } from './database-url.server';

/** The settings that name what only one process may use. */
type Places = Pick<Settings, 'DATA_DIR' | 'UPLOADS_DIR' | 'DATABASE_URL'>;

/**
 * A held lock. `place` identifies the data folder: a process that holds the lock knows that any
 * other process with the same `place` has ended.
 */
export type FolderLock = { place: string; release(): void };

/** The name of the lock file in each folder. */
export const lockName = '.lock.db';
const patienceMs = 300;

/**
 * Locks the data folder, the folder of uploads and the database of one or more clinics for this
 * process (server, rotate-key, restore, move). The operating system holds the locks until `release`
 * or the end of the process, however it ends.
 *
 * @throws an OperatorError if another process has one of them; then nothing is created or changed,
 *   not even an empty folder.
 */
export function takeLock(first: Places, ...otherPlaces: Places[]): FolderLock {
  const lockFiles = new Map<string, string>();
  for (const { DATA_DIR, UPLOADS_DIR, DATABASE_URL } of [first, ...otherPlaces]) {
    lockFiles.set(resolve(DATA_DIR, lockName), `the data folder ${DATA_DIR}`);
    lockFiles.set(resolve(UPLOADS_DIR, lockName), `the uploads folder ${UPLOADS_DIR}`);
    const path = databaseFile(DATABASE_URL);
    if (path) lockFiles.set(resolve(`${path}.lock`), `the database ${path}`);
  }
  const connections: Database.Database[] = [];
  const release = () => {
    for (const connection of connections.splice(0)) connection.close();
  };
  try {
    // Existing files come first: if one is locked, no other is created.
    const files = [...lockFiles].sort(
      ([one], [other]) => Number(existsSync(other)) - Number(existsSync(one)),
    );
    for (const [file, what] of files) connections.push(holdFile(file, what));
    return { place: placeOf(join(first.DATA_DIR, lockName)), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** Identifies a file across machines and containers, where the same path is another file. */
function placeOf(file: string): string {
  const { dev, ino, birthtimeMs } = statSync(file);
  return createHash('sha256').update(`${hostname()} ${dev} ${ino} ${birthtimeMs}`).digest('base64url');
}

/**
 * Opens an exclusive transaction in an empty SQLite file, which lasts until the connection is
 * closed. Nothing else in this process may open the file.
 */
function holdFile(file: string, what: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new Database(file, { timeout: patienceMs });
  try {
    sqlite.exec('BEGIN EXCLUSIVE');
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (toTrouble(error) !== 'busy') throw error;
    throw new OperatorError(
      `Another SecondLook server or command is using ${what}. Stop it first. Nothing was changed.`,
    );
  }
}
