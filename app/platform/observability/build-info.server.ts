import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '~/platform/project-root.server';

const hash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A release is stored in a folder of the checkout it was built from (scripts/lib/releases.mjs). */
const inRelease = /[\\/]build[\\/]releases[\\/][^\\/]+$/;
const manifest = z.object({ version: z.string() });

/**
 * The running build: the version of the program, its commit or `unknown`, and the version of Node.
 */
export type Build = { version: string; commit: string; node: string };

/**
 * Reads the running build without calling git.
 *
 * @param root the folder of the program.
 * @returns the version from `package.json`; the commit from `.commit`, which `git archive` fills
 *   in, else from a checkout's `.git`, else `unknown`.
 */
export function readBuild(root = projectRoot()): Build {
  const { version } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const checkout = root.replace(inRelease, '');
  const archived = textOf(join(checkout, '.commit'));
  const commit = hash.test(archived) ? archived : commitOfCheckout(checkout);
  return { version, commit: commit ?? 'unknown', node: process.version };
}

function commitOfCheckout(root: string): string | undefined {
  const place = join(root, '.git');
  // In a second work tree `.git` is a file that names a folder, and the branches are in a third
  // place.
  const [, linked] = /^gitdir: (.+)$/m.exec(textOf(place)) ?? [];
  const folder = linked ? resolve(root, linked) : place;
  const common = resolve(folder, textOf(join(folder, 'commondir')) || '.');
  const head = textOf(join(folder, 'HEAD'));
  const [, branch] = /^ref: (\S+)$/.exec(head) ?? [];
  if (!branch) return hash.test(head) ? head : undefined;
  const commit = textOf(join(common, branch)) || findPackedRef(textOf(join(common, 'packed-refs')), branch);
  return hash.test(commit) ? commit : undefined;
}

const findPackedRef = (refs: string, branch: string) =>
  refs
    .split('\n')
    .find((line) => line.endsWith(` ${branch}`))
    ?.split(' ')[0] ?? '';

/**
 * Reads the text of a file. Returns an empty text if it cannot be read: a folder of git may belong
 * to another account.
 */
function textOf(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  } catch {
    return '';
  }
}
