import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/**
 * Takes nothing; gives the absolute path of the project's folder: the nearest one above this module that holds
 * `package.json` and `scripts/decode.mjs`. Found by walking up, because the build puts this module into
 * `build/server/index.js`. Throws an Error where there is no such folder.
 */
export function projectRoot(): string {
  found ??= findRoot(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function findRoot(from: string): string {
  let folder = from;
  while (!(existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'scripts', 'decode.mjs')))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`no package.json with scripts/decode.mjs above ${from}`);
    folder = parent;
  }
  return folder;
}
