import { findKnownFiles, listBoundFiles } from '~/domain/upload/known-files.server';
import { admitKey, dismissKey } from '~/platform/db/change-column-key.server';
import { runAlone } from '~/platform/db/cluster/alone.server';
import { fileKeys } from '~/platform/db/core/keyring.server';
import { databaseState } from '~/platform/db/database-state.server';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { commandLine } from '~/platform/operator-commands.server';
import { keyringIdOf } from '~/platform/secrets/column-cipher.server';
import { keysToChange } from '~/platform/secrets/secrets.server';
import type { Settings } from '~/platform/settings/env.server';
import { openStorage } from '~/platform/storage/storage.server';

const sayEvery = 100;

/**
 * Changes the key that all private data is encrypted under
 * (docs/requirements.md#reports-and-files). The database key is wrapped anew, as are the keys of
 * files that an older program left under the FILE_KEY; the data itself stays as it is. An
 * interrupted change continues when it is run again: until the end both keys are needed and both
 * are there.
 *
 * @param say prints a line for the operator.
 * @throws an OperatorError if a server is running, or a file belongs to nobody or is damaged;
 *   nothing is lost then.
 */
export async function rotateKey(settings: Settings, say: (line: string) => void): Promise<void> {
  await runAlone(settings, commandLine('rotate-key'), () => rotateAlone(settings, say));
}

async function rotateAlone(settings: Settings, print: (line: string) => void) {
  const { DATA_DIR: dataDir, DATABASE_URL: url, UPLOADS_DIR: directory } = settings;
  const keys = keysToChange(settings);
  const { oldKey, newKey } = keys;
  const { name, wrappedKeys } = await databaseState(url);
  const openWith = [oldKey, newKey].find((key) => wrappedKeys.has(keyringIdOf(key)));
  if (!openWith)
    throw new OperatorError(`The database ${name} was not written with this key. Nothing was changed.`);
  await openDatabase({ url, fileKey: openWith, isAlone: true });
  try {
    // Before it was interrupted, an older program moved files to the new key itself.
    const files = openStorage({ directory, keys: fileKeys(oldKey, newKey) });
    // As at a start of the server: files that no row names are left over from interrupted uploads.
    await files.sweep({ isKnown: findKnownFiles });
    const bound = new Map((await listBoundFiles()).map(({ name, boundTo }) => [name, boundTo]));
    const older = await files.listOlder();
    const nobodys = older.filter((name) => !bound.has(name));
    if (nobodys.length > 0) {
      throw new OperatorError(
        `${nobodys.length} files in ${directory} are not in this database, such as ${nobodys[0]}. Check that UPLOADS_DIR is the right folder.`,
      );
    }
    keys.keepNext();
    await admitKey(newKey);
    print(
      `${older.length} of ${bound.size} files have to be sealed again; the database holds the keys of the others.`,
    );
    for (const [at, name] of older.entries()) {
      await files.rewrap({ name, boundTo: bound.get(name) ?? '' }).catch((error: unknown) => {
        throw asSentence(error, name);
      });
      if ((at + 1) % sayEvery === 0) print(`${at + 1} of ${older.length}`);
    }
    await dismissKey(oldKey);
    keys.putInPlace();
  } finally {
    await closeDatabase();
  }
  print(
    keys.isSetting
      ? 'Done. Nothing uses the old key any more. Set FILE_KEY to the new key and remove NEW_FILE_KEY.'
      : `Done. Nothing uses the old key any more. The new key is in ${dataDir}/file.key; keep a copy of it.`,
  );
}

function asSentence(error: unknown, name: string) {
  const code = (error as { code?: unknown }).code;
  if (code === 'FILE_KEY_UNKNOWN')
    return new OperatorError(`The file ${name} was written with neither the old nor the new key.`);
  if (code === 'FILE_DAMAGED')
    return new OperatorError(
      `The file ${name} is damaged. Restore it from a backup or delete its report, then run this command again.`,
    );
  return error;
}
