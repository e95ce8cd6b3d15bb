import { rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pictureBoundTo } from '~/domain/identity/account-constants';
import { thumbnailBoundTo } from '~/domain/report/report-constants';
import { type Manifest, toKeyName } from '~/platform/backup/manifest.server';
import { findDatabaseFault, type NamedFile, readDatabase } from '~/platform/db/copy/copy-database.server';
import { fileKeysIn } from '~/platform/db/core/keyring.server';
import { migrationsFolder, requireKnownSchema } from '~/platform/db/core/migration-files.server';
import { databaseState } from '~/platform/db/database-state.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFile } from '~/platform/fsync.server';
import { keyringIdOf } from '~/platform/secrets/column-cipher.server';
import { openStorage } from '~/platform/storage/storage.server';
import type { OnProgress } from '../backup/progress';
import { takeFiles } from './take-files.server';
import type { Place, Unpacked } from './unpack.server';

/**
 * Returns the FILE_KEY of an archive: the clinic's own, or the one inside.
 *
 * @throws if there is none, or the archive was made under another one.
 */
export function findFileKey({
  unpacked,
  ownKey,
  file,
}: {
  unpacked: Unpacked;
  ownKey?: Buffer;
  file: string;
}): Buffer {
  const isHex = unpacked.fileKey && /^[0-9a-f]{64}$/i.test(unpacked.fileKey);
  const key = ownKey ?? (isHex ? Buffer.from(unpacked.fileKey ?? '', 'hex') : undefined);
  if (!key)
    throw new OperatorError(
      `${file} is not encrypted, so it does not include its FILE_KEY. Set FILE_KEY to the key of its clinic. Nothing was changed.`,
    );
  if (toKeyName(key) !== unpacked.manifest.keyId)
    throw new OperatorError(
      `${file} was made with a different FILE_KEY. Set FILE_KEY to that key. Nothing was changed.`,
    );
  return key;
}

type RequireAllOptions = {
  manifest: Manifest;
  staged: Place;
  fileKey: Buffer;
  file: string;
  /** The folder with the copies of the files, if the archive has none. */
  filesFrom?: string;
  onProgress: OnProgress;
};

/**
 * Requires the unpacked database to be whole, of a version this program knows and under this key,
 * and every row's file to open. Files of an archive without files are taken from `filesFrom`.
 *
 * @returns the names of the files that are missing.
 */
export async function requireAll({
  manifest,
  staged,
  fileKey,
  file,
  filesFrom,
  onProgress,
}: RequireAllOptions): Promise<string[]> {
  const refuse = (why: string) => new OperatorError(`${file} is damaged: ${why}. Nothing was changed.`);
  const url = `file:${staged.database}`;
  const fault = findDatabaseFault(staged.database);
  if (fault) throw refuse(fault);
  const state = await databaseState(url);
  requireKnownSchema(state, migrationsFolder('sqlite'));
  if (!state.wrappedKeys.has(keyringIdOf(fileKey))) throw refuse('its database uses a different key');
  const files = openStorage({ directory: staged.stage, keys: fileKeysIn(state, fileKey) });
  const missing = [...manifest.missing];
  const copy = await readDatabase(url);
  try {
    const rows = new Map((await copy.files()).map((row) => [row.name, row]));
    const openFile = ({ name, ...row }: NamedFile) =>
      files.open({ name, boundTo: boundTo({ name, ...row }) }).catch(() => undefined);
    if (filesFrom) {
      const isWhole = async (name: string) => isReadable(await openFile(rows.get(name) as NamedFile));
      const { stage } = staged;
      missing.push(
        ...(await takeFiles({ from: filesFrom, names: [...rows.keys()], stage, isWhole, onProgress })),
      );
    } else
      for (const row of rows.values()) {
        if (missing.includes(row.name)) continue;
        const opened = await openFile(row);
        if (!opened) throw refuse(`the file ${row.name} cannot be opened`);
        opened.stream.destroy();
      }
  } finally {
    await copy.close();
  }
  for (const end of ['-wal', '-shm']) rmSync(`${staged.database}${end}`, { force: true });
  syncFile(staged.database, 0o600);
  return missing;
}

/** Reads a file to its end, and returns whether every part of it is as it was sealed. */
async function isReadable(opened: { stream: Readable } | undefined): Promise<boolean> {
  try {
    for await (const _ of opened?.stream ?? []);
    return opened !== undefined;
  } catch {
    return false;
  }
}

/** Returns the name that a file's seal binds it to. */
export function boundTo({ kind, of, tag }: NamedFile): string {
  if (kind === 'picture') return pictureBoundTo(of, tag);
  return kind === 'thumbnail' ? thumbnailBoundTo(of) : of;
}
