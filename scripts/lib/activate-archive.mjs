// Makes an unpacked archive the one that the next start runs.
import { lstatSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { copyBrowserFiles } from './browser-files.mjs';
import { root, Stop } from './project.mjs';

/**
 * Points the link `current` beside the archive's folder at it, in one step. Before that, copies the
 * browser's files of the archives beside it into this one, for pages that are open.
 *
 * @returns the path of the link.
 * @throws Stop if there is something else named `current`, or if this account may not write there.
 */
export function activateArchive() {
  const program = realpathSync(root);
  const place = dirname(program);
  const link = join(place, 'current');
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === false)
    throw new Stop(`${link} is not a link. Move it away, then run this command again.`);
  try {
    for (const name of readdirSync(place).filter((other) => other.startsWith('secondlook-')))
      if (join(place, name) !== program) copyBrowserFiles(join(place, name, 'build'), join(program, 'build'));
    rmSync(`${link}.new`, { force: true });
    symlinkSync(basename(program), `${link}.new`);
    renameSync(`${link}.new`, link);
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    throw new Stop(`This account cannot write to ${place}. Run the command as the owner of that folder.`);
  }
  return link;
}
