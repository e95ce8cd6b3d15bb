import Database from 'better-sqlite3';

type Holder = { secondLookDb: { sqlite: Database.Database } };
const sqlite = () => (globalThis as unknown as Holder).secondLookDb.sqlite;

/** Every byte the open database holds, as it would lie on disk, read as Latin-1 text. */
export function rawDatabase(): string {
  return sqlite().serialize().toString('latin1');
}

/**
 * Writes to the open database behind the product's back, as somebody does who has its file: nothing
 * refuses a change of the audit log.
 */
export function tamper(sql: string) {
  sqlite().exec(`drop trigger if exists audit_no_update; drop trigger if exists audit_no_delete; ${sql}`);
}

/** Runs statements of SQLite on the open database: what breaks it, or what it is set to. */
export function runSql(text: string) {
  sqlite().exec(text);
}

/** The rows of a select, or of a pragma, of the open database. */
export function readSql<Row = Record<string, unknown>>(text: string): Row[] {
  return sqlite().prepare(text).all() as Row[];
}

/** The same file opened once more, as another process does. Close it. */
export const openSecond = (path: string) => new Database(path);
