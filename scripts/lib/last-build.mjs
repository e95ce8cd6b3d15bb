// Keeps the browser's files of the build before beside those of the newest: a page that is open, or
// that another server has drawn, names files by their hashes and asks for them here.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isHashed = (name) => /^assets\/.+-[\w-]{8}\.\w+(?:\.br)?$/.test(name);

/**
 * Removes every file of `client/` but those of the build that began at `since` (milliseconds since
 * 1970) and, where a hash is in their names, those of the build before. Without a list of these
 * all that are there are its files.
 */
export function keepLastBuild(buildFolder, since) {
  const client = join(buildFolder, 'client');
  const list = join(buildFolder, '.browser-files');
  const ofBuildBefore = existsSync(list) ? new Set(readFileSync(list, 'utf8').split('\n')) : undefined;
  const own = [];
  for (const entry of readdirSync(client, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const name = path.slice(client.length + 1);
    if (statSync(path).mtimeMs >= since) own.push(name);
    else if (!isHashed(name) || ofBuildBefore?.has(name) === false) rmSync(path);
  }
  writeFileSync(list, own.join('\n'));
}
