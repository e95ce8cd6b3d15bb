// Builds an earlier version of the program in its own folder.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArguments } from '../../scripts/lib/build.mjs';
import { readIfThere, root, run, Stop, say, tools } from '../../scripts/lib/project.mjs';

function git(...words) {
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Stop(`git ${words.join(' ')}: ${stderr.trim()}`);
  return stdout.trim();
}

/**
 * Builds a Git revision in a worktree that is removed when this process ends.
 *
 * @returns Its folder and its commit.
 */
export async function buildRelease(name) {
  const commit = git('rev-parse', '--short', `${name}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    spawnSync('git', ['worktree', 'prune'], { cwd: root });
  });
  git('worktree', 'add', '--detach', '--force', folder, commit);
  const hasSamePackages = readIfThere(join(folder, 'package-lock.json')) === readIfThere('package-lock.json');
  if (hasSamePackages) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else {
    say(`Installing the packages of ${name}…`);
    // Installs the packages as in a fresh clone.
    if (
      (await run(process.execPath, [join('scripts', 'ready.mjs')], { NODE_ENV: 'development' }, folder)) !== 0
    )
      throw new Stop(`The packages of ${name} could not be installed.`);
  }
  say(`Building ${name}…`);
  const words = [tools.remix, ...buildArguments];
  if ((await run(process.execPath, words, { NODE_ENV: 'production' }, folder)) !== 0)
    throw new Stop(`${name} could not be built.`);
  return { folder, commit };
}

/**
 * Returns the newest release tag.
 *
 * @throws {Stop} If there is none.
 */
export function lastRelease() {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return stdout.trim();
  throw new Stop('There is no tag of a release. Name a commit: npm run suite -- upgrade COMMIT');
}
