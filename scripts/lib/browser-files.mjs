// Keeps the browser's files of earlier builds beside those of the newest. An open page, or one
// rendered by another server, requests files by their hashes here.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesUnder } from './project.mjs';

const listName = '.browser-files';
const isHashed = (name) => /^assets\/.+-[\w-]{8}\.\w+(?:\.br)?$/.test(name);

/**
 * Writes a list of the files in a build's `client/` folder that the build has made itself.
 *
 * @param build the folder of the build.
 */
export function listBrowserFiles(build) {
  writeFileSync(join(build, listName), filesUnder(join(build, 'client')).join('\n'));
}

/**
 * Copies to a build the hashed files that an earlier build has made itself. For an earlier build
 * without a list, all of its files count.
 *
 * @param earlierBuild the folder of the earlier build.
 * @param build the folder of the build.
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
