// Keeps each build in its own folder, a release, with everything that a server reads or starts
// while it runs. So installing and building a newer version does not disturb a running server
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

/** Files that a running server and the commands read beside their build. */
const runtimeFiles = ['app/platform/storage/decoder', 'drizzle', 'public', 'package.json'];

/** The newest release, and two to go back to without building them again. */
const keptReleases = 3;

// A running server holds a lock on it (app/platform/db/core/hold-release.server.ts).
const holdFile = 'in-use.db';
// The build contains what is compiled.
const isCompiled = /\.tsx?$/;
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

/** Returns true if a complete release exists. Its ID has 16 hexadecimal digits. */
export function hasRelease(id, home = root) {
  return isRelease(id) && existsSync(join(folderOf(home), id, serverBuild));
}

/**
 * Creates a release beside the existing ones. It becomes visible only once it is complete.
 *
 * @param build gets the absolute path of an empty folder and writes `server` and `client` into it.
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
        filter: (source) => !isCompiled.test(source),
      });
  linkPackages(home, staging);
  writeFileSync(join(staging, holdFile), '');
  renameSync(staging, release);
}

/** Removes a release that was not activated. */
export function removeRelease(id, home = root) {
  rmSync(join(folderOf(home), id), { recursive: true, force: true });
}

/** Makes the next start run a release, and copies the browser's files of all others to it. */
export function activateRelease(id, home = root) {
  const build = join(folderOf(home), id, 'build');
  // Before there were releases, the build was here itself.
  const otherBuilds = [join(home, 'build'), ...releasesByAge(home).map((path) => join(path, 'build'))];
  for (const other of otherBuilds) if (other !== build) copyBrowserFiles(other, build);
  const now = new Date();
  utimesSync(join(folderOf(home), id, holdFile), now, now);
  const pointer = pointerOf(home);
  writeFileSync(`${pointer}.new`, id);
  renameSync(`${pointer}.new`, pointer);
}

/** Removes all releases except the newest three and those that a server runs from. */
export function removeOldReleases(home = root) {
  const older = releasesByAge(home).slice(keptReleases);
  for (const release of older) if (!isInUse(release)) rmSync(release, { recursive: true, force: true });
  if (older.length === 0) return;
  // A build from before there were releases is older than all of them.
  for (const name of ['server', 'client', '.stamp', '.browser-files'])
    rmSync(join(home, 'build', name), { recursive: true, force: true });
}

/** Lists the folders of all releases, the most recently activated first. */
function releasesByAge(home) {
  const activatedAt = (path) => statSync(join(path, holdFile), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(folderOf(home))
    .filter(isRelease)
    .map((id) => join(folderOf(home), id))
    .sort((one, other) => activatedAt(other) - activatedAt(one));
}

/**
 * Asks the operating system if a server holds a release, whichever account it runs as and however
 * it was started. If that cannot be determined, the release counts as held. A child process asks,
 * so that no package is loaded into this one, which may become a server.
 */
function isInUse(release) {
  const program =
    "new (require('better-sqlite3'))(process.argv[1], { fileMustExist: true, timeout: 0 }).exec('BEGIN EXCLUSIVE')";
  const words = ['--input-type=commonjs', '-e', program, join(release, holdFile)];
  return spawnSync(process.execPath, words, { cwd: root, stdio: 'ignore' }).status !== 0;
}
