// Builds the server and the browser's files, once for each state of their sources and packages.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { buildCommands } from './build-commands.mjs';
import { installPackages, isInstalled, noteInstalled, packagesStamp } from './install.mjs';
import { alone } from './lock.mjs';
import { fingerprint, root, Stop, tools } from './project.mjs';
import {
  activateRelease,
  currentRelease,
  hasRelease,
  makeRelease,
  removeOldReleases,
  removeRelease,
} from './releases.mjs';
import { runQuietly, showStep } from './steps.mjs';

const sources = ['app', 'drizzle', 'public', 'scripts', 'remix.config.ts', 'package.json', 'tsconfig.json'];

/**
 * Builds unless the current release was made from exactly these sources and packages.
 *
 * @param build runs the builder of pages with an environment and returns its exit code.
 */
export async function ensureBuilt(build = buildPages) {
  if (isCurrent(releaseId())) return;
  await alone(() => buildRelease(build));
}

/** Installs and builds what is missing. A driver that has to be compiled is, while the build runs. */
export async function ensureReady() {
  if (isInstalled() && isCurrent(releaseId())) return;
  await alone(async () => {
    const compileDriver = await installPackages();
    const isBuilt = hasRelease(releaseId());
    await buildRelease(buildPages, compileDriver);
    if (isBuilt) await compileDriver?.();
    noteInstalled();
  });
}

/**
 * Makes the release of these sources and packages the current one.
 *
 * @param meanwhile a task that runs while it is built, and before it takes the packages along.
 */
async function buildRelease(build, meanwhile) {
  // Computed before the build: a file saved while it runs makes the next start build again.
  const id = releaseId();
  if (isCurrent(id)) return;
  if (!hasRelease(id)) {
    const names = meanwhile
      ? { doing: 'Building, and compiling the database driver', done: 'Built, and compiled,' }
      : { doing: 'Building', done: 'Built' };
    await showStep(names, () =>
      makeRelease(id, (folder) => Promise.all([buildInto(folder, build), meanwhile?.()])),
    );
    if (releaseId() !== id) {
      removeRelease(id);
      throw new Stop('The sources changed during the build. Run the same command again.');
    }
  }
  activateRelease(id);
  removeOldReleases();
}

export const buildArguments = ['vite:build', '--config', 'remix.config.ts'];

/**
 * Builds the server, the browser's files and the commands.
 *
 * @param build runs the builder of the first two with an environment and returns its exit code.
 */
export async function buildInto(folder, build = buildPages) {
  if ((await build({ NODE_ENV: 'production', BUILD_FOLDER: folder })) !== 0)
    throw new Stop('The build failed; see the lines above.');
  await buildCommands(join(folder, 'commands'));
}

const buildPages = (env) =>
  runQuietly('build', process.execPath, [join(root, tools.remix), ...buildArguments], env);

const isCurrent = (id) => currentRelease()?.endsWith(id) ?? false;

/** Names a release by its inputs. Tests beside the sources are not among them. */
function releaseId() {
  const ofSources = fingerprint(sources, (name) => !/\.test\.tsx?$/.test(name));
  return createHash('sha256').update(`${ofSources} ${packagesStamp()}`).digest('hex').slice(0, 16);
}
