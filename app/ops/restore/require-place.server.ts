import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { databasePath, requireFile } from '~/platform/db/connection/database-url.server';
import type { Settings } from '~/platform/env.server';
import { OperatorError } from '~/platform/operator-error.server';

/**
 * Where the database is to lie.
 *
 * @throws where the folders hold anything but what may lie there before: backups and the two
 *   secrets.
 */
export function requirePlace({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  UPLOADS_DIR: uploads,
  BACKUP_DIR: backups,
}: Settings): string {
  requireFile(url);
  if (url === ':memory:') throw new OperatorError('DATABASE_URL names no file to restore into.');
  const database = resolve(databasePath(url));
  const inside = (folder: string) => relative(dataDir, folder).split(/[/\\]/)[0] ?? '';
  const locks = (name: string) => /^(?:\.lock\.db|.+\.lock)(?:-\w+)?$/.test(name);
  const mayBe = ['.gitkeep', 'file.key', 'session.secret', inside(backups), inside(uploads)];
  const inData = listOf(dataDir).filter((name) => !mayBe.includes(name) && !locks(name));
  const inUploads = listOf(uploads).filter((name) => name !== '.gitkeep' && !locks(name));
  const full = [
    ...inData.map((name) => join(dataDir, name)),
    ...inUploads.map((name) => join(uploads, name)),
    ...(existsSync(database) ? [database] : []),
  ];
  if (full.length === 0) return database;
  throw new OperatorError(
    `A backup is restored only into empty folders, and there is ${full[0]}. Move DATA_DIR and UPLOADS_DIR away first. Nothing was changed.`,
  );
}

const listOf = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
