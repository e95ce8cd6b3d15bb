import Database from 'better-sqlite3';
import type { Pool } from 'pg';
import { connection } from '../../app/platform/db/core/connection.server';
import { openBeside, rowsOf } from './test-database';

const dropTriggers = ['audit', 'audit_seen']
  .map((table) => `drop trigger if exists ${table}_no_update; drop trigger if exists ${table}_no_delete;`)
  .join(' ');

const driver = () => connection().driver as Database.Database | Pool;
const isSqlite = (one: Database.Database | Pool): one is Database.Database => one instanceof Database;

/** Reads every byte that the open database holds on disk, as Latin-1 text. */
export async function rawDatabase(): Promise<string> {
  const database = driver();
  if (isSqlite(database)) return database.serialize().toString('latin1');
  const beside = openBeside(String(database.options.connectionString));
  return rowsOf(beside).finally(beside.close);
}

/**
 * Writes to the open database past the product, like an intruder with its file. Nothing refuses
 * changes of the audit log.
 */
export async function tamper(sql: string): Promise<void> {
  const one = driver();
  if (isSqlite(one)) one.exec(`${dropTriggers} ${sql}`);
  else await one.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
}

/** Opens a database's file without the product, while a callback runs. */
function withFile<Result>(path: string, act: (sqlite: Database.Database) => Result): Result {
  const sqlite = new Database(path, { fileMustExist: true });
  try {
    return act(sqlite);
  } finally {
    sqlite.close();
  }
}

/** A row of the file, with its bytes as hexadecimal text. */
export type RawRow = Record<string, unknown>;

/** Reads every row of every table from a database's file, by table, without the product. */
export function rowsIn(path: string): Record<string, RawRow[]> {
  return withFile(path, (sqlite) => {
    const names = sqlite
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all() as string[];
    const plain = (value: unknown) => (Buffer.isBuffer(value) ? `x'${value.toString('hex')}'` : value);
    const rowOf = (row: RawRow) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)]));
    return Object.fromEntries(
      names.map((name) => [name, (sqlite.prepare(`select * from "${name}"`).all() as RawRow[]).map(rowOf)]),
    );
  });
}

/** Writes to the file of a closed database, as `tamper` does to the open one. */
export function tamperWithFile(path: string, sql: string) {
  withFile(path, (sqlite) => void sqlite.exec(`${dropTriggers} ${sql}`));
}

/** Copies a closed database into one new file, as small as possible. */
export function packInto(path: string, to: string) {
  withFile(path, (sqlite) => void sqlite.prepare('vacuum into ?').run(to));
  withFile(to, (sqlite) => void sqlite.pragma('journal_mode = delete'));
}

/** Runs statements on the open database, to break or configure it. */
export async function runSql(text: string): Promise<void> {
  const one = driver();
  if (isSqlite(one)) one.exec(text);
  else await one.query(text);
}

/** Reads the rows of a select or a pragma from the open database. */
export async function readSql<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  const one = driver();
  return isSqlite(one) ? (one.prepare(text).all() as Row[]) : (await one.query(text)).rows;
}
