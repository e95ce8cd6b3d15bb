import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { databaseFile, databaseName } from '~/platform/db/core/database-url.server';
import { OperatorError } from '~/platform/operator-error.server';
import { readSecrets } from '~/platform/secrets/secrets.server';
import type { Settings } from '~/platform/settings/env.server';

/** What a clinic is called in sentences and in `moves`: its database and its files. */
export function nameOf(settings: Settings): string {
  return `${databaseNameOf(settings)}, files in ${filesOf(settings)}`;
}

/** Where a clinic keeps its files, the same for all who keep theirs in that place. */
export function filesOf({ STORAGE_URL, S3_ENDPOINT, UPLOADS_DIR }: Settings): string {
  if (!STORAGE_URL) return resolve(UPLOADS_DIR);
  return [STORAGE_URL.replace(/\/$/, ''), ...(S3_ENDPOINT ? [`at ${S3_ENDPOINT}`] : [])].join(' ');
}

function databaseNameOf({ DATABASE_URL: url }: Settings): string {
  const file = databaseFile(url);
  return file ? resolve(file) : databaseName(url);
}

/** @throws an OperatorError where both clinics have the same database, or one that is no file. */
export function requireOtherDatabase(settings: Settings, next: Settings): void {
  if (settings.DATABASE_URL === ':memory:' || next.DATABASE_URL === ':memory:')
    throw new OperatorError('A database in memory cannot be moved. Nothing was changed.');
  if (databaseNameOf(settings) === databaseNameOf(next))
    throw new OperatorError(
      `Both clinics have the database ${databaseNameOf(next)}. Name another, empty one in DATABASE_URL of the new one. Nothing was changed.`,
    );
}

/**
 * Asks whether both clinics have the same two secrets.
 *
 * @param to the file that the settings of the new one are from.
 * @returns the FILE_KEY.
 * @throws an OperatorError that says how to set them.
 */
export function requireSameSecrets(settings: Settings, next: Settings, to: string): Buffer {
  const own = readSecrets(settings, { hasEncryptedData: false });
  const others = readSecrets(next, { hasEncryptedData: false });
  if (!own.fileKey || !own.sessionSecret)
    throw new OperatorError('This clinic has no FILE_KEY or no SESSION_SECRET. Nothing was changed.');
  const isSame = others.fileKey?.equals(own.fileKey) && others.sessionSecret === own.sessionSecret;
  if (isSame) return own.fileKey;
  const lines = [
    ['FILE_KEY', 'file.key'],
    ['SESSION_SECRET', 'session.secret'],
  ].map(([name, file = '']) => {
    const path = join(settings.DATA_DIR, file);
    return existsSync(path) ? `echo "${name}=$(cat ${path})" >> ${to}` : `copy ${name} of this one`;
  });
  throw new OperatorError(
    `The new clinic needs the FILE_KEY and the SESSION_SECRET of this one, set in ${to}: ${lines.join('; ')}. Nothing was changed.`,
  );
}
