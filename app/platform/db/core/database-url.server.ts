import { existsSync } from 'node:fs';

/** Checks whether DATABASE_URL names a PostgreSQL server. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

/** Returns the file path in DATABASE_URL (`file:data/app.db` or `:memory:`). */
export function databasePath(url: string): string {
  return url === ':memory:' ? url : url.slice('file:'.length);
}

/**
 * Returns the name of a database for messages: its path, or server and database without user and
 * password.
 */
export function databaseName(url: string): string {
  if (!isPostgres(url)) return databasePath(url);
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** Returns the file of a SQLite database; undefined for PostgreSQL and for a database in memory. */
export function databaseFile(url: string): string | undefined {
  return isPostgres(url) || url === ':memory:' ? undefined : databasePath(url);
}

/** Checks whether the file of a database exists, without creating one. */
export function hasDatabase(url: string): boolean {
  const path = databaseFile(url);
  return path !== undefined && existsSync(path);
}
