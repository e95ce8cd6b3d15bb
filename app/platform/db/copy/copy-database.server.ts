import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { RunSql } from '~/platform/db/core/database-state';
import { databasePath, isPostgres } from '~/platform/db/core/database-url.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFile } from '~/platform/fsync.server';
import { copyRows } from './copy-rows.server';
import { openRaw } from './open-raw.server';

const pagesAtOnce = 1000;

/**
 * A stored file that a row names. `of` is the id of the report, of the file that was added to one,
 * or of the person; `tag` belongs to a picture.
 */
export type NamedFile = {
  name: string;
  of: string;
  kind: 'report' | 'thumbnail' | 'added' | 'picture';
  tag: string;
};

/**
 * A database that is only read: the one being served, or a copy of it, of this version or an older
 * one.
 */
export type ReadDatabase = {
  /** Every stored file that a row names. */
  files(): Promise<NamedFile[]>;
  /**
   * Copies the database as it is at one moment into a new file of SQLite. Writers go on meanwhile:
   * what they write is not in the copy. Takes the path, which is overwritten, and whom to tell how
   * far it is, from 0 to 1.
   */
  copyTo(path: string, onProgress?: (part: number) => void): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a database to read it, beside servers that write to it. Takes its DATABASE_URL. As long as
 * one of SQLite is open, nobody can open it alone, so the key is not changed meanwhile. Close it.
 */
export async function readDatabase(url: string): Promise<ReadDatabase> {
  if (!isPostgres(url)) return readFile(url);
  const raw = await openRaw(url);
  return {
    files: () => namedFiles(raw.run),
    async copyTo(path, onProgress = () => undefined) {
      removeCopy(path);
      const copy = await openRaw(`file:${path}`, { isNew: true });
      try {
        await copyRows(raw, copy);
      } finally {
        await copy.close();
      }
      onProgress(1);
      makeWhole(path);
    },
    close: raw.close,
  };
}

/** Every stored file that a row of an up-to-date database names. */
export async function namedFiles(run: RunSql): Promise<NamedFile[]> {
  const rows = await run(`select file_name, id, 'report', '' from reports
    union all select thumbnail_name, id, 'thumbnail', '' from reports where thumbnail_name is not null
    union all select file_name, id, 'added', '' from report_files
    union all select picture_name, id, 'picture', coalesce(picture_tag, '') from users
      where picture_name is not null`);
  return (rows as [string, string, NamedFile['kind'], string][]).map(([name, of, kind, tag]) => ({
    name,
    of,
    kind,
    tag,
  }));
}

function readFile(url: string): ReadDatabase {
  const sqlite = new Database(databasePath(url), { readonly: true, fileMustExist: true });
  return {
    files: async () => filesIn(sqlite),
    // By SQLite's online backup.
    async copyTo(path, onProgress = () => undefined) {
      removeCopy(path);
      // A read transaction pins the moment: without it every write of another process would start
      // the copy over.
      sqlite.exec('BEGIN');
      try {
        sqlite.prepare('select count(*) from sqlite_master').get();
        await sqlite.backup(path, {
          progress({ totalPages, remainingPages }) {
            onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
            return pagesAtOnce;
          },
        });
      } finally {
        sqlite.exec('COMMIT');
      }
      makeWhole(path);
    },
    close: async () => void sqlite.close(),
  };
}

/**
 * What is wrong with a database, as SQLite's `integrity_check` and `foreign_key_check` say it; null
 * where nothing is.
 */
export function faultIn(path: string): string | null {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const found = sqlite.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') return String(found);
    const orphans = (sqlite.pragma('foreign_key_check') as unknown[]).length;
    return orphans > 0 ? `${orphans} rows without their parent` : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    sqlite.close();
  }
}

function removeCopy(path: string) {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
}

/** One file with nothing beside it, checked, safely on the disk. */
function makeWhole(path: string) {
  const copy = new Database(path);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
  const fault = faultIn(path);
  if (fault)
    throw new OperatorError(`The copy of the database is damaged (${fault}). The disk may be failing.`);
  syncFile(path, 0o600);
}

function filesIn(sqlite: Database.Database): NamedFile[] {
  return [
    ...filesOf(sqlite, { table: 'reports', column: 'file_name', kind: 'report' }),
    ...filesOf(sqlite, { table: 'reports', column: 'thumbnail_name', kind: 'thumbnail' }),
    ...filesOf(sqlite, { table: 'report_files', column: 'file_name', kind: 'added' }),
    ...filesOf(sqlite, { table: 'users', column: 'picture_name', kind: 'picture', tag: 'picture_tag' }),
  ];
}

/** A database of an older version may not have the column yet. */
function filesOf(
  sqlite: Database.Database,
  { table, column, kind, tag }: { table: string; column: string; kind: NamedFile['kind']; tag?: string },
): NamedFile[] {
  const columns = sqlite.prepare('select name from pragma_table_info(?)').pluck().all(table);
  if (!columns.includes(column)) return [];
  const rows = sqlite
    .prepare(
      `select ${column} as name, id as "of", ${tag ?? "''"} as tag from ${table} where ${column} is not null`,
    )
    .all() as Omit<NamedFile, 'kind'>[];
  return rows.map((row) => ({ ...row, tag: row.tag ?? '', kind }));
}
