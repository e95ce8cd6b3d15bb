import { existsSync } from 'node:fs';

/** A file path from DATABASE_URL (`file:data/app.db` or `:memory:`). */
export function databasePath(url: string): string {
  return url === ':memory:' ? url : url.slice('file:'.length);
}

/** Whether a database is there already; looks without creating one. */
export function hasDatabase(url: string): boolean {
  return url !== ':memory:' && existsSync(databasePath(url));
}
