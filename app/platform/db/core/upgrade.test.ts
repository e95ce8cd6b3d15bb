import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { migrateSqlite } from '~/platform/db/sqlite/migrate-sqlite.server';
import { projectRoot } from '~/platform/project-root.server';
import { sessions } from './tables/accounts.server';
import { reports } from './tables/reports.server';

/** Builds the folder of migrations of a release from the name of its last one. */
function migrationsUntil(tag: string, folder: string) {
  const older = join(folder, 'drizzle');
  cpSync(join(projectRoot(), 'drizzle'), older, { recursive: true });
  const journal = join(older, 'meta', '_journal.json');
  const all = JSON.parse(readFileSync(journal, 'utf8'));
  const last = all.entries.findIndex((entry: { tag: string }) => entry.tag === tag);
  writeFileSync(journal, JSON.stringify({ ...all, entries: all.entries.slice(0, last + 1) }));
  return older;
}

/**
 * Maps a row of an older release to its present form: new columns are null or have their default.
 */
function withAddedColumns(row: unknown, table: typeof reports | typeof sessions) {
  const columns = Object.values<SQLiteColumn>(getTableColumns(table));
  const added = columns.map(({ name, default: value }) => [name, value === false ? 0 : (value ?? null)]);
  return { ...Object.fromEntries(added), ...(row as object) };
}

test('keeps reports and sessions of an older release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  const [path, copies] = [join(folder, 'app.db'), join(folder, 'copies')];
  const sqlite = new Database(path);
  try {
    migrateSqlite({ sqlite, path, copies, folder: migrationsUntil('0007_known-networks', folder) });
    sqlite.exec(`
      insert into users (id, account_type, first_name, last_name, email, password_hash, created_at, updated_at)
        values ('asha', 'Patient', 'Asha', 'Devi', 'asha@village.test', 'x', 1, 1);
      insert into sessions values ('hash', 'asha', 'web', 1, 2, 3);
      insert into reports (id, patient_id, report_type, phone_number, file_name, media_type, resource_type, bytes,
        created_at, updated_at)
        values ('one', 'asha', 'ECG', x'01', 'file', 'application/pdf', 'raw', 9, 1, 1);
    `);
    const read = () => [
      sqlite.prepare('select * from sessions').get(),
      sqlite.prepare('select * from reports').get(),
    ];
    const [session, report] = read();
    migrateSqlite({ sqlite, path, copies });
    expect(read()).toEqual([withAddedColumns(session, sessions), withAddedColumns(report, reports)]);
  } finally {
    sqlite.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
