import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { CopiedTable, InsertRows, RawDatabase } from '~/platform/db/core/copied-tables.server';
import { migrateSqlite } from './migrate-sqlite.server';
import { runOnSqlite } from './open-sqlite.server';

/** Opens a SQLite file, for `openRaw`. */
export function openRawSqlite(
  path: string,
  { isNew, copies = join(dirname(path), 'migrations') }: { isNew: boolean; copies?: string },
): Omit<RawDatabase, 'name'> {
  if (isNew) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const sqlite = new Database(path, { fileMustExist: !isNew });
  try {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('fullfsync = ON');
    sqlite.pragma('secure_delete = ON');
    if (isNew) migrateSqlite({ sqlite, path, copies });
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const run = runOnSqlite(sqlite);
  const within = async <Result>(beginning: string, act: () => Promise<Result>) => {
    sqlite.exec(beginning);
    try {
      const result = await act();
      sqlite.exec('COMMIT');
      return result;
    } finally {
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    }
  };
  return {
    run,
    reading: (act) => within('BEGIN', () => act(run)),
    fill: (act) => within('BEGIN IMMEDIATE', () => withoutTriggers(sqlite, () => act(run, insertOn(sqlite)))),
    async close() {
      sqlite.close();
    },
  };
}

async function withoutTriggers(sqlite: Database.Database, act: () => Promise<void>) {
  const triggers = sqlite.prepare("select name, sql from sqlite_master where type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) sqlite.exec(`drop trigger "${name}"`);
  await act();
  for (const { sql } of triggers) sqlite.exec(sql);
}

function insertOn(sqlite: Database.Database): InsertRows {
  const statements = new Map<CopiedTable, Database.Statement>();
  const prepare = (table: CopiedTable) => {
    const { name, columns } = table;
    const statement = sqlite.prepare(
      `insert into "${name}" (${columns.map((one) => `"${one.name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    );
    statements.set(table, statement);
    return statement;
  };
  return async (table, rows) => {
    const statement = statements.get(table) ?? prepare(table);
    for (const row of rows) statement.run(...row);
  };
}
