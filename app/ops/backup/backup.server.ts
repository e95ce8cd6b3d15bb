import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { addLeftover, clearStages, makeStage, removeLeftover } from '~/ops/leftovers.server';
import { type Entry, hashed, requireRecipient, writeArchive } from '~/platform/backup/archive.server';
import { backupFailureOf, backupStep } from '~/platform/backup/backup-failure.server';
import {
  type GoodBackup,
  makePrivateFolder,
  newArchivePath,
  noteBackup,
} from '~/platform/backup/backup-folder.server';
import { deletionListIn } from '~/platform/backup/deleted-ids.server';
import { aboutText, entryNames, keyNameOf, type Manifest, macOf } from '~/platform/backup/manifest.server';
import { requireNewest } from '~/platform/db/copy/open-raw.server';
import type { DatabaseState } from '~/platform/db/core/database-state';
import { isPostgres } from '~/platform/db/core/database-url.server';
import { requireSameKey } from '~/platform/db/core/keyring.server';
import { databaseState } from '~/platform/db/database-state.server';
import { OperatorError } from '~/platform/errors.server';
import { syncFolder } from '~/platform/fsync.server';
import { interrupted, readSecrets, type Secrets } from '~/platform/secrets/secrets.server';
import type { Settings } from '~/platform/settings/env.server';
import { requireUsableFolder } from '../usable-places.server';
import { identityOf } from './identity.server';
import type { OnProgress } from './progress';
import { type Staged, stageAll } from './stage-files.server';
import { verify } from './verify.server';

type Making = {
  staged: Staged;
  at: number;
  fileKey: Buffer;
  sessionSecret?: string;
  deletions?: string;
  withSecrets: boolean;
  onProgress: (doneBytes: number) => void;
  /** Is given the manifest as it goes into the archive. */
  keep: (manifest: string) => void;
};

/** The entries of an archive, in order. */
async function* entriesOf({
  staged,
  at,
  fileKey,
  sessionSecret,
  deletions,
  withSecrets,
  onProgress,
  keep,
}: Making): AsyncGenerator<Entry> {
  const { about, database, manifest, mac, file } = entryNames;
  let done = 0;
  const found = { bytes: 0, sha256: '' };
  const read = (path: string) =>
    hashed(counted(createReadStream(path, { highWaterMark: 256 * 1024 })), (one) =>
      Object.assign(found, one),
    );
  async function* counted(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      done += piece.length;
      onProgress(done);
      yield piece;
    }
  }
  yield text(about, aboutText());
  if (withSecrets) {
    yield text(entryNames.fileKey, fileKey.toString('hex'));
    if (sessionSecret) yield text(entryNames.sessionSecret, sessionSecret);
  }
  yield { name: database, bytes: staged.database.bytes, content: read(staged.database.path) };
  const made: Manifest = {
    at: new Date(at).toISOString(),
    keyId: keyNameOf(fileKey),
    database: { ...found },
    files: [],
    missing: staged.missing,
  };
  for (const { name, path, bytes } of staged.files) {
    yield { name: file(name), bytes, content: read(path) };
    made.files.push({ name, ...found });
  }
  if (deletions !== undefined) {
    yield text(entryNames.deletions, deletions);
    made.deletions = contentOf(deletions);
  }
  const words = JSON.stringify(made);
  keep(words);
  yield text(manifest, words);
  yield text(mac, macOf(words, fileKey));
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
 * names, in one archive that is verified before it gets its name (docs/requirements.md#running).
 * Takes the settings; a path, without which it goes into BACKUP_DIR; whom to tell how far it is.
 *
 * @returns the backup, which is noted in the data folder too. It is encrypted to BACKUP_RECIPIENT
 *   where that is set, and holds the two secrets only then.
 * @throws an OperatorError where there is nothing to back up, the key is not the right one, or
 *   something is at the path; with the disk's error where that refuses. Nothing is left then, and
 *   earlier backups stay.
 */
export async function backUp(
  settings: Settings,
  { file, onProgress = () => undefined }: { file?: string; onProgress?: OnProgress } = {},
): Promise<GoodBackup> {
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploads } = settings;
  const plan = await planBackup(settings, file).catch((error: unknown) => {
    // What is wrong with a path that an operator types is no failure of the clinic's backups.
    if (!file) noteFailure(dataDir, error);
    throw error;
  });
  const { at, path } = plan;
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  clearStages(uploads);
  const stage = await makeStage(uploads, 'backup');
  addLeftover(partial);
  try {
    const made = { at, path, ...(await makeArchive(settings, { ...plan, stage, partial, onProgress })) };
    renameSync(partial, path);
    syncFolder(dirname(path));
    noteBackup(dataDir, { good: made });
    return made;
  } catch (error) {
    noteFailure(dataDir, error);
    throw backupFailureOf(error) === 'noRoom'
      ? new OperatorError(
          'There is not enough room on the disk for a backup. None was made; earlier ones are as they were.',
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

/** Asks whether a backup can be made, and says where it comes to lie and what it needs. */
async function planBackup(settings: Settings, file: string | undefined): Promise<Plan> {
  const { DATABASE_URL: url, BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient } = settings;
  const state = await backupStep('noDatabase', () => requireDatabase(url));
  const { secrets, identity } = await backupStep('noKey', async () => {
    await requireRecipient(recipient);
    return { secrets: requireSecrets(settings, state), identity: recipient && identityOf(settings) };
  });
  const at = Date.now();
  if (!file)
    await backupStep('noFolder', () => {
      requireUsableFolder('BACKUP_DIR', folder);
      makePrivateFolder(folder);
    });
  const path = resolve(file ?? newArchivePath({ folder, at, isEncrypted: Boolean(recipient) }));
  if (existsSync(path)) throw new OperatorError(`There is already something at ${path}. Name another file.`);
  if (!existsSync(dirname(path))) throw new OperatorError(`There is no folder ${dirname(path)}.`);
  return { at, path, secrets, identity };
}

async function requireDatabase(url: string): Promise<DatabaseState> {
  const state = await databaseState(url);
  if (state.applied.length === 0)
    throw new OperatorError(`There is no database at ${state.name}: there is nothing to back up yet.`);
  // One of SQLite is copied as it is, and brought up to date when it is restored.
  if (isPostgres(url)) requireNewest(state, url);
  return state;
}

async function makeArchive(
  settings: Settings,
  {
    at,
    secrets,
    identity,
    stage,
    partial,
    onProgress,
  }: Plan & { stage: string; partial: string; onProgress: OnProgress },
): Promise<Pick<GoodBackup, 'bytes' | 'files' | 'isEncrypted' | 'missing'>> {
  const { BACKUP_RECIPIENT: recipient } = settings;
  const staged = await backupStep('noStorage', () => stageAll(settings, { stage, onProgress }));
  const toDo = staged.files.reduce((sum, { bytes }) => sum + bytes, staged.database.bytes);
  let manifest = '';
  const entries = entriesOf({
    staged,
    at,
    ...secrets,
    deletions: readIfThere(deletionListIn(settings.BACKUP_DIR)),
    withSecrets: Boolean(recipient),
    onProgress: (done) => onProgress('files', done / toDo),
    keep: (made) => {
      manifest = made;
    },
  });
  const written = await writeArchive({ path: partial, entries, recipient });
  await backupStep('diskFault', () =>
    verify({ path: partial, written, manifest, identity, recipient, onProgress }),
  );
  return {
    bytes: written.bytes,
    files: staged.files.length,
    isEncrypted: Boolean(recipient),
    missing: staged.missing.length,
  };
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/**
 * Notes in the data folder that a backup came to nothing. A disk that does not even take that is no
 * reason to say something else.
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
  if (state.wrappedKeys.size > 1) throw interrupted();
  // It goes in only if the archive is encrypted: a plain one with the key inside shows everything.
  if (!fileKey) throw new OperatorError('There is no FILE_KEY.');
  requireSameKey(state, fileKey);
  return { fileKey, sessionSecret };
}
