import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { databasePath } from '../connection/database-url.server';
import { migrateWhole } from '../migrations/migrate-sqlite.server';
import { type RawReader, type RawRow, type RawWriter, rowsAtOnce } from './raw-rows';
import { type TablePlan, tablePlans } from './table-plans';

const listOf = (names: string[]) => names.map((name) => `"${name}"`).join(', ');

/** Opens a database of SQLite to read it as it stands now. Takes its DATABASE_URL. */
export function sqliteReader(url: string): RawReader {
  const path = databasePath(url);
  const sqlite = new Database(path, { readonly: true, fileMustExist: true });
  sqlite.exec('BEGIN');
  return {
    name: path,
    async *rows({ name, columns, key }) {
      const text = `select ${listOf(columns.map((one) => one.name))} from "${name}" order by ${listOf(key)}`;
      let rows: RawRow[] = [];
      for (const row of sqlite.prepare(text).raw().iterate() as Iterable<RawRow>) {
        if (rows.push(row) < rowsAtOnce) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    close: async () => void sqlite.close(),
  };
}

/**
 * Opens a database of SQLite to fill it anew; one that is not there yet is made, with every
 * migration. Takes its DATABASE_URL.
 */
export function sqliteWriter(url: string): RawWriter {
  const path = databasePath(url);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new Database(path);
  try {
    migrateWhole({ sqlite, path, copies: `${path}.copies` });
    // Inside a transaction this pragma does nothing.
    sqlite.pragma('foreign_keys = OFF');
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return {
    name: path,
    async replace(fill) {
      sqlite.exec('BEGIN IMMEDIATE');
      try {
        await withoutTriggers(sqlite, async () => {
          for (const { name } of tablePlans) sqlite.exec(`delete from "${name}"`);
          await fill(async (table, rows) => insert(sqlite, table, rows));
        });
        sqlite.exec('COMMIT');
      } catch (error) {
        sqlite.exec('ROLLBACK');
        throw error;
      }
    },
    close: async () => void sqlite.close(),
  };
}

function insert(sqlite: Database.Database, { name, columns }: TablePlan, rows: RawRow[]): void {
  const places = columns.map(() => '?').join(', ');
  const names = listOf(columns.map((one) => one.name));
  const statement = sqlite.prepare(`insert into "${name}" (${names}) values (${places})`);
  for (const row of rows) statement.run(...row);
}

async function withoutTriggers(sqlite: Database.Database, act: () => Promise<void>): Promise<void> {
  const triggers = sqlite.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) sqlite.exec(`drop trigger "${name}"`);
  await act();
  for (const { sql } of triggers) sqlite.exec(sql);
}
