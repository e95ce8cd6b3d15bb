import { existsSync } from 'node:fs';

/** Whether DATABASE_URL names a PostgreSQL server. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:/.test(url);
}

/** A file path from DATABASE_URL (`file:data/app.db` or `:memory:`). */
export function databasePath(url: string): string {
  return url === ':memory:' ? url : url.slice('file:'.length);
}

/** What sentences call a database: its path, or its server and name without user and password. */
export function databaseName(url: string): string {
  if (!isPostgres(url)) return databasePath(url);
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/** The file of a database that is one; undefined where there is none to look at. */
export function databaseFile(url: string): string | undefined {
  return isPostgres(url) || url === ':memory:' ? undefined : databasePath(url);
}

/** Whether a file of a database is there already; looks without creating one. */
export function hasDatabase(url: string): boolean {
  const path = databaseFile(url);
  return path !== undefined && existsSync(path);
}
