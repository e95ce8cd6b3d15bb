import Database from 'better-sqlite3';
import type { Pool } from 'pg';
import { connection } from '../../app/platform/db/core/connection.server';
import { openBeside, rowsOf } from './test-database';

const dropTriggers = ['audit', 'audit_seen']
  .map((table) => `drop trigger if exists ${table}_no_update; drop trigger if exists ${table}_no_delete;`)
  .join(' ');

const driver = () => connection().driver as Database.Database | Pool;
const isSqlite = (one: Database.Database | Pool): one is Database.Database => one instanceof Database;

/** Every byte the open database holds, as it would lie on disk, read as Latin-1 text. */
export async function rawDatabase(): Promise<string> {
  const one = driver();
  if (isSqlite(one)) return one.serialize().toString('latin1');
  const beside = openBeside(String(one.options.connectionString));
  return rowsOf(beside).finally(beside.close);
}

/**
 * Writes to the open database behind the product's back, as somebody does who has its file: nothing
 * refuses a change of the audit log.
 */
export async function tamper(sql: string): Promise<void> {
  const one = driver();
  if (isSqlite(one)) one.exec(`${dropTriggers} ${sql}`);
  else await one.query(`begin; set local session_replication_role = replica; ${sql}; commit`);
}

/** Opens the file of a database without the product, for as long as something is done with it. */
function withFile<Result>(path: string, act: (sqlite: Database.Database) => Result): Result {
  const sqlite = new Database(path, { fileMustExist: true });
  try {
    return act(sqlite);
  } finally {
    sqlite.close();
  }
}

/** A row as it lies in the file, with its bytes as hexadecimal text. */
export type RawRow = Record<string, unknown>;

/** Every row of every table in the file of a database, by table, as no product has read it. */
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

/** Writes to the file of a database that nobody has open, as `tamper` does to the open one. */
export function tamperWithFile(path: string, sql: string) {
  withFile(path, (sqlite) => void sqlite.exec(`${dropTriggers} ${sql}`));
}

/** Copies a database that nobody has open into one new file, as small as it gets. */
export function packInto(path: string, to: string) {
  withFile(path, (sqlite) => void sqlite.prepare('vacuum into ?').run(to));
  withFile(to, (sqlite) => void sqlite.pragma('journal_mode = delete'));
}

/** Runs statements on the open database: what breaks it, or what it is set to. */
export async function runSql(text: string): Promise<void> {
  const one = driver();
  if (isSqlite(one)) one.exec(text);
  else await one.query(text);
}

/** The rows of a select, or of a pragma, of the open database. */
export async function readSql<Row = Record<string, unknown>>(text: string): Promise<Row[]> {
  const one = driver();
  return isSqlite(one) ? (one.prepare(text).all() as Row[]) : (await one.query(text)).rows;
}
