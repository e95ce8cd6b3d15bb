import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { addLeftover, clearStages, makeStage, removeLeftover } from '~/ops/leftovers.server';
import { type Entry, hashContent, requireRecipient, writeArchive } from '~/platform/backup/archive.server';
import { backupFailureOf, backupStep } from '~/platform/backup/backup-failure.server';
import {
  type GoodBackup,
  makePrivateFolder,
  newArchivePath,
  noteBackup,
} from '~/platform/backup/backup-folder.server';
import { deletionListIn } from '~/platform/backup/deleted-ids.server';
import {
  aboutText,
  computeMac,
  entryNames,
  type Manifest,
  toKeyName,
} from '~/platform/backup/manifest.server';
import { requireNewest } from '~/platform/db/copy/open-raw.server';
import type { DatabaseState } from '~/platform/db/core/database-state';
import { isPostgres } from '~/platform/db/core/database-url.server';
import { requireSameKey } from '~/platform/db/core/keyring.server';
import { databaseState } from '~/platform/db/database-state.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFolderNow } from '~/platform/fsync.server';
import { interruptedKeyChange, readSecrets, type Secrets } from '~/platform/secrets/secrets.server';
import type { Settings } from '~/platform/settings/env.server';
import { isMissing, requireUsableFolder } from '../usable-places.server';
import { readBackupIdentity } from './identity.server';
import type { OnProgress } from './progress';
import { type Staged, stageAll, stageDatabase } from './stage-files.server';
import { verify } from './verify.server';

type Making = {
  staged: Staged;
  at: number;
  fileKey: Buffer;
  sessionSecret?: string;
  deletions?: string;
  withSecrets: boolean;
  isDatabaseOnly: boolean;
  onProgress: (doneBytes: number) => void;
  /** Receives the manifest as it goes into the archive. */
  keep: (manifest: string) => void;
};

/** Yields the entries of an archive, in order. */
async function* entriesOf({
  staged,
  at,
  fileKey,
  sessionSecret,
  deletions,
  withSecrets,
  isDatabaseOnly,
  onProgress,
  keep,
}: Making): AsyncGenerator<Entry> {
  const { about, database, manifest, mac, file } = entryNames;
  let doneBytes = 0;
  const content = { bytes: 0, sha256: '' };
  const read = (path: string) =>
    hashContent(counted(createReadStream(path, { highWaterMark: 256 * 1024 })), (one) =>
      Object.assign(content, one),
    );
  async function* counted(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      doneBytes += piece.length;
      onProgress(doneBytes);
      yield piece;
    }
  }
  yield text(about, aboutText({ isDatabaseOnly }));
  if (withSecrets) {
    yield text(entryNames.fileKey, fileKey.toString('hex'));
    if (sessionSecret) yield text(entryNames.sessionSecret, sessionSecret);
  }
  yield { name: database, bytes: staged.database.bytes, content: read(staged.database.path) };
  const contents: Manifest = {
    at: new Date(at).toISOString(),
    keyId: toKeyName(fileKey),
    database: { ...content },
    files: [],
    missing: staged.missingNames,
    ...(isDatabaseOnly && { isDatabaseOnly }),
  };
  for (const { name, path, bytes } of staged.files) {
    yield { name: file(name), bytes, content: read(path) };
    contents.files.push({ name, ...content });
  }
  if (deletions !== undefined) {
    yield text(entryNames.deletions, deletions);
    contents.deletions = contentOf(deletions);
  }
  const words = JSON.stringify(contents);
  keep(words);
  yield text(manifest, words);
  yield text(mac, computeMac(words, fileKey));
}

function contentOf(words: string) {
  const bytes = Buffer.from(words);
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function text(name: string, words: string): Entry {
  const content = Buffer.from(words);
  return { name, bytes: content.length, content: [content] };
}

/**
 * Makes a backup beside a running server: the database as it is at one moment and every file it
 * names. The archive is verified before it gets its name (docs/requirements.md#running).
 *
 * @param file its path; by default it goes into BACKUP_DIR.
 * @param isDatabaseOnly whether to leave out the files, of which copies are made separately.
 * @param onProgress receives the progress.
 * @returns the backup, which is recorded in the data folder too. If BACKUP_RECIPIENT is set, it is
 *   encrypted to that key, and only then holds the two secrets.
 * @throws an OperatorError if there is nothing to back up, the key is not the right one, or
 *   something exists at the path; the disk's error if the disk refuses. Nothing is left behind
 *   then, and earlier backups stay.
 */
export async function backUp(
  settings: Settings,
  {
    file,
    isDatabaseOnly = settings.BACKUP_CONTENTS === 'database',
    onProgress = () => undefined,
  }: { file?: string; isDatabaseOnly?: boolean; onProgress?: OnProgress } = {},
): Promise<GoodBackup> {
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploads } = settings;
  const plan = await planBackup(settings, file).catch((error: unknown) => {
    // A mistake in a path that an operator typed is no failure of the clinic's backups.
    if (!file) noteFailure(dataDir, error);
    throw error;
  });
  const { at, path } = plan;
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  clearStages(uploads);
  const stage = await makeStage(uploads, 'backup');
  addLeftover(partial);
  try {
    const made = await makeArchive(settings, { ...plan, isDatabaseOnly, stage, partial, onProgress });
    const backup = { at, path, ...made };
    renameSync(partial, path);
    syncFolderNow(dirname(path));
    noteBackup(dataDir, { good: backup });
    return backup;
  } catch (error) {
    noteFailure(dataDir, error);
    throw backupFailureOf(error) === 'noRoom'
      ? new OperatorError(
          'There is not enough space on the disk for a backup. No backup was made; earlier backups are unchanged.',
        )
      : error;
  } finally {
    removeLeftover(stage);
    removeLeftover(partial);
  }
}

type Plan = {
  at: number;
  path: string;
  secrets: Pick<Secrets, 'fileKey'> & Partial<Secrets>;
  identity: string | undefined;
};

/** Checks that a backup can be made, and returns its place and its needs. */
async function planBackup(settings: Settings, file: string | undefined): Promise<Plan> {
  const { DATABASE_URL: url, BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient } = settings;
  const state = await backupStep('noDatabase', () => requireDatabase(url));
  const { secrets, identity } = await backupStep('noKey', async () => {
    await requireRecipient(recipient);
    return { secrets: requireSecrets(settings, state), identity: recipient && readBackupIdentity(settings) };
  });
  const at = Date.now();
  if (!file)
    await backupStep('noFolder', () => {
      requireUsableFolder('BACKUP_DIR', folder);
      makePrivateFolder(folder);
    });
  const path = resolve(file ?? newArchivePath({ folder, at, isEncrypted: Boolean(recipient) }));
  if (existsSync(path)) throw new OperatorError(`${path} already exists. Choose another file.`);
  if (isMissing(dirname(path))) throw new OperatorError(`The folder ${dirname(path)} does not exist.`);
  if (file) requireUsableFolder('backup', dirname(path));
  return { at, path, secrets, identity };
}

async function requireDatabase(url: string): Promise<DatabaseState> {
  const state = await databaseState(url);
  if (state.appliedMigrations.length === 0)
    throw new OperatorError(`There is no database at ${state.name}, so there is nothing to back up yet.`);
  // SQLite's database is copied as it is, and migrated when it is restored.
  if (isPostgres(url)) requireNewest(state, url);
  return state;
}

async function makeArchive(
  settings: Settings,
  {
    at,
    secrets,
    identity,
    isDatabaseOnly,
    stage,
    partial,
    onProgress,
  }: Plan & { isDatabaseOnly: boolean; stage: string; partial: string; onProgress: OnProgress },
): Promise<Omit<GoodBackup, 'at' | 'path'>> {
  const { BACKUP_RECIPIENT: recipient } = settings;
  const gather = isDatabaseOnly ? stageDatabase : stageAll;
  const staged = await backupStep('noStorage', () => gather(settings, { stage, onProgress }));
  const toDo = staged.files.reduce((sum, { bytes }) => sum + bytes, staged.database.bytes);
  let manifest = '';
  const entries = entriesOf({
    staged,
    at,
    ...secrets,
    deletions: readIfThere(deletionListIn(settings.BACKUP_DIR)),
    withSecrets: Boolean(recipient),
    isDatabaseOnly,
    onProgress: (done) => onProgress('files', done / toDo),
    keep: (made) => {
      manifest = made;
    },
  });
  const archive = await writeArchive({ path: partial, entries, recipient });
  await backupStep('diskFault', () =>
    verify({ path: partial, expected: archive, manifest, identity, recipient, onProgress }),
  );
  return {
    bytes: archive.bytes,
    files: staged.files.length,
    isEncrypted: Boolean(recipient),
    missing: staged.missingNames.length,
    ...(isDatabaseOnly && { isDatabaseOnly }),
  };
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/**
 * Records a failed backup in the data folder. If the disk does not even accept that, the original
 * error is still the one to report.
 */
function noteFailure(dataDir: string, error: unknown): void {
  try {
    noteBackup(dataDir, { failed: { at: Date.now(), why: backupFailureOf(error) } });
  } catch {
    // The server remembers it as long as it runs.
  }
}

function requireSecrets(settings: Settings, state: DatabaseState) {
  const { fileKey, sessionSecret } = readSecrets(settings, { hasEncryptedData: true });
  if (state.wrappedKeys.size > 1) throw interruptedKeyChange();
  // It goes in only if the archive is encrypted: a plain archive with its key inside would reveal
  // everything.
  if (!fileKey) throw new OperatorError('FILE_KEY is missing.');
  requireSameKey(state, fileKey);
  return { fileKey, sessionSecret };
}
