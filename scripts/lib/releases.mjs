// Keeps each build in a folder of its own, a release, with everything that a server reads or starts
// while it runs. So installing and building a newer version disturbs no server that runs
// (docs/adr/0052-a-build-is-a-folder-of-its-own.md).
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { copyBrowserFiles, listBrowserFiles } from './browser-files.mjs';
import { readIfThere, root } from './project.mjs';
import { linkPackages } from './release-packages.mjs';

export const serverBuild = 'build/server/index.js';

/** What a running server reads beside its build: migrations, decoding programs and the backup. */
export const runtimeSources = ['app', 'drizzle', 'public', 'scripts/backup.ts', 'scripts/lib'];
const runtimeFiles = [...runtimeSources, 'package.json', 'tsconfig.json'];

/** The newest release, and two to go back to without building them again. */
const keptReleases = 3;

// A running server holds a lock on it (app/platform/db/core/hold-release.server.ts).
const holdFile = 'in-use.db';
const isTest = /\.test\.tsx?$/;
const isRelease = (name) => /^[0-9a-f]{16}$/.test(name);

const folderOf = (home) => join(home, 'build', 'releases');
const pointerOf = (home) => join(home, 'build', 'current');

/**
 * Finds the release that the next start runs.
 *
 * @param home the folder of the program.
 * @returns the absolute path of its folder, or null if there is none.
 */
export function currentRelease(home = root) {
  const id = readIfThere(pointerOf(home));
  return id && hasRelease(id, home) ? join(folderOf(home), id) : null;
}

/** Finds out if a release is there, whole. Its ID has 16 hexadecimal digits. */
export function hasRelease(id, home = root) {
  return isRelease(id) && existsSync(join(folderOf(home), id, serverBuild));
}

/**
 * Makes a release beside those that are there. None of it is seen before all of it is.
 *
 * @param build gets the absolute path of an empty folder and makes `server` and `client` in it.
 */
export async function makeRelease(id, build, home = root) {
  const [staging, release] = [join(folderOf(home), '.new'), join(folderOf(home), id)];
  for (const folder of [staging, release]) rmSync(folder, { recursive: true, force: true });
  await build(join(staging, 'build'));
  listBrowserFiles(join(staging, 'build'));
  for (const path of runtimeFiles)
    if (existsSync(join(home, path)))
      cpSync(join(home, path), join(staging, path), {
        recursive: true,
        filter: (source) => !isTest.test(source),
      });
  linkPackages(home, staging);
  writeFileSync(join(staging, holdFile), '');
  renameSync(staging, release);
}

/** Removes a release that was not activated. */
export function removeRelease(id, home = root) {
  rmSync(join(folderOf(home), id), { recursive: true, force: true });
}

/** Has the next start run a release, and gives it the browser's files of all others. */
export function activateRelease(id, home = root) {
  const build = join(folderOf(home), id, 'build');
  // Before there were releases, a build lay here itself.
  const others = [join(home, 'build'), ...releasesByAge(home).map((path) => join(path, 'build'))];
  for (const other of others) if (other !== build) copyBrowserFiles(other, build);
  const now = new Date();
  utimesSync(join(folderOf(home), id, holdFile), now, now);
  const pointer = pointerOf(home);
  writeFileSync(`${pointer}.new`, id);
  renameSync(`${pointer}.new`, pointer);
}

/** Removes the releases but the newest three and those from which a server runs. */
export function removeOldReleases(home = root) {
  const older = releasesByAge(home).slice(keptReleases);
  for (const release of older) if (!isInUse(release)) rmSync(release, { recursive: true, force: true });
  if (older.length === 0) return;
  // What lay here before there were releases is older than all of them.
  for (const name of ['server', 'client', '.stamp', '.browser-files'])
    rmSync(join(home, 'build', name), { recursive: true, force: true });
}

/** The folders of all releases; the one that was activated last comes first. */
function releasesByAge(home) {
  const activatedAt = (path) => statSync(join(path, holdFile), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(folderOf(home))
    .filter(isRelease)
    .map((id) => join(folderOf(home), id))
    .sort((one, other) => activatedAt(other) - activatedAt(one));
}

/**
 * Asks the operating system if a server holds a release, whichever account it runs as and however
 * it was started. What cannot be found out counts as held. A child process asks, so that no package
 * is loaded into this one, which may become a server.
 */
function isInUse(release) {
  const program =
    "new (require('better-sqlite3'))(process.argv[1], { fileMustExist: true, timeout: 0 }).exec('BEGIN EXCLUSIVE')";
  const words = ['--input-type=commonjs', '-e', program, join(release, holdFile)];
  return spawnSync(process.execPath, words, { cwd: root, stdio: 'ignore' }).status !== 0;
}
