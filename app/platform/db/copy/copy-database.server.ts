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
 * A stored file that a row names. `of` is the id of the report, of the file added to a report, or
 * of the person; `tag` belongs to a picture.
 */
export type NamedFile = {
  name: string;
  of: string;
  kind: 'report' | 'thumbnail' | 'added' | 'picture';
  tag: string;
};

/** A read-only database: the one in use or a copy of it, of this version or an older one. */
export type ReadDatabase = {
  /** Lists every stored file that a row names. */
  files(): Promise<NamedFile[]>;
  /**
   * Copies the database as of one moment into a new SQLite file. Concurrent writes go on and are
   * not in the copy.
   *
   * @param path the path of the copy, which is overwritten.
   * @param onProgress receives the progress from 0 to 1.
   */
  copyTo(path: string, onProgress?: (part: number) => void): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens a database for reading beside servers that write to it. Close it afterwards: nobody can
 * open a SQLite database exclusively meanwhile, so its key cannot be changed.
 */
export async function readDatabase(url: string): Promise<ReadDatabase> {
  if (!isPostgres(url)) return readFile(url);
  const raw = await openRaw(url);
  return {
    files: () => listNamedFiles(raw.run),
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

/** Lists every stored file that a row of an up-to-date database names. */
export async function listNamedFiles(run: RunSql): Promise<NamedFile[]> {
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
    // Uses SQLite's online backup.
    async copyTo(path, onProgress = () => undefined) {
      removeCopy(path);
      // A read transaction pins the moment: otherwise every write of another process would restart
      // the copy.
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
 * Returns the first fault that SQLite's `integrity_check` or `foreign_key_check` finds, else null.
 */
export function findDatabaseFault(path: string): string | null {
  const sqlite = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const result = sqlite.pragma('integrity_check(1)', { simple: true });
    if (result !== 'ok') return String(result);
    const orphans = (sqlite.pragma('foreign_key_check') as unknown[]).length;
    return orphans > 0 ? `${orphans} rows without a parent row` : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    sqlite.close();
  }
}

function removeCopy(path: string) {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
}

/** Turns a copy into a single checked file and syncs it. */
function makeWhole(path: string) {
  const copy = new Database(path);
  try {
    copy.pragma('journal_mode = DELETE');
  } finally {
    copy.close();
  }
  const fault = findDatabaseFault(path);
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

/** Lists the files of one column. A database of an older version may lack the column. */
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
