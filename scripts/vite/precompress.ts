import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Compresses the browser's scripts and styles in a folder once, as small as possible, instead of less well for
 * each visitor. Runs after the server's build, which writes the list of routes for the browser.
 */
export function precompress(folder: string): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    async closeBundle() {
      const pack = promisify(brotliCompress);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await Promise.all(
        (await readdir(folder)).map(async (name) => {
          const file = join(folder, name);
          if (!/\.(?:js|css)$/.test(name)) return;
          await writeFile(`${file}.br`, await pack(await readFile(file), { params }));
        }),
      );
    },
  };
}
