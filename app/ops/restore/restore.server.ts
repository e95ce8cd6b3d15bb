import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Repeated } from '~/domain/clinic/repeat-deletions.server';
import { clearStages, makeStage, removeLeftover } from '~/ops/leftovers.server';
import { ArchiveFault } from '~/platform/backup/archive.server';
import { macOf } from '~/platform/backup/manifest.server';
import { aloneOn } from '~/platform/db/cluster/alone.server';
import { copyRows } from '~/platform/db/copy/copy-rows.server';
import { openRaw } from '~/platform/db/copy/open-raw.server';
import { moves } from '~/platform/db/core/tables/clinic.server';
import { db, execute, withOtherDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFile, syncFolder } from '~/platform/fsync.server';
import { putSecrets, readSecrets, sameText } from '~/platform/secrets/secrets.server';
import type { Settings } from '~/platform/settings/env.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';
import { diskPathOf, diskStore } from '~/platform/storage/objects/disk-store.server';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import { identityOf } from '../backup/identity.server';
import type { OnProgress } from '../backup/progress';
import { requireSetSecrets } from '../set-secrets.server';
import { keyFor, requireAll } from './check-unpacked.server';
import { repeatSince } from './repeat-deletions.server';
import { begunMark, requireEmpty, requirePlace } from './require-place.server';
import { type Place, type Unpacked, unpack } from './unpack.server';

/**
 * Puts an unpacked clinic in place: the files first, the database last, all of it at once. Without
 * that everything before is no clinic yet, and nothing is lost by beginning again. Takes where it
 * was unpacked, the settings, the path of a database of SQLite, and where files are kept.
 */
async function putInPlace(
  staged: Place,
  { settings, database, objects }: { settings: Settings; database: string | undefined; objects: ObjectStore },
): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir, UPLOADS_DIR: uploads, STORAGE_URL: store } = settings;
  if (store) {
    writeFileSync(join(dataDir, begunMark), `${store}\n`, { mode: 0o600, flush: true });
    syncFolder(dataDir);
    await sendFiles(staged.stage, objects);
  } else {
    for (const folder of readdirSync(staged.stage))
      renameSync(join(staged.stage, folder), join(uploads, folder));
    syncFolder(uploads);
  }
  if (database) {
    renameSync(staged.database, database);
    syncFolder(dirname(database));
  } else await sendRows(`file:${staged.database}`, url);
  rmSync(join(dataDir, begunMark), { force: true });
}

/** What an interrupted restore has sent of another archive goes. */
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

/** What a restore has put in place. */
export type Restored = {
  /** When the backup was made, milliseconds since 1970. */
  at: number;
  files: number;
  /** Stored files that were lost already when the backup was made. */
  missing: number;
  /** What was deleted or decided since, and is repeated. */
  repeated: Repeated;
  /** Whether the key was the archive's own and is kept in the data folder now. */
  keptKey: boolean;
};

/**
 * Puts a backup in place: into an empty clinic only, and only once all of it is verified
 * (docs/requirements.md#running). Takes the settings; the archive; whom to tell how far it is;
 * whether to go on where it is not known what was deleted since. What the list of deletions names,
 * beside the archive or in BACKUP_DIR, is repeated, and nobody is logged in afterwards. The key
 * comes from FILE_KEY, from `file.key` where that lies in the data folder already, or from the
 * archive, if it is encrypted.
 *
 * @returns what was put in place.
 * @throws an OperatorError, and has changed nothing, where the folders are not empty, the archive
 *   is damaged or not to be opened, the key is missing or another one, a report lacks its file, or
 *   there is no whole list of what was deleted since.
 */
export async function restore(
  settings: Settings,
  {
    file,
    onProgress = () => undefined,
    isListOptional = false,
  }: { file: string; onProgress?: OnProgress; isListOptional?: boolean },
): Promise<Restored> {
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploads } = settings;
  requireSetSecrets(settings);
  // What one that was killed has left is no clinic.
  clearStages(uploads);
  const database = requirePlace(settings);
  if (!existsSync(file) || !statSync(file).isFile()) throw new OperatorError(`There is no file ${file}.`);
  const identity = identityOf(settings);
  const own = readSecrets(settings, { hasEncryptedData: false });
  const folders = [dataDir, ...(database ? [dirname(database)] : []), uploads];
  const made = folders.flatMap((folder) => mkdirSync(folder, { recursive: true, mode: 0o700 }) ?? []);
  let isDone = false;
  try {
    const restored = await aloneOn(settings, 'npm run restore', () =>
      restoreAlone(settings, { file, identity, own, database, isListOptional, onProgress }),
    );
    isDone = true;
    return restored;
  } finally {
    const isBegun = existsSync(join(dataDir, begunMark));
    if (!isDone && !isBegun)
      for (const folder of made.reverse()) rmSync(folder, { recursive: true, force: true });
  }
}

type Restoring = {
  file: string;
  identity: string | undefined;
  own: ReturnType<typeof readSecrets>;
  database: string | undefined;
  isListOptional: boolean;
  onProgress: OnProgress;
};

async function restoreAlone(
  settings: Settings,
  { file, identity, own, database, isListOptional, onProgress }: Restoring,
): Promise<Restored> {
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploads } = settings;
  const objects = await openObjects(settings);
  await requireEmpty(settings, objects);
  const stage = await makeStage(uploads, 'restore');
  // One of SQLite comes to its place by a rename.
  const beside = database ? dirname(database) : await makeStage(uploads, 'restore');
  const staged = { database: join(beside, `.restore-${process.pid}.db`), stage };
  // An older database is brought up to date; the archive is the copy from before.
  const copies = `${staged.database}.copies`;
  try {
    const { found, fileKey } = await unpackVerified({ file, identity, own: own.fileKey, staged, onProgress });
    const repeated = await withOtherDatabase(
      { url: `file:${staged.database}`, fileKey, copies },
      async () => {
        // Where a clinic is restored it has not been moved away from.
        await execute(db().delete(moves));
        return repeatSince({ settings, file, found, stage, isListOptional });
      },
    );
    syncFile(staged.database, 0o600);

    const keptKey = own.fileKey === undefined;
    putSecrets(dataDir, {
      fileKey: keptKey ? fileKey : undefined,
      sessionSecret: own.sessionSecret === undefined ? found.sessionSecret : undefined,
    });
    await putInPlace(staged, { settings, database, objects }).catch((error: unknown) => {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(notInPlace(settings, error));
    });
    const { at, files, missing } = found.manifest;
    return { at: Date.parse(at), files: files.length, missing: missing.length, repeated, keptKey };
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${staged.database}${end}`, { force: true });
    rmSync(copies, { recursive: true, force: true });
    removeLeftover(stage);
    if (!database) removeLeftover(beside);
  }
}

function notInPlace({ STORAGE_URL, UPLOADS_DIR }: Settings, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  const again = STORAGE_URL
    ? 'Run the same command again: what is in the store already is replaced.'
    : `Remove what is in ${UPLOADS_DIR}, and run the same command again.`;
  return `The backup could not be put in place: ${why}. The database is as empty as it was. ${again}`;
}

/**
 * Unpacks an archive, and asks whether all of it is as it was when it was made.
 *
 * @returns what was in it, and the FILE_KEY it is under.
 */
async function unpackVerified({
  file,
  own,
  ...o
}: {
  file: string;
  identity?: string;
  own?: Buffer;
  staged: Place;
  onProgress: OnProgress;
}): Promise<{ found: Unpacked; fileKey: Buffer }> {
  const found = await unpack({ file, ...o }).catch((error: unknown) => {
    throw asSentence(error, file);
  });
  const fileKey = keyFor({ found, own, file });
  if (!sameText(found.mac, macOf(found.manifestText, fileKey)))
    throw asSentence(new ArchiveFault('damaged'), file);
  await requireAll({ manifest: found.manifest, staged: o.staged, fileKey, file });
  return { found, fileKey };
}

function asSentence(error: unknown, file: string): unknown {
  const fault = error instanceof ArchiveFault ? error.fault : undefined;
  if (fault === 'locked')
    return new OperatorError(
      `${file} is encrypted. Name the age identity that opens it in BACKUP_IDENTITY (AGE-SECRET-KEY-… or the file it is in). Nothing was changed.`,
    );
  if (fault === 'newer')
    return new OperatorError(
      `${file} was made by a newer version of this program. Restore it with that one. Nothing was changed.`,
    );
  if (fault === 'damaged')
    return new OperatorError(`${file} is damaged, or no backup of this program. Nothing was changed.`);
  return error;
}
