import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { OperatorError, troubleOf } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';
import { databaseFile } from './database-url.server';

/** The settings that say what one process alone may work on. */
type Places = Pick<Settings, 'DATA_DIR' | 'UPLOADS_DIR' | 'DATABASE_URL'>;

/**
 * What is held. `place` is a name of the data folder, the same for each process that holds it: who
 * holds it knows that one that said the same before has ended.
 */
export type Lock = { place: string; release(): void };

/** The file in each folder that a process holds locked. */
export const lockName = '.lock.db';
const patienceMs = 300;

/**
 * Takes the data folder, the folder of uploads and the database of one clinic, or of several, for
 * this process alone (server, rotate-key, restore, move), until `release` or the death of the
 * process, however it dies: the operating system holds the locks.
 *
 * @throws an OperatorError when another process has one of them; nothing
 *   is made or changed then, not even an empty folder.
 */
export function takeLock(first: Places, ...others: Places[]): Lock {
  const wanted = new Map<string, string>();
  for (const { DATA_DIR, UPLOADS_DIR, DATABASE_URL } of [first, ...others]) {
    wanted.set(resolve(DATA_DIR, lockName), `the data folder ${DATA_DIR}`);
    wanted.set(resolve(UPLOADS_DIR, lockName), `the folder of uploads ${UPLOADS_DIR}`);
    const path = databaseFile(DATABASE_URL);
    if (path) wanted.set(resolve(`${path}.lock`), `the database ${path}`);
  }
  const held: Database.Database[] = [];
  const release = () => {
    for (const one of held.splice(0)) one.close();
  };
  try {
    // Those that are there first: where one is taken, none is made.
    const files = [...wanted].sort(([one], [other]) => Number(existsSync(other)) - Number(existsSync(one)));
    for (const [file, what] of files) held.push(hold(file, what));
    return { place: placeOf(join(first.DATA_DIR, lockName)), release };
  } catch (error) {
    release();
    throw error;
  }
}

/** The same path on another machine, or in another container, is another file. */
function placeOf(file: string): string {
  const { dev, ino, birthtimeMs } = statSync(file);
  return createHash('sha256').update(`${hostname()} ${dev} ${ino} ${birthtimeMs}`).digest('base64url');
}

/**
 * An empty SQLite file in which an exclusive transaction is open for as long as it is held. Nobody
 * else may open it in this process.
 */
function hold(file: string, what: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new Database(file, { timeout: patienceMs });
  try {
    sqlite.exec('BEGIN EXCLUSIVE');
    return sqlite;
  } catch (error) {
    sqlite.close();
    if (troubleOf(error) !== 'busy') throw error;
    throw new OperatorError(
      `Another server or script of this product is working on ${what}. Stop it first. Nothing was changed.`,
    );
  }
}
