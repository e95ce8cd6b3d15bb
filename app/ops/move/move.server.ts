import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { clearStages, makeStage, removeLeftover } from '~/ops/leftovers.server';
import { withoutServers } from '~/platform/db/cluster/alone.server';
import { listNamedFiles } from '~/platform/db/copy/copy-database.server';
import { compareRows, copyRows, findDifference } from '~/platform/db/copy/copy-rows.server';
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
import { commandLine } from '~/platform/operator-commands.server';
import { readSecrets } from '~/platform/secrets/secrets.server';
import type { Settings } from '~/platform/settings/env.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import type { FileKeys } from '~/platform/storage/sealing/sealed-header.server';
import { requireSetSecrets } from '../set-secrets.server';
import { compareFiles, moveFiles } from './move-files.server';

/** Returns the name of a clinic in sentences and in `moves`: its database and its files. */
function nameOf(settings: Settings): string {
  return `${databaseNameOf(settings)}, files in ${filesOf(settings)}`;
}

/** Returns the place of a clinic's files, equal for all clinics that store theirs there. */
function filesOf({ STORAGE_URL, S3_ENDPOINT, UPLOADS_DIR }: Settings): string {
  if (!STORAGE_URL) return resolve(UPLOADS_DIR);
  return [STORAGE_URL.replace(/\/$/, ''), ...(S3_ENDPOINT ? [`at ${S3_ENDPOINT}`] : [])].join(' ');
}

function databaseNameOf({ DATABASE_URL: url }: Settings): string {
  const file = databaseFile(url);
  return file ? resolve(file) : databaseName(url);
}

/** @throws an OperatorError if both clinics have the same database, or one is in memory. */
function requireOtherDatabase(settings: Settings, next: Settings): void {
  if (settings.DATABASE_URL === ':memory:' || next.DATABASE_URL === ':memory:')
    throw new OperatorError('An in-memory database cannot be moved. Nothing was changed.');
  if (databaseNameOf(settings) === databaseNameOf(next))
    throw new OperatorError(
      `Both clinics use the database ${databaseNameOf(next)}. Set DATABASE_URL of the new clinic to an empty database. Nothing was changed.`,
    );
}

/**
 * Requires both clinics to have the same two secrets.
 *
 * @param to the file with the settings of the new clinic.
 * @returns the FILE_KEY.
 * @throws an OperatorError that says how to set them.
 */
function requireSameSecrets(settings: Settings, next: Settings, to: string): Buffer {
  const ownSecrets = readSecrets(settings, { hasEncryptedData: false });
  const nextSecrets = readSecrets(next, { hasEncryptedData: false });
  if (!ownSecrets.fileKey || !ownSecrets.sessionSecret)
    throw new OperatorError('This clinic has no FILE_KEY or no SESSION_SECRET. Nothing was changed.');
  const isSame =
    nextSecrets.fileKey?.equals(ownSecrets.fileKey) && nextSecrets.sessionSecret === ownSecrets.sessionSecret;
  if (isSame) return ownSecrets.fileKey;
  const lines = [
    ['FILE_KEY', 'file.key'],
    ['SESSION_SECRET', 'session.secret'],
  ].map(([name, file = '']) => {
    const path = join(settings.DATA_DIR, file);
    return existsSync(path) ? `echo "${name}=$(cat ${path})" >> ${to}` : `copy ${name} of this clinic`;
  });
  throw new OperatorError(
    `The new clinic needs the same FILE_KEY and SESSION_SECRET as this clinic. Set them in ${to}: ${lines.join('; ')}. Nothing was changed.`,
  );
}

const command = commandLine('move');

type Say = (line: string) => void;

/**
 * Moves a clinic to another database and another place of its files, on either engine and either
 * kind of storage. Files come first and rows last; every row and every file is compared at the end.
 * Afterwards the old clinic serves no more. An interrupted move continues when it is run again. A
 * completed move only compares both once more.
 *
 * @param to the file with the settings of the new clinic.
 * @param say prints a line for the operator.
 * @throws an OperatorError if a server runs, if the new place is not empty, or if something differs
 *   in the end: then the clinic is where it was.
 */
export async function move(
  settings: Settings,
  { next, to, print }: { next: Settings; to: string; print: Say },
): Promise<void> {
  requireOtherDatabase(settings, next);
  const fileKey = requireSameSecrets(settings, next, to);
  requireSetSecrets(next);
  const state = await databaseState(settings.DATABASE_URL);
  if (state.appliedMigrations.length === 0)
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
        moveAlone({
          settings,
          next,
          sourceObjects: from,
          targetObjects: into,
          keys: fileKeysIn(state, fileKey),
          print,
        }),
      ),
    );
  } finally {
    lock.release();
  }
}

type Both = {
  settings: Settings;
  next: Settings;
  sourceObjects: ObjectStore;
  targetObjects: ObjectStore;
  keys: FileKeys;
  print: Say;
};

async function moveAlone(both: Both): Promise<void> {
  const { settings, next } = both;
  const old = await openRaw(settings.DATABASE_URL);
  try {
    const before = await readMoves(old.run);
    requireStill(before, nameOf(next));
    const target = await openRaw(next.DATABASE_URL, {
      isNew: true,
      copies: join(next.DATA_DIR, 'migrations'),
    });
    try {
      await moveBetween(both, { old, target, before });
    } finally {
      await target.close();
    }
  } finally {
    await old.close();
  }
}

/** @throws an OperatorError if the clinic is not in the database, or has moved elsewhere. */
function requireStill([last]: Move[], target: string): void {
  if (last?.role === 'to' && !last.doneAt)
    throw new OperatorError(
      `This clinic is still being moved here from ${last.other}. Run ${command} there first. Nothing was changed.`,
    );
  if (last?.role === 'from' && last.doneAt && last.other !== target)
    throw new OperatorError(`This clinic was moved to ${last.other}. Nothing was changed.`);
}

type Databases = { old: RawDatabase; target: RawDatabase; before: Move[] };

async function moveBetween(both: Both, { old, target, before }: Databases): Promise<void> {
  const { settings, next, print } = both;
  const there = await readMoves(target.run);
  const ownMove = before[0]?.role === 'from' && before[0].other === nameOf(next) ? before[0] : undefined;
  const isBegun = there[0] !== undefined && there[0].id === ownMove?.id;
  if (ownMove?.doneAt && (!isBegun || there[0]?.doneAt)) return verify(both, { old, target });
  if (!isBegun) await requireRoom(both, target, { before, last: there[0] });
  const startedAt = Math.max(Date.now(), ...[...before, ...there].map((one) => one.startedAt + 1));
  const { id, startedAt: since } = ownMove ?? { id: newId(), startedAt };
  await noteMove(old.run, { id, role: 'from', other: nameOf(next), startedAt: since });
  // A server that starts on a half-copied clinic refuses.
  await noteMove(target.run, { id, role: 'to', other: nameOf(settings), startedAt });
  print(isBegun ? 'Continuing an interrupted move.' : `Moving to ${nameOf(next)}.`);
  await bringFiles(both, old);
  await copyRows(old, target, sayRows(print));
  const compared = await compareRows(old, target);
  const difference = findDifference(compared);
  if (difference)
    throw new OperatorError(
      `The databases differ after copying: ${difference}. The clinic was not moved. Run this command again.`,
    );
  // From here on the old clinic serves no more, and a moment later the new one may.
  const doneAt = Date.now();
  await endMove(old.run, id, doneAt);
  await endMove(target.run, id, doneAt);
  const rows = compared.reduce((sum, one) => sum + one.rows, 0);
  print(
    `Moved and compared: ${rows} rows in ${compared.length} tables. Start the server with the new settings.`,
  );
}

/**
 * @throws an OperatorError if the new place holds a clinic or files. Only the clinic that this one
 *   came from may be there.
 */
async function requireRoom(
  { settings, next, targetObjects: into }: Both,
  target: RawDatabase,
  { before, last }: { before: Move[]; last: Move | undefined },
): Promise<void> {
  const incoming = before.find(({ role, doneAt }) => role === 'to' && doneAt);
  if (last?.role === 'from' && last.doneAt && last.id === incoming?.id) return;
  const refuse = (what: string) =>
    new OperatorError(
      `A clinic can only be moved to an empty place, but ${what}. Choose another place. This clinic is unchanged.`,
    );
  const rows = await target.run('select id from users union all select id from reports limit 1');
  if (rows.length > 0) throw refuse(`${target.name} already holds a clinic`);
  if (filesOf(settings) === filesOf(next)) return;
  for await (const _ of into.list()) throw refuse(`${filesOf(next)} contains files`);
}

async function bringFiles(
  { settings, next, sourceObjects, targetObjects: into, keys, print }: Both,
  old: RawDatabase,
): Promise<void> {
  const named = await listNamedFiles(old.run);
  if (filesOf(settings) === filesOf(next)) {
    print(`${named.length} files stay in place.`);
    return;
  }
  clearStages(next.UPLOADS_DIR);
  const stage = await makeStage(next.UPLOADS_DIR, 'move');
  try {
    const {
      sent: sentCount,
      lost,
      broken,
    } = await moveFiles({
      sourceObjects: sourceObjects,
      targetObjects: into,
      namedFiles: named,
      keys,
      print,
      stage,
    });
    print(
      `${named.length - lost} files are in the new place and were verified; ${sentCount} of them were sent in this run.`,
    );
    if (lost > 0) print(`${lost} files were already missing in the old clinic.`);
    if (broken > 0) print(`${broken} files cannot be opened in the old clinic and were copied unchanged.`);
  } finally {
    removeLeftover(stage);
  }
}

function sayRows(print: Say) {
  const sayEvery = 10_000;
  return (table: string, rows: number) => {
    if (rows % sayEvery === 0 && rows > 0) print(`${rows} rows of ${table}`);
  };
}

/** Compares a moved clinic with the old one, and changes nothing. */
async function verify(
  { sourceObjects, targetObjects: into, keys, print }: Both,
  { old, target }: Omit<Databases, 'before'>,
) {
  print('This clinic was already moved. Comparing both clinics again.');
  const difference = findDifference(await compareRows(old, target));
  const files = await compareFiles({
    sourceObjects: sourceObjects,
    targetObjects: into,
    namedFiles: await listNamedFiles(old.run),
    keys,
    print,
  });
  const differences = [
    ...(difference ? [difference] : []),
    ...(files.length > 0 ? [`${files.length} files are missing or different, such as ${files[0]}`] : []),
  ];
  if (differences.length > 0)
    throw new OperatorError(
      `The new clinic differs from the old one: ${differences.join('; ')}. This is expected if the new clinic has been in use since the move. Nothing was changed.`,
    );
  print('All rows and files match.');
}
