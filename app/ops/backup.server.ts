import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile, link, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  ArchiveFault,
  type Entry,
  hashOfFile,
  readArchive,
  requireRecipient,
  writeArchive,
} from '~/platform/backup/archive.server';
import {
  type GoodBackup,
  makePrivateFolder,
  newArchivePath,
  noteBackup,
} from '~/platform/backup/backup-folder.server';
import { deletionListIn } from '~/platform/backup/deleted-ids.server';
import {
  aboutText,
  entryNames,
  hashed,
  keyNameOf,
  type Manifest,
  macOf,
  readManifest,
} from '~/platform/backup/manifest.server';
import { type ReadDatabase, readDatabase } from '~/platform/db/copy-database.server';
import { hasDatabase, keyIdsOf, requireSameKey } from '~/platform/db/db.server';
import type { Settings } from '~/platform/env.server';
import { syncFolder } from '~/platform/fsync.server';
import { interrupted, readSecrets } from '~/platform/secrets/secrets.server';

const maxCopies = 20;
const stagePattern = /^(?:backup|restore)-(\d+)-[0-9a-f]{8}$/;

/**
 * How far a backup or a restore is: what it does now, and the part of that that is done, from 0 to
 * 1.
 */
export type OnProgress = (doing: 'database' | 'files' | 'verify', part: number) => void;

/**
 * Makes a backup beside a running server: the database as it is at one moment and every file it
 * names, in one archive that is verified before it gets its name (docs/requirements.md#running).
 * Takes the settings; a path, without which it goes into BACKUP_DIR; whom to tell how far it is.
 *
 * @returns the backup, which is noted in the data folder too. It is encrypted to BACKUP_RECIPIENT
 *   where that is set, and holds the two secrets only then.
 * @throws with a sentence where there is nothing to back up, the key is not the right one, or
 *   something is at the path; with the disk's error where that refuses. Nothing is left then, and
 *   earlier backups stay.
 */
export async function backUp(
  settings: Settings,
  { file, onProgress = () => undefined }: { file?: string; onProgress?: OnProgress } = {},
) {
  const {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    UPLOADS_DIR: uploads,
    BACKUP_RECIPIENT: recipient,
  } = settings;
  if (!hasDatabase(url)) throw new Error(`There is no database at ${url}: there is nothing to back up yet.`);
  await requireRecipient(recipient);
  const secrets = requireSecrets(settings);
  const at = Date.now();
  if (!file) makePrivateFolder(settings.BACKUP_DIR);
  const path = resolve(
    file ?? newArchivePath({ folder: settings.BACKUP_DIR, at, isEncrypted: Boolean(recipient) }),
  );
  if (existsSync(path)) throw new Error(`There is something at ${path} already. Name another file.`);
  if (!existsSync(dirname(path))) throw new Error(`There is no folder ${dirname(path)}.`);

  const identity = recipient && identityOf(settings);
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  clearStages(uploads);
  const stage = await makeStage(uploads, 'backup');
  leftovers.add(partial);
  try {
    const staged = await stageAll({ url, uploads, stage, onProgress });
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
    await verify({ path: partial, written, manifest, identity, recipient, onProgress });
    renameSync(partial, path);
    syncFolder(dirname(path));
    const made: GoodBackup = {
      at,
      path,
      bytes: written.bytes,
      files: staged.files.length,
      isEncrypted: Boolean(recipient),
      missing: staged.missing.length,
    };
    noteBackup(dataDir, { good: made });
    return made;
  } catch (error) {
    noteFailure(dataDir, error);
    throw isForWantOfRoom(error)
      ? new Error(
          'There is not enough room on the disk for a backup. None was made; earlier ones are as they were.',
        )
      : error;
  } finally {
    removeLeftover(stage);
    removeLeftover(partial);
  }
}

/**
 * Notes in the data folder that a backup came to nothing. A disk that does not even take that is no
 * reason to say something else.
 */
export function noteFailure(dataDir: string, error: unknown): void {
  try {
    noteBackup(dataDir, { failed: { at: Date.now(), why: isForWantOfRoom(error) ? 'noRoom' : 'other' } });
  } catch {
    // The server remembers it as long as it runs.
  }
}

function isForWantOfRoom(error: unknown) {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL';
}

/**
 * The age identity that the settings name, itself or the file it is in; undefined where they name
 * none.
 *
 * @throws with a sentence.
 */
export function identityOf({ BACKUP_IDENTITY: named }: Settings): string | undefined {
  if (!named) return undefined;
  if (/^AGE-SECRET-KEY-/.test(named)) return named;
  if (!existsSync(named)) throw new Error(`BACKUP_IDENTITY names ${named}, which is not there.`);
  const line = readFileSync(named, 'utf8')
    .split(/\r?\n/)
    .find((one) => /^AGE-SECRET-KEY-/.test(one));
  if (!line)
    throw new Error(`The file ${named} holds no age identity: a line that begins with AGE-SECRET-KEY-.`);
  return line.trim();
}

function requireSecrets(settings: Settings) {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings;
  const { fileKey, sessionSecret } = readSecrets({
    dataDir,
    sessionSecret: settings.SESSION_SECRET,
    fileKey: settings.FILE_KEY,
    hasEncryptedData: true,
  });
  if (keyIdsOf(url).length > 1) throw interrupted();
  // It goes in only if the archive is encrypted: a plain one with the key inside shows everything.
  if (!fileKey) throw new Error('There is no FILE_KEY.');
  requireSameKey({ url, fileKey });
  return { fileKey, sessionSecret };
}

type Staged = {
  database: { path: string; bytes: number };
  files: { name: string; path: string; bytes: number }[];
  missing: string[];
};

/**
 * Gathers the database and its files in one folder. A report may be deleted at any moment, its row
 * first and then its file, so the files are hard-linked: before the database is copied, and once
 * more what the copy names beside these. Where one is gone by then, its row is gone too, and the
 * database is copied again; what is linked stays linked. A file whose row stands and which is not
 * there is lost already.
 */
async function stageAll({
  url,
  uploads,
  stage,
  onProgress,
}: {
  url: string;
  uploads: string;
  stage: string;
  onProgress: OnProgress;
}): Promise<Staged> {
  const live = readDatabase(url);
  const linked = new Set<string>();
  const linkAll = async (names: string[]) => {
    const gone: string[] = [];
    for (const name of names) {
      if (linked.has(name)) continue;
      if (await linkFile(fileIn(uploads, name), join(stage, name))) linked.add(name);
      else gone.push(name);
    }
    return gone;
  };
  const namesOf = (database: Pick<ReadDatabase, 'files'>) => database.files().map(({ name }) => name);
  const path = join(stage, entryNames.database);
  try {
    await linkAll(namesOf(live));
    for (let copies = 1; ; copies += 1) {
      onProgress('database', 0);
      await live.copyTo(path, (part) => onProgress('database', part));
      const names = namesInCopy(path);
      const gone = await linkAll(names);
      const stillNamed = gone.length > 0 ? new Set(namesOf(live)) : new Set<string>();
      const lost = gone.filter((name) => stillNamed.has(name));
      if (lost.length < gone.length && copies < maxCopies) continue;
      if (lost.length < gone.length)
        throw new Error('Files were deleted faster than they could be kept. Try again.');
      const missing = new Set(lost);
      const files: Staged['files'] = [];
      for (const name of names) {
        if (missing.has(name)) continue;
        const at = join(stage, name);
        files.push({ name, path: at, bytes: (await stat(at)).size });
      }
      return { database: { path, bytes: (await stat(path)).size }, files, missing: lost };
    }
  } finally {
    live.close();
  }
}

function namesInCopy(path: string): string[] {
  const copy = readDatabase(`file:${path}`);
  try {
    return copy.files().map(({ name }) => name);
  } finally {
    copy.close();
  }
}

const fileIn = (uploads: string, name: string) => join(uploads, name.slice(0, 2), name);

/** Gives whether there was a file to link; where the disk knows no links, it is copied. */
async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOSPC') throw error;
      await copyFile(from, to);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

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

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

function text(name: string, words: string): Entry {
  const content = Buffer.from(words);
  return { name, bytes: content.length, content: [content] };
}

/**
 * Reads back what lies on the disk: all of it against what was written and, where it can be opened,
 * each entry against what was put in.
 */
async function verify({
  path,
  written,
  manifest,
  identity,
  recipient,
  onProgress,
}: {
  path: string;
  written: { bytes: number; sha256: string };
  manifest: string;
  identity?: string;
  recipient?: string;
  onProgress: OnProgress;
}) {
  onProgress('verify', 0);
  const isSame = statSync(path).size === written.bytes && (await hashOfFile(path)) === written.sha256;
  if (!isSame)
    throw new Error(
      'What was read back is not what was written. The disk may be failing. No backup was made.',
    );
  if (!recipient || identity) {
    const { database, files, deletions } = readManifest(manifest);
    const expected = new Map(files.map(({ name, ...found }) => [entryNames.file(name), found]));
    expected.set(entryNames.database, database);
    if (deletions) expected.set(entryNames.deletions, deletions);
    await readArchive({
      path,
      identity,
      async take({ name, content }) {
        if (name === entryNames.manifest && (await textOf(content)) !== manifest)
          throw new ArchiveFault('damaged');
        const wanted = expected.get(name);
        if (!wanted) return;
        let isRight = false;
        for await (const _ of hashed(content, ({ sha256 }) => (isRight = sha256 === wanted.sha256)));
        if (!isRight) throw new ArchiveFault('damaged');
        expected.delete(name);
      },
    });
    if (expected.size > 0) throw new ArchiveFault('damaged');
  }
  onProgress('verify', 1);
}

/** An entry as text. Takes its content, of at most 512 MB. */
export async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > 512 * 1024 * 1024) throw new ArchiveFault('damaged');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

// What this process has begun and would leave behind if it ended now.
const leftovers = new Set<string>();

/**
 * Removes what an unfinished backup or restore of this process has left; for a process that is told
 * to end.
 */
export function clearLeftovers(): void {
  for (const path of leftovers) removeLeftover(path);
}

/** Removes something this process has begun. */
export function removeLeftover(path: string): void {
  rmSync(path, { recursive: true, force: true });
  leftovers.delete(path);
}

/**
 * A folder of this process for what is being gathered, in the folder of uploads: on the same disk
 * as the files.
 */
export async function makeStage(uploads: string, kind: 'backup' | 'restore'): Promise<string> {
  makePrivateFolder(uploads);
  const stage = join(uploads, `${kind}-${process.pid}-${randomBytes(4).toString('hex')}`);
  leftovers.add(stage);
  await mkdir(stage, { mode: 0o700 });
  return stage;
}

/**
 * Removes what backups that were killed have left in the folder of uploads: a deleted report must
 * not live on in there. What a process that still runs has there stays.
 */
export function clearStages(uploads: string): void {
  if (!existsSync(uploads)) return;
  for (const name of readdirSync(uploads)) {
    const [, pid] = stagePattern.exec(name) ?? [];
    const path = join(uploads, name);
    // After a restart another program, or this one, may have the number.
    const isOurs = Number(pid) === process.pid;
    if (pid && (isOurs ? !leftovers.has(path) : !isRunning(Number(pid))))
      rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
