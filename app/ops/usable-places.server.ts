import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { databaseFile } from '~/platform/db/core/database-url.server';
import { lockName } from '~/platform/db/core/folder-lock.server';
import { OperatorError } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';

const { R_OK, W_OK, X_OK } = constants;
const sqliteHeader = 'SQLite format 3\0';

/**
 * Checks that this account can read and write every path in the settings, so that a start that
 * cannot succeed creates nothing.
 *
 * @throws an OperatorError that begins with the name of the setting to correct.
 */
export function requireUsablePlaces(settings: Settings): void {
  const { DATA_DIR, UPLOADS_DIR, BACKUP_DIR } = settings;
  for (const [setting, folder] of Object.entries({ DATA_DIR, UPLOADS_DIR })) {
    requireUsableFolder(setting, folder);
    requireUsableFile(setting, join(folder, lockName));
  }
  requireUsableFile('DATA_DIR', join(DATA_DIR, 'limits.db'));
  // Keys are only read; a clinic may have removed write access to them.
  if (settings.FILE_KEY === undefined) requireReadableSecret('DATA_DIR', join(DATA_DIR, 'file.key'));
  if (settings.SESSION_SECRET === undefined)
    requireReadableSecret('DATA_DIR', join(DATA_DIR, 'session.secret'));
  requireUsableDatabase(databaseFile(settings.DATABASE_URL));
  // The disk of backups may be absent for now: an existing clinic serves patients without it, and
  // logs that.
  const database = databaseFile(settings.DATABASE_URL);
  const isThere = existsSync(join(DATA_DIR, lockName)) || (database && existsSync(database));
  if (!isThere) requireUsableFolder('BACKUP_DIR', BACKUP_DIR);
}

/**
 * Checks that a folder can be written to, or created. Does not touch the disk.
 *
 * @param setting the name of the setting that names it.
 * @throws an OperatorError.
 */
export function requireUsableFolder(setting: string, folder: string): void {
  const path = resolve(folder);
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  if (!statSync(place).isDirectory())
    throw unusable(
      setting,
      place === path ? `${path} is a file, not a folder` : `${place} is a file, so ${path} cannot be created`,
    );
  const code = accessRefusal(place, R_OK | W_OK | X_OK);
  if (!code) return;
  if (!isMissing(path) && place !== path)
    throw unusable(setting, `the folder ${path} cannot be read by this account (${meaningOf(code)})`, remedy);
  throw unusable(
    setting,
    place === path
      ? `this account cannot write to the folder ${path} (${meaningOf(code)})`
      : `the folder ${path} does not exist and cannot be created in ${place} (${meaningOf(code)})`,
    remedy,
  );
}

function requireUsableFile(setting: string, path: string): void {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) throw unusable(setting, `${path} is a folder, not a file`);
  const code = accessRefusal(path, R_OK | W_OK);
  if (code)
    throw unusable(setting, `this account cannot read and write ${path} (${meaningOf(code)})`, remedy);
}

/**
 * Requires a file that an operator has named to be there and readable by this account.
 *
 * @param name what the sentence calls it, such as the setting that names it.
 * @throws an OperatorError.
 */
export function requireReadableFile(path: string, name = `The file ${path}`): void {
  try {
    if (!statSync(path).isFile()) throw new OperatorError(`${name} does not exist.`);
    accessSync(path, R_OK);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      isMissing(path)
        ? `${name} does not exist. Nothing was changed.`
        : `${name} cannot be read by this account (${meaningOf(readCode(error))}). Nothing was changed.`,
    );
  }
}

/**
 * Requires a folder that an operator has named to be there and readable by this account.
 *
 * @throws an OperatorError.
 */
export function requireReadableFolder(folder: string): void {
  if (isMissing(folder) || accessRefusal(folder, R_OK | X_OK) === 'ENOTDIR')
    throw new OperatorError(`The folder ${folder} does not exist. Nothing was changed.`);
  const code = accessRefusal(folder, R_OK | X_OK);
  if (code)
    throw new OperatorError(
      `The folder ${folder} cannot be read by this account (${meaningOf(code)}). Nothing was changed.`,
    );
}

/**
 * Requires that a command of an operator may use the folders of a clinic: that this account can read
 * them, and that root does not leave files in them that the account of the server cannot read.
 *
 * @param options.isRootAllowed whether the command gives its files to their owner itself.
 * @throws an OperatorError.
 */
export function requireOwnFolders(
  { DATA_DIR, UPLOADS_DIR }: Settings,
  { isRootAllowed }: { isRootAllowed: boolean },
): void {
  for (const [setting, folder] of Object.entries({ DATA_DIR, UPLOADS_DIR })) {
    const code = accessRefusal(folder, R_OK | X_OK);
    if (code && code !== 'ENOENT')
      throw unusable(
        setting,
        `the folder ${resolve(folder)} cannot be read by this account (${meaningOf(code)})`,
        'Run the command as the account of the server.',
      );
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
    if (isRootAllowed || process.getuid?.() !== 0 || !owner) continue;
    throw unusable(
      setting,
      `the folder ${resolve(folder)} belongs to another account (user ID ${owner}), and root would leave files in it that this account cannot read`,
      'Run the command as that account (docs/operations.md#commands).',
    );
  }
}

function requireReadableSecret(setting: string, path: string): void {
  if (!existsSync(path)) return;
  const code = accessRefusal(path, R_OK);
  if (code)
    throw unusable(
      setting,
      `this account cannot read ${path} (${meaningOf(code)})`,
      'Allow it to read the file, or choose another folder.',
    );
}

function requireUsableDatabase(file: string | undefined): void {
  if (!file) return;
  requireUsableFolder('DATABASE_URL', dirname(file));
  requireUsableFile('DATABASE_URL', file);
  if (existsSync(file) && !isDatabase(file))
    throw unusable('DATABASE_URL', `${resolve(file)} is not a SQLite database`);
}

/** Checks whether a file begins like a SQLite file; an empty one becomes a database. */
function isDatabase(file: string): boolean {
  const start = Buffer.alloc(sqliteHeader.length);
  const descriptor = openSync(file, 'r');
  try {
    return readSync(descriptor, start) === 0 || start.toString('latin1') === sqliteHeader;
  } finally {
    closeSync(descriptor);
  }
}

function accessRefusal(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return readCode(error);
  }
}

/** Returns true if nothing is at a path, and false also if this account may not look there. */
export function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(readCode(error));
  }
}

const readCode = (error: unknown): string => String((error as { code?: unknown }).code);

const meanings: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
};

const meaningOf = (code: string): string => meanings[code] ?? code;

const unusable = (setting: string, fault: string, remedy = 'Choose another path.') =>
  new OperatorError(`${setting}: ${fault}. ${remedy} Nothing was changed.`);

const remedy = 'Allow this account to write there, or choose another path.';
