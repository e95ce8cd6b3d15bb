import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pictureBoundTo } from '~/domain/accounts/constants';
import { thumbnailBoundTo } from '~/domain/reports/constants';
import { type Repeated, repeatDeletions } from '~/domain/system/deletion-list.server';
import { ArchiveFault, readArchive } from '~/platform/backup/archive.server';
import {
  type DeletionList,
  deletionListIn,
  keyOfDeletion,
  parseDeletions,
  setAside,
  writeDeletions,
} from '~/platform/backup/deleted-ids.server';
import {
  entryNames,
  hashed,
  keyNameOf,
  type Manifest,
  macOf,
  readManifest,
  requireAbout,
} from '~/platform/backup/manifest.server';
import { keyringIdOf } from '~/platform/db/column-cipher.server';
import { faultIn, type NamedFile, readDatabase } from '~/platform/db/copy-database.server';
import { databasePath, keyIdsOf, withOtherDatabase } from '~/platform/db/db.server';
import { takeLock } from '~/platform/db/folder-lock.server';
import { requireKnownSchema } from '~/platform/db/migrate.server';
import type { Settings } from '~/platform/env.server';
import { syncFile, syncFolder } from '~/platform/fsync.server';
import { putSecrets, readSecrets, sameText } from '~/platform/secrets/secrets.server';
import { openStorage } from '~/platform/storage/storage.server';
import { identityOf, makeStage, type OnProgress, removeLeftover, textOf } from './backup.server';

const filePattern = /^files\/([A-Za-z0-9_-]{22})$/;

/** What a restore has put in place. */
export type Restored = {
  /** When the backup was made, milliseconds since 1970. */
  at: number;
  files: number;
  /** Stored files that were lost already when the backup was made. */
  missing: number;
  /** What was deleted since, and is not there any more. */
  repeated: Repeated;
  /** Whether the key was the archive's own and is kept in the data folder now. */
  keptKey: boolean;
};

/**
 * Puts a backup in place: into empty folders only, and only once all of it is verified
 * (docs/requirements.md#running). Takes the settings; the archive; whom to tell how far it is;
 * whether to go on where it is not known what was deleted since. What the list of deletions names,
 * beside the archive or in BACKUP_DIR, is not put in place. The key comes from FILE_KEY, from
 * `file.key` where that lies in the data folder already, or from the archive, if it is encrypted.
 *
 * @returns what was put in place.
 * @throws with a sentence, and has changed nothing, where the folders are not empty, the archive is
 *   damaged or not to be opened, the key is missing or another one, a report lacks its file, or
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
  const database = requirePlace(settings);
  if (!existsSync(file) || !statSync(file).isFile()) throw new Error(`There is no file ${file}.`);
  const identity = identityOf(settings);
  const own = readSecrets({
    dataDir,
    sessionSecret: settings.SESSION_SECRET,
    fileKey: settings.FILE_KEY,
    hasEncryptedData: false,
  });
  const made = [dataDir, dirname(database), uploads].flatMap(
    (folder) => mkdirSync(folder, { recursive: true, mode: 0o700 }) ?? [],
  );
  const lock = takeLock({ dataDir, uploadsDir: uploads, databaseUrl: settings.DATABASE_URL });
  const stage = await makeStage(uploads, 'restore');
  const staged = { database: join(dirname(database), `.restore-${process.pid}.db`), stage };
  // An older database is brought up to date; the archive is the copy from before.
  const copies = `${staged.database}.copies`;
  let isDone = false;
  try {
    const found = await unpack({ file, identity, staged, onProgress }).catch((error: unknown) => {
      throw asSentence(error, file);
    });
    const fileKey = keyFor({ found, own: own.fileKey, file });
    if (!sameText(found.mac, macOf(found.manifestText, fileKey)))
      throw asSentence(new ArchiveFault('damaged'), file);
    await requireAll({ manifest: found.manifest, staged, fileKey, file });
    const repeated = await withOtherDatabase({ url: `file:${staged.database}`, fileKey, copies }, () =>
      repeatSince({ settings, file, found, stage, isListOptional }),
    );
    syncFile(staged.database, 0o600);

    const keptKey = own.fileKey === undefined;
    putSecrets(dataDir, {
      fileKey: keptKey ? fileKey : undefined,
      sessionSecret: own.sessionSecret === undefined ? found.sessionSecret : undefined,
    });
    for (const folder of readdirSync(stage)) renameSync(join(stage, folder), join(uploads, folder));
    syncFolder(uploads);
    // The database last: without it everything before is no clinic yet, and nothing is lost by
    // beginning again.
    renameSync(staged.database, database);
    syncFolder(dirname(database));
    isDone = true;
    const { at, files, missing } = found.manifest;
    return { at: Date.parse(at), files: files.length, missing: missing.length, repeated, keptKey };
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${staged.database}${end}`, { force: true });
    rmSync(copies, { recursive: true, force: true });
    removeLeftover(stage);
    lock.release();
    if (!isDone) for (const folder of made.reverse()) rmSync(folder, { recursive: true, force: true });
  }
}

type Lists = { whole: DeletionList[]; damaged: string[] };

/** The lists of deletions beside the archive and in BACKUP_DIR. */
function findLists(settings: Settings, file: string): Lists {
  const paths = new Set([dirname(resolve(file)), resolve(settings.BACKUP_DIR)].map(deletionListIn));
  const found: Lists = { whole: [], damaged: [] };
  for (const path of paths) {
    if (!existsSync(path)) continue;
    const list = parseDeletions(readFileSync(path, 'utf8'));
    if (list) found.whole.push(list);
    else found.damaged.push(path);
  }
  return found;
}

function requireLists({ whole, damaged }: Lists, madeAt: number) {
  const lead = 'It cannot be told what was deleted since this backup was made: ';
  const last =
    ' Put the newest deleted.ids, from the folder of backups, beside the archive. Where it is lost, run this again with --incomplete-deletions: what no list names then comes back, though people deleted it. Nothing was changed.';
  if (damaged.length > 0)
    throw new Error(`${lead}${damaged[0]} was changed, is damaged, or is another clinic's.${last}`);
  if (whole.length === 0) throw new Error(`${lead}there is no list of deletions.${last}`);
  if (!whole.some(({ since }) => since <= madeAt)) {
    const since = new Date(Math.min(...whole.map((list) => list.since))).toISOString();
    throw new Error(`${lead}the list of deletions begins on ${since}.${last}`);
  }
}

/**
 * Takes out of the unpacked clinic what was deleted since, and puts the list in BACKUP_DIR that the
 * clinic goes on with.
 *
 * @returns what that was.
 */
async function repeatSince({
  settings,
  file,
  found,
  stage,
  isListOptional,
}: {
  settings: Settings;
  file: string;
  found: Found;
  stage: string;
  isListOptional: boolean;
}): Promise<Repeated> {
  const lists = findLists(settings, file);
  const madeAt = Date.parse(found.manifest.at);
  if (!isListOptional) requireLists(lists, madeAt);
  const covering = lists.whole.filter(({ since }) => since <= madeAt);
  const own = found.deletions === undefined ? null : parseDeletions(found.deletions);
  const entries = new Map(
    [...(own ? [own] : []), ...lists.whole]
      .flatMap((list) => list.entries)
      .map((entry) => [keyOfDeletion(entry), entry]),
  );
  // Where it is not known what happened between the backup and now, the list begins anew.
  const since =
    covering.length > 0
      ? Math.min(...[...covering, ...(own ? [own] : [])].map((one) => one.since))
      : Date.now();
  const list = { since, entries: [...entries.values()] };
  const { repeated, files } = await repeatDeletions(list.entries);
  for (const name of files) rmSync(join(stage, name.slice(0, 2), name), { force: true });
  putList(settings.BACKUP_DIR, list);
  return repeated;
}

/** Puts the list where the clinic goes on with it; one that could not be read is set aside. */
function putList(folder: string, list: DeletionList) {
  const path = deletionListIn(folder);
  if (existsSync(path) && !parseDeletions(readFileSync(path, 'utf8'))) setAside(path);
  writeDeletions(path, list);
}

/**
 * Where the database is to lie.
 *
 * @throws where the folders hold anything but what may lie there before: backups and the two
 *   secrets.
 */
function requirePlace({
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  UPLOADS_DIR: uploads,
  BACKUP_DIR: backups,
}: Settings): string {
  if (url === ':memory:') throw new Error('DATABASE_URL names no file to restore into.');
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
  throw new Error(
    `A backup is restored only into empty folders, and there is ${full[0]}. Move DATA_DIR and UPLOADS_DIR away first. Nothing was changed.`,
  );
}

const listOf = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

type Place = { database: string; stage: string };
type Content = { bytes: number; sha256: string };
type Found = {
  manifest: Manifest;
  manifestText: string;
  mac: string;
  fileKey?: string;
  sessionSecret?: string;
  deletions?: string;
};

/** Unpacks an archive beside its place, and holds every entry to the manifest. */
async function unpack({
  file,
  identity,
  staged,
  onProgress,
}: {
  file: string;
  identity?: string;
  staged: Place;
  onProgress: OnProgress;
}): Promise<Found> {
  const size = statSync(file).size;
  const texts = new Map<string, string>();
  const contents = new Map<string, Content>();
  const { about, database, manifest, mac, fileKey, sessionSecret, deletions } = entryNames;
  let read = 0;
  await readArchive({
    path: file,
    identity,
    async take({ name, bytes, content }) {
      if (texts.size === 0 && name !== about) throw new ArchiveFault('damaged');
      if (texts.has(name) || contents.has(name)) throw new ArchiveFault('damaged');
      read += bytes;
      onProgress('files', Math.min(1, read / size));
      if (name === deletions) {
        texts.set(name, await textOf(hashed(content, (one) => void contents.set(name, one))));
        return;
      }
      if ([about, manifest, mac, fileKey, sessionSecret].some((one) => one === name)) {
        texts.set(name, await textOf(content));
        if (name === about) requireAbout(texts.get(name) ?? '');
        return;
      }
      contents.set(name, await writeNew(placeOf(name, staged), content));
    },
  });
  const manifestText = texts.get(manifest) ?? '';
  const parsed = readManifest(manifestText);
  const expected = new Map<string, Content>(
    parsed.files.map(({ name, ...one }) => [entryNames.file(name), one]),
  );
  expected.set(database, parsed.database);
  if (parsed.deletions) expected.set(deletions, parsed.deletions);
  const isSame = [...expected].every(([name, { bytes, sha256 }]) => {
    const one = contents.get(name);
    return one?.bytes === bytes && one.sha256 === sha256;
  });
  if (!isSame || contents.size !== expected.size) throw new ArchiveFault('damaged');
  return {
    manifest: parsed,
    manifestText,
    mac: texts.get(mac) ?? '',
    fileKey: texts.get(fileKey),
    sessionSecret: texts.get(sessionSecret),
    deletions: texts.get(deletions),
  };
}

/** Only names of the archive's own kind have a place: none leads out of the folder. */
function placeOf(name: string, { database, stage }: Place): string {
  if (name === entryNames.database) return database;
  const [, file] = filePattern.exec(name) ?? [];
  if (!file) throw new ArchiveFault('damaged');
  return join(stage, file.slice(0, 2), file);
}

async function writeNew(path: string, content: AsyncIterable<Uint8Array>): Promise<Content> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  const found: Content = { bytes: 0, sha256: '' };
  try {
    for await (const piece of hashed(content, (one) => Object.assign(found, one)))
      await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return found;
}

function keyFor({ found, own, file }: { found: Found; own?: Buffer; file: string }): Buffer {
  const isHex = found.fileKey && /^[0-9a-f]{64}$/i.test(found.fileKey);
  const key = own ?? (isHex ? Buffer.from(found.fileKey ?? '', 'hex') : undefined);
  if (!key)
    throw new Error(
      `${file} is not encrypted, so it does not hold its FILE_KEY. Set FILE_KEY to the key of that clinic. Nothing was changed.`,
    );
  if (keyNameOf(key) !== found.manifest.keyId)
    throw new Error(
      `${file} was made under another FILE_KEY. Set FILE_KEY to that one. Nothing was changed.`,
    );
  return key;
}

/**
 * Asks whether the unpacked database is whole, of a version this program knows and under this key,
 * and every row's file opens.
 */
async function requireAll({
  manifest,
  staged,
  fileKey,
  file,
}: {
  manifest: Manifest;
  staged: Place;
  fileKey: Buffer;
  file: string;
}) {
  const refuse = (why: string) => new Error(`${file} is damaged: ${why}. Nothing was changed.`);
  const url = `file:${staged.database}`;
  const fault = faultIn(staged.database);
  if (fault) throw refuse(fault);
  requireKnownSchema(staged.database);
  if (!keyIdsOf(url).includes(keyringIdOf(fileKey))) throw refuse('its database is under another key');
  const files = openStorage({ directory: staged.stage, fileKey });
  const missing = new Set(manifest.missing);
  const copy = readDatabase(url);
  try {
    for (const one of copy.files()) {
      if (missing.has(one.name)) continue;
      const opened = await files.open({ name: one.name, boundTo: boundTo(one) }).catch(() => undefined);
      if (!opened) throw refuse(`the file ${one.name} cannot be opened`);
      opened.stream.destroy();
    }
  } finally {
    copy.close();
  }
  for (const end of ['-wal', '-shm']) rmSync(`${staged.database}${end}`, { force: true });
  syncFile(staged.database, 0o600);
}

function boundTo({ kind, of, tag }: NamedFile): string {
  if (kind === 'picture') return pictureBoundTo(of, tag);
  return kind === 'thumbnail' ? thumbnailBoundTo(of) : of;
}

function asSentence(error: unknown, file: string): unknown {
  const fault = error instanceof ArchiveFault ? error.fault : undefined;
  if (fault === 'locked')
    return new Error(
      `${file} is encrypted. Name the age identity that opens it in BACKUP_IDENTITY (AGE-SECRET-KEY-… or the file it is in). Nothing was changed.`,
    );
  if (fault === 'newer')
    return new Error(
      `${file} was made by a newer version of this program. Restore it with that one. Nothing was changed.`,
    );
  if (fault === 'damaged')
    return new Error(`${file} is damaged, or no backup of this program. Nothing was changed.`);
  return error;
}
