// Keeps the browser's files of earlier builds beside those of the newest: a page that is open, or
// that another server has drawn, names files by their hashes and asks for them here.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesUnder } from './project.mjs';

const listName = '.browser-files';
const isHashed = (name) => /^assets\/.+-[\w-]{8}\.\w+(?:\.br)?$/.test(name);

/** Writes down which files of `client/` a build has made itself. Takes the folder of the build. */
export function listBrowserFiles(build) {
  writeFileSync(join(build, listName), filesUnder(join(build, 'client')).join('\n'));
}

/**
 * Copies to a build the files that an earlier build has made itself and that have a hash in their
 * name. Takes the folders of both; of an earlier build without a list all files are its own.
 */
export function copyBrowserFiles(earlierBuild, build) {
  const [from, to] = [join(earlierBuild, 'client'), join(build, 'client')];
  if (!existsSync(from)) return;
  const list = join(earlierBuild, listName);
  const names = existsSync(list) ? readFileSync(list, 'utf8').split('\n') : filesUnder(from);
  for (const name of names.filter(isHashed)) {
    if (existsSync(join(to, name)) || !existsSync(join(from, name))) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    copyFileSync(join(from, name), join(to, name));
  }
}
