import { rmSync } from 'node:fs';
import { pictureBoundTo } from '~/domain/identity/account-constants';
import { thumbnailBoundTo } from '~/domain/report/report-constants';
import { keyNameOf, type Manifest } from '~/platform/backup/manifest.server';
import { faultIn, type NamedFile, readDatabase } from '~/platform/db/copy/copy-database.server';
import { fileKeysIn } from '~/platform/db/core/keyring.server';
import { migrationsFolder, requireKnownSchema } from '~/platform/db/core/migration-files.server';
import { keyringIdOf } from '~/platform/db/core/tables/column-cipher.server';
import { databaseState } from '~/platform/db/database-state.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFile } from '~/platform/fsync.server';
import { openStorage } from '~/platform/storage/storage.server';
import type { Place, Unpacked } from './unpack.server';

/**
 * The FILE_KEY of an archive: the clinic's own, or the one inside.
 *
 * @throws where there is none, or the archive was made under another one.
 */
export function keyFor({ found, own, file }: { found: Unpacked; own?: Buffer; file: string }): Buffer {
  const isHex = found.fileKey && /^[0-9a-f]{64}$/i.test(found.fileKey);
  const key = own ?? (isHex ? Buffer.from(found.fileKey ?? '', 'hex') : undefined);
  if (!key)
    throw new OperatorError(
      `${file} is not encrypted, so it does not hold its FILE_KEY. Set FILE_KEY to the key of that clinic. Nothing was changed.`,
    );
  if (keyNameOf(key) !== found.manifest.keyId)
    throw new OperatorError(
      `${file} was made under another FILE_KEY. Set FILE_KEY to that one. Nothing was changed.`,
    );
  return key;
}

type RequireAllOptions = { manifest: Manifest; staged: Place; fileKey: Buffer; file: string };

/**
 * Asks whether the unpacked database is whole, of a version this program knows and under this key,
 * and every row's file opens.
 */
export async function requireAll({ manifest, staged, fileKey, file }: RequireAllOptions) {
  const refuse = (why: string) => new OperatorError(`${file} is damaged: ${why}. Nothing was changed.`);
  const url = `file:${staged.database}`;
  const fault = faultIn(staged.database);
  if (fault) throw refuse(fault);
  const state = await databaseState(url);
  requireKnownSchema(state, migrationsFolder('sqlite'));
  if (!state.wrappedKeys.has(keyringIdOf(fileKey))) throw refuse('its database is under another key');
  const files = openStorage({ directory: staged.stage, keys: fileKeysIn(state, fileKey) });
  const missing = new Set(manifest.missing);
  const copy = await readDatabase(url);
  try {
    for (const one of await copy.files()) {
      if (missing.has(one.name)) continue;
      const opened = await files.open({ name: one.name, boundTo: boundTo(one) }).catch(() => undefined);
      if (!opened) throw refuse(`the file ${one.name} cannot be opened`);
      opened.stream.destroy();
    }
  } finally {
    await copy.close();
  }
  for (const end of ['-wal', '-shm']) rmSync(`${staged.database}${end}`, { force: true });
  syncFile(staged.database, 0o600);
}

/** What a file is bound to by its seal. */
export function boundTo({ kind, of, tag }: NamedFile): string {
  if (kind === 'picture') return pictureBoundTo(of, tag);
  return kind === 'thumbnail' ? thumbnailBoundTo(of) : of;
}
