import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RepeatedCounts } from '~/domain/clinic/repeat-deletions.server';
import { beginChangeEpoch } from '~/domain/desk/report-changes.server';
import { clearStages, makeStage, removeLeftover } from '~/ops/leftovers.server';
import { ArchiveFault } from '~/platform/backup/archive.server';
import { computeMac } from '~/platform/backup/manifest.server';
import { runAlone } from '~/platform/db/cluster/alone.server';
import { type NamedFile, readDatabase } from '~/platform/db/copy/copy-database.server';
import { copyRows } from '~/platform/db/copy/copy-rows.server';
import { openRaw } from '~/platform/db/copy/open-raw.server';
import { moves } from '~/platform/db/core/tables/clinic.server';
import { db, execute, withOtherDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFile, syncFolderNow } from '~/platform/fsync.server';
import { commandLine } from '~/platform/operator-commands.server';
import { putSecrets, readSecrets } from '~/platform/secrets/secrets.server';
import { sameText } from '~/platform/secrets/tokens.server';
import type { Settings } from '~/platform/settings/env.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';
import { diskPathOf, diskStore } from '~/platform/storage/objects/disk-store.server';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import { readBackupIdentity } from '../backup/identity.server';
import type { OnProgress } from '../backup/progress';
import { requireSetSecrets } from '../set-secrets.server';
import { requireReadableFile, requireReadableFolder } from '../usable-places.server';
import { findFileKey, requireAll } from './check-unpacked.server';
import { planOwners } from './give-to-owner.server';
import { repeatSince } from './repeat-deletions.server';
import { requireEmpty, requirePlace, startedMark } from './require-place.server';
import { requireFilesFrom } from './take-files.server';
import { type Place, type Unpacked, unpack } from './unpack.server';

/**
 * Puts an unpacked clinic in place: the files first, then the whole database at once. Without its
 * database it is no clinic yet, so nothing is lost by starting over.
 */
async function putInPlace(
  staged: Place,
  { settings, database, objects }: { settings: Settings; database: string | undefined; objects: ObjectStore },
): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir, UPLOADS_DIR: uploads, STORAGE_URL: store } = settings;
  if (store) {
    writeFileSync(join(dataDir, startedMark), `${store}\n`, { mode: 0o600, flush: true });
    syncFolderNow(dataDir);
    await sendFiles(staged.stage, objects);
  } else {
    for (const folder of readdirSync(staged.stage))
      renameSync(join(staged.stage, folder), join(uploads, folder));
    syncFolderNow(uploads);
  }
  if (database) {
    renameSync(staged.database, database);
    syncFolderNow(dirname(database));
  } else await sendRows(`file:${staged.database}`, url);
  rmSync(join(dataDir, startedMark), { force: true });
}

/** Sends the files, and removes those that an interrupted restore has sent of another archive. */
async function sendFiles(stage: string, objects: ObjectStore): Promise<void> {
  const names = new Set<string>();
  for await (const { name } of diskStore(stage).list()) names.add(name);
  for await (const { name } of objects.list()) if (!names.has(name)) await objects.drop(name);
  for (const name of names) {
    const path = diskPathOf(stage, name);
    await objects.put(name, { path, bytes: (await stat(path)).size });
  }
}

async function sendRows(from: string, to: string): Promise<void> {
  const source = await openRaw(from);
  try {
    const target = await openRaw(to, { isNew: true });
    try {
      await copyRows(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** The result of a restore. */
export type Restored = {
  /** Time of the backup, in milliseconds since 1970. */
  at: number;
  files: number;
  /** Files that rows name and that neither the backup nor the copy of the files has. */
  missingFiles: NamedFile[];
  /** Counts of repeated deletions and decisions since the backup. */
  repeatedCounts: RepeatedCounts;
  /** Tells whether the archive's own key was used and is now stored in the data folder. */
  keptKey: boolean;
  /** User IDs of the owners of the restored files, if root restored them. */
  owners: number[];
};

/**
 * Restores a backup into an empty clinic, once all of it is verified
 * (docs/requirements.md#running). Repeats the entries of the list of deletions, beside the archive
 * or in BACKUP_DIR, and ends every session. The key comes from FILE_KEY, from an existing
 * `file.key` in the data folder, or from the archive, if it is encrypted. Root gives every file to
 * the owner of the folder that it is in.
 *
 * @param options.filesFrom a copy of the uploads folder, for a backup of the database alone.
 * @returns the restored clinic's facts.
 * @throws an OperatorError, with nothing changed, if the folders are not empty, the archive is
 *   damaged or cannot be opened, the key is missing or another one, a report lacks its file, or
 *   there is no whole list of deletions.
 */
export async function restore(
  settings: Settings,
  {
    file,
    onProgress = () => undefined,
    isListOptional = false,
    filesFrom,
  }: { file: string; onProgress?: OnProgress; isListOptional?: boolean; filesFrom?: string },
): Promise<Restored> {
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploads } = settings;
  requireSetSecrets(settings);
  // The leftovers of a killed command are no clinic.
  clearStages(uploads);
  const database = requirePlace(settings);
  requireReadableFile(file);
  if (filesFrom) requireReadableFolder(filesFrom);
  const identity = readBackupIdentity(settings);
  const ownSecrets = readSecrets(settings, { hasEncryptedData: false });
  const giveToOwners = planOwners(settings);
  const folders = [dataDir, ...(database ? [dirname(database)] : []), uploads];
  const newFolders = folders.flatMap((folder) => mkdirSync(folder, { recursive: true, mode: 0o700 }) ?? []);
  let isDone = false;
  try {
    const restored = await runAlone(settings, commandLine('restore'), () =>
      restoreAlone(settings, { file, filesFrom, identity, ownSecrets, database, isListOptional, onProgress }),
    );
    isDone = true;
    return { ...restored, owners: giveToOwners() };
  } finally {
    const isBegun = existsSync(join(dataDir, startedMark));
    if (!isDone && !isBegun)
      for (const folder of newFolders.reverse()) rmSync(folder, { recursive: true, force: true });
    if (!isDone) giveToOwners();
  }
}

type Restoring = {
  file: string;
  filesFrom: string | undefined;
  identity: string | undefined;
  ownSecrets: ReturnType<typeof readSecrets>;
  database: string | undefined;
  isListOptional: boolean;
  onProgress: OnProgress;
};

async function restoreAlone(
  settings: Settings,
  { file, filesFrom, identity, ownSecrets, database, isListOptional, onProgress }: Restoring,
): Promise<Omit<Restored, 'owners'>> {
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploads } = settings;
  const objects = await openObjects(settings);
  await requireEmpty(settings, objects);
  const stage = await makeStage(uploads, 'restore');
  // SQLite's database is moved into place by a rename.
  const beside = database ? dirname(database) : await makeStage(uploads, 'restore');
  const staged = { database: join(beside, `.restore-${process.pid}.db`), stage };
  // An older database is migrated; the archive is the copy from before.
  const copies = `${staged.database}.copies`;
  try {
    const { unpacked, fileKey, missing } = await unpackVerified({
      file,
      filesFrom,
      identity,
      ownKey: ownSecrets.fileKey,
      staged,
      onProgress,
    });
    const repeated = await withOtherDatabase(
      { url: `file:${staged.database}`, fileKey, copies },
      async () => {
        // A restored clinic has not been moved away.
        await execute(db().delete(moves));
        await beginChangeEpoch();
        return repeatSince({ settings, file, unpacked, stage, isListOptional });
      },
    );
    const { files, missingFiles } = await countFiles(staged, missing);
    syncFile(staged.database, 0o600);

    const keptKey = ownSecrets.fileKey === undefined;
    putSecrets(dataDir, {
      fileKey: keptKey ? fileKey : undefined,
      sessionSecret: ownSecrets.sessionSecret === undefined ? unpacked.sessionSecret : undefined,
    });
    await putInPlace(staged, { settings, database, objects }).catch((error: unknown) => {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(notInPlace(settings, error));
    });
    return {
      at: Date.parse(unpacked.manifest.at),
      files,
      missingFiles,
      repeatedCounts: repeated,
      keptKey,
    };
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${staged.database}${end}`, { force: true });
    rmSync(copies, { recursive: true, force: true });
    removeLeftover(stage);
    if (!database) removeLeftover(beside);
  }
}

/**
 * Counts the files of a restored clinic, after everything that was deleted since is gone again.
 *
 * @param missing the names of the files that the restore did not find.
 */
async function countFiles(staged: Place, missing: string[]) {
  const copy = await readDatabase(`file:${staged.database}`);
  try {
    const lost = new Set(missing);
    const rows = await copy.files();
    const missingFiles = rows.filter(({ name }) => lost.has(name));
    return { files: rows.length - missingFiles.length, missingFiles };
  } finally {
    await copy.close();
  }
}

function notInPlace({ STORAGE_URL, UPLOADS_DIR }: Settings, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  const again = STORAGE_URL
    ? 'Run the same command again; it replaces the files already in the store.'
    : `Empty ${UPLOADS_DIR}, then run the same command again.`;
  return `The backup could not be put in place: ${why}. The database is still empty. ${again}`;
}

/**
 * Unpacks an archive, and checks that all of it is as it was when it was made.
 *
 * @returns its contents, its FILE_KEY, and the names of the files that are missing.
 */
async function unpackVerified({
  file,
  filesFrom,
  ownKey,
  ...o
}: {
  file: string;
  filesFrom: string | undefined;
  identity?: string;
  ownKey?: Buffer;
  staged: Place;
  onProgress: OnProgress;
}): Promise<{ unpacked: Unpacked; fileKey: Buffer; missing: string[] }> {
  const unpacked = await unpack({ file, ...o }).catch((error: unknown) => {
    throw asSentence(error, file, o.identity);
  });
  const fileKey = findFileKey({ unpacked, ownKey, file });
  if (!sameText(unpacked.mac, computeMac(unpacked.manifestText, fileKey)))
    throw asSentence(new ArchiveFault('damaged'), file);
  const { manifest } = unpacked;
  requireFilesFrom({ file, isDatabaseOnly: manifest.isDatabaseOnly ?? false, filesFrom });
  const { staged, onProgress } = o;
  const missing = await requireAll({ manifest, staged, fileKey, file, filesFrom, onProgress });
  return { unpacked, fileKey, missing };
}

function asSentence(error: unknown, file: string, identity?: string): unknown {
  const fault = error instanceof ArchiveFault ? error.fault : undefined;
  if (fault === 'locked' && identity)
    return new OperatorError(
      `The identity in BACKUP_IDENTITY does not open ${file}, which was encrypted for another one. Nothing was changed.`,
    );
  if (fault === 'locked')
    return new OperatorError(
      `${file} is encrypted. Set BACKUP_IDENTITY to the age identity that opens it (AGE-SECRET-KEY-… or the path of its file). Nothing was changed.`,
    );
  if (fault === 'newer')
    return new OperatorError(
      `${file} was made by a newer version of this program. Restore it with that version. Nothing was changed.`,
    );
  if (fault === 'damaged')
    return new OperatorError(`${file} is damaged or is not a backup of this program. Nothing was changed.`);
  return error;
}
