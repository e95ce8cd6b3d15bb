import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from './errors.server';

const decoderPath = join('app', 'platform', 'storage', 'decoder', 'decode.mjs');

let rootFolder: string | undefined;

/**
 * Finds the project's folder: the nearest one above this module that holds `package.json` and the
 * decoding program. It walks up, since the build puts this module into `build/server/index.js`.
 *
 * @returns its absolute path.
 * @throws an OperatorError if there is no such folder.
 */
export function projectRoot(): string {
  rootFolder ??= findRoot(dirname(fileURLToPath(import.meta.url)));
  return rootFolder;
}

function findRoot(from: string): string {
  let folder = from;
  while (!(existsSync(join(folder, 'package.json')) && existsSync(join(folder, decoderPath)))) {
    const parent = dirname(folder);
    if (parent === folder) throw new OperatorError(`no package.json with ${decoderPath} above ${from}`);
    folder = parent;
  }
  return folder;
}
