import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { syncFile } from '~/platform/fsync.server';
import { OperatorError } from '~/platform/operator-error.server';
import { databasePath } from '../connection/database-url.server';

const pagesAtOnce = 1000;

/**
 * A stored file that a row names. `of` is the id of the report or the person; `tag` belongs to a
 * picture.
 */
export type NamedFile = { name: string; of: string; kind: 'report' | 'thumbnail' | 'picture'; tag: string };

/**
 * A database that is only read: the one being served, or a copy of it, of this version or an older
 * one.
 */
export type ReadDatabase = ReturnType<typeof readDatabase>;

/**
 * Opens a database to read it, beside a server that is writing to it. Takes its DATABASE_URL. As
 * long as it is open, nobody can open the database alone, so the key is not changed meanwhile.
 * Close it.
 */
export function readDatabase(url: string) {
  const sqlite = new Database(databasePath(url), { readonly: true, fileMustExist: true });
  return {
    /** Every stored file that a row names. */
    files: () => filesIn(sqlite),
    /**
     * Copies the database as it is at this moment into a new file (SQLite's online backup). Writers
     * go on meanwhile: what they write is not in the copy.
     *
     * @param path the path, which is overwritten.
     * @param onProgress whom to tell how far it is, from 0 to 1.
     */
    async copyTo(path: string, onProgress: (part: number) => void = () => undefined): Promise<void> {
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
    close: () => void sqlite.close(),
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
