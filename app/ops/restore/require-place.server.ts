import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { openRaw } from '~/platform/db/copy/open-raw.server';
import { databaseFile, isPostgres } from '~/platform/db/core/database-url.server';
import { OperatorError } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';

/** Marks in the data folder that a restore has begun to put files into an object store. */
export const startedMark = 'restore.begun';

/**
 * Requires the folders to hold nothing but what may be there before: backups and the two secrets.
 *
 * @returns the path of the database; undefined for PostgreSQL.
 * @throws an OperatorError.
 */
export function requirePlace({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  UPLOADS_DIR: uploads,
  BACKUP_DIR: backups,
}: Settings): string | undefined {
  const file = databaseFile(url);
  if (!file && !isPostgres(url))
    throw new OperatorError('DATABASE_URL must name a file or a PostgreSQL database to restore into.');
  const database = file && resolve(file);
  const inside = (folder: string) => relative(dataDir, folder).split(/[/\\]/)[0] ?? '';
  const locks = (name: string) => /^(?:\.lock\.db|.+\.lock)(?:-\w+)?$/.test(name);
  const mayBe = ['.gitkeep', 'file.key', 'session.secret', startedMark, inside(backups), inside(uploads)];
  const inData = listOf(dataDir).filter((name) => !mayBe.includes(name) && !locks(name));
  const inUploads = listOf(uploads).filter((name) => name !== '.gitkeep' && !locks(name));
  const full = [
    ...inData.map((name) => join(dataDir, name)),
    ...inUploads.map((name) => join(uploads, name)),
    ...(database && existsSync(database) ? [database] : []),
  ];
  if (full.length === 0) return database;
  throw new OperatorError(
    `A backup can only be restored into empty folders, but ${full[0]} exists. Move DATA_DIR and UPLOADS_DIR away first. Nothing was changed.`,
  );
}

const listOf = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Requires a PostgreSQL database, which has its tables, and an object store to be empty. Files that
 * an interrupted restore has put into the store are allowed, since its rows come last.
 *
 * @throws an OperatorError.
 */
export async function requireEmpty(settings: Settings, objects: ObjectStore): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir, STORAGE_URL: store } = settings;
  if (isPostgres(url)) {
    const raw = await openRaw(url);
    const rows = await raw
      .run('select id from users union all select id from reports limit 1')
      .finally(raw.close);
    if (rows.length > 0)
      throw new OperatorError(
        `A backup can only be restored into an empty database, but ${raw.name} holds a clinic. Set DATABASE_URL to another database. Nothing was changed.`,
      );
  }
  if (!store || existsSync(join(dataDir, startedMark))) return;
  for await (const _ of objects.list())
    throw new OperatorError(
      `A backup can only be restored into an empty place, but ${store} contains files. Set another prefix in STORAGE_URL, or remove the files first. Nothing was changed.`,
    );
}
