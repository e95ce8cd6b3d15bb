import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clearStages, makeStage, removeLeftover } from '~/ops/leftovers.server';
import { withoutServers } from '~/platform/db/cluster/alone.server';
import { namedFiles } from '~/platform/db/copy/copy-database.server';
import { compareRows, copyRows, differenceIn } from '~/platform/db/copy/copy-rows.server';
import { openRaw, requireNewest } from '~/platform/db/copy/open-raw.server';
import type { RawDatabase } from '~/platform/db/core/copied-tables.server';
import type { Move } from '~/platform/db/core/database-state';
import { databaseFile, databaseName } from '~/platform/db/core/database-url.server';
import { takeLock } from '~/platform/db/core/folder-lock.server';
import { fileKeysIn, requireSameKey } from '~/platform/db/core/keyring.server';
import { endMove, noteMove, readMoves } from '~/platform/db/core/moves.server';
import { databaseState } from '~/platform/db/database-state.server';
import { OperatorError } from '~/platform/errors.server';
import { newId } from '~/platform/ids.server';
import { readSecrets } from '~/platform/secrets/secrets.server';
import type { Settings } from '~/platform/settings/env.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import type { FileKeys } from '~/platform/storage/sealing/sealed-header.server';
import { requireSetSecrets } from '../set-secrets.server';
import { compareFiles, moveFiles } from './move-files.server';

/** What a clinic is called in sentences and in `moves`: its database and its files. */
function nameOf(settings: Settings): string {
  return `${databaseNameOf(settings)}, files in ${filesOf(settings)}`;
}

/** Where a clinic keeps its files, the same for all who keep theirs in that place. */
function filesOf({ STORAGE_URL, S3_ENDPOINT, UPLOADS_DIR }: Settings): string {
  if (!STORAGE_URL) return resolve(UPLOADS_DIR);
  return [STORAGE_URL.replace(/\/$/, ''), ...(S3_ENDPOINT ? [`at ${S3_ENDPOINT}`] : [])].join(' ');
}

function databaseNameOf({ DATABASE_URL: url }: Settings): string {
  const file = databaseFile(url);
  return file ? resolve(file) : databaseName(url);
}

/** @throws an OperatorError where both clinics have the same database, or one that is no file. */
function requireOtherDatabase(settings: Settings, next: Settings): void {
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
function requireSameSecrets(settings: Settings, next: Settings, to: string): Buffer {
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

const command = 'npm run move';

type Say = (line: string) => void;

/**
 * Moves a clinic to another database and another place of its files, on either engine and either
 * kind of storage. Files come first and rows last; every row and every file is compared at the
 * end. Then the old one serves no more. Interrupted at any point and run again, it goes on; run
 * again when it is done, it compares both once more and changes nothing. Takes the settings of
 * both, the file that those of the new one are from, and what to tell the operator with.
 *
 * @throws an OperatorError where a server runs, where the new place is not empty, and where
 *   something is not the same in the end: then the clinic is where it was.
 */
export async function move(
  settings: Settings,
  { next, to, say }: { next: Settings; to: string; say: Say },
): Promise<void> {
  requireOtherDatabase(settings, next);
  const fileKey = requireSameSecrets(settings, next, to);
  requireSetSecrets(next);
  const state = await databaseState(settings.DATABASE_URL);
  if (state.applied.length === 0)
    throw new OperatorError(`There is no clinic in ${state.name}. Nothing was changed.`);
  requireSameKey(state, fileKey);
  requireNewest(state, settings.DATABASE_URL);
  requireSameKey(await databaseState(next.DATABASE_URL), fileKey);
  const [from, into] = [await openObjects(settings), await openObjects(next)];
  const lock = takeLock(settings, next);
  const alone = (url: string, act: () => Promise<void>) =>
    withoutServers({ url, command, place: lock.place }, act);
  try {
    await alone(settings.DATABASE_URL, () =>
      alone(next.DATABASE_URL, () =>
        moveAlone({ settings, next, from, into, keys: fileKeysIn(state, fileKey), say }),
      ),
    );
  } finally {
    lock.release();
  }
}

type Both = {
  settings: Settings;
  next: Settings;
  from: ObjectStore;
  into: ObjectStore;
  keys: FileKeys;
  say: Say;
};

async function moveAlone(both: Both): Promise<void> {
  const { settings, next } = both;
  const old = await openRaw(settings.DATABASE_URL);
  try {
    const before = await readMoves(old.run);
    requireStill(before, nameOf(next));
    const other = await openRaw(next.DATABASE_URL, {
      isNew: true,
      copies: join(next.DATA_DIR, 'migrations'),
    });
    try {
      await moveBetween(both, { old, other, before });
    } finally {
      await other.close();
    }
  } finally {
    await old.close();
  }
}

/** @throws an OperatorError where the clinic is not in the database, or has gone elsewhere. */
function requireStill([last]: Move[], target: string): void {
  if (last?.role === 'to' && !last.doneAt)
    throw new OperatorError(
      `Not all of this clinic is here yet: it is being moved from ${last.other}. Run ${command} there first. Nothing was changed.`,
    );
  if (last?.role === 'from' && last.doneAt && last.other !== target)
    throw new OperatorError(`This clinic was moved to ${last.other}. Nothing was changed.`);
}

type Databases = { old: RawDatabase; other: RawDatabase; before: Move[] };

async function moveBetween(both: Both, { old, other, before }: Databases): Promise<void> {
  const { settings, next, say } = both;
  const there = await readMoves(other.run);
  const own = before[0]?.role === 'from' && before[0].other === nameOf(next) ? before[0] : undefined;
  const isBegun = there[0] !== undefined && there[0].id === own?.id;
  if (own?.doneAt && (!isBegun || there[0]?.doneAt)) return verify(both, { old, other });
  if (!isBegun) await requireRoom(both, other, { before, last: there[0] });
  const startedAt = Math.max(Date.now(), ...[...before, ...there].map((one) => one.startedAt + 1));
  const { id, startedAt: since } = own ?? { id: newId(), startedAt };
  await noteMove(old.run, { id, role: 'from', other: nameOf(next), startedAt: since });
  // A server that starts on what is half there refuses.
  await noteMove(other.run, { id, role: 'to', other: nameOf(settings), startedAt });
  say(isBegun ? 'An interrupted move goes on.' : `Moving to ${nameOf(next)}.`);
  await bringFiles(both, old);
  await copyRows(old, other, sayRows(say));
  const compared = await compareRows(old, other);
  const difference = differenceIn(compared);
  if (difference)
    throw new OperatorError(
      `The rows of both databases are not the same after the copying: ${difference}. The clinic is where it was. Run this again.`,
    );
  // From here on the old one serves no more, and a moment later the new one may.
  const doneAt = Date.now();
  await endMove(old.run, id, doneAt);
  await endMove(other.run, id, doneAt);
  const rows = compared.reduce((sum, one) => sum + one.rows, 0);
  say(
    `Moved and compared: ${rows} rows in ${compared.length} tables. Start the server with the new settings.`,
  );
}

/**
 * @throws an OperatorError where there is something in the new place that is no copy of this
 *   clinic's: only one that this clinic has come from may be there.
 */
async function requireRoom(
  { settings, next, into }: Both,
  other: RawDatabase,
  { before, last }: { before: Move[]; last: Move | undefined },
): Promise<void> {
  const came = before.find(({ role, doneAt }) => role === 'to' && doneAt);
  if (last?.role === 'from' && last.doneAt && last.id === came?.id) return;
  const refuse = (what: string) =>
    new OperatorError(
      `A clinic is moved only into an empty place, and ${what}. Name another one. This clinic is as it was.`,
    );
  const rows = await other.run('select id from users union all select id from reports limit 1');
  if (rows.length > 0) throw refuse(`there is another one in ${other.name}`);
  if (filesOf(settings) === filesOf(next)) return;
  for await (const _ of into.list()) throw refuse(`there are files in ${filesOf(next)}`);
}

async function bringFiles({ settings, next, from, into, keys, say }: Both, old: RawDatabase): Promise<void> {
  const named = await namedFiles(old.run);
  if (filesOf(settings) === filesOf(next)) {
    say(`${named.length} files stay where they are.`);
    return;
  }
  clearStages(next.UPLOADS_DIR);
  const stage = await makeStage(next.UPLOADS_DIR, 'move');
  try {
    const { sent, lost, broken } = await moveFiles({ from, to: into, named, keys, say, stage });
    say(`${named.length - lost} files are there and were read back; ${sent} of them were sent now.`);
    if (lost > 0) say(`${lost} files were lost in the old clinic already.`);
    if (broken > 0) say(`${broken} files cannot be opened in the old clinic, and were copied as they are.`);
  } finally {
    removeLeftover(stage);
  }
}

function sayRows(say: Say) {
  const sayEvery = 10_000;
  return (table: string, rows: number) => {
    if (rows % sayEvery === 0 && rows > 0) say(`${rows} rows of ${table}`);
  };
}

/** Compares a clinic that was moved with what was left, and changes nothing. */
async function verify({ from, into, keys, say }: Both, { old, other }: Omit<Databases, 'before'>) {
  say('This clinic was moved already. Both are compared once more.');
  const difference = differenceIn(await compareRows(old, other));
  const files = await compareFiles({ from, to: into, named: await namedFiles(old.run), keys, say });
  const found = [
    ...(difference ? [difference] : []),
    ...(files.length > 0 ? [`${files.length} files are missing or others, such as ${files[0]}`] : []),
  ];
  if (found.length > 0)
    throw new OperatorError(
      `The new clinic is not what the old one was: ${found.join('; ')}. That is as it should be if it has been in use since. Nothing was changed.`,
    );
  say('Every row and every file is the same.');
}
