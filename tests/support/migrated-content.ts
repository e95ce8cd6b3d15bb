import Database from 'better-sqlite3';
import { migrateSqlite } from '~/platform/db/sqlite/migrate-sqlite.server';

let content: Buffer | undefined;

/**
 * Returns an empty SQLite database with every migration. A database in memory that begins as a copy
 * of it opens in a tenth of the time.
 */
export function migratedContent(): Buffer {
  content ??= migrate();
  return content;
}

function migrate() {
  const sqlite = new Database(':memory:');
  migrateSqlite({ sqlite, path: ':memory:', copies: '' });
  const migrated = sqlite.serialize();
  sqlite.close();
  return migrated;
}
