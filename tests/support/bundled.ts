import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Loader, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const made = new Map<string, Promise<string>>();

/**
 * A TypeScript program of the project in one file, which Node starts by itself in a quarter of the
 * time that it takes through `tsx`: for what tests start often. Takes its path from the project's
 * folder.
 *
 * @returns the path of the file, as the sources are now.
 */
export function bundled(program: string): Promise<string> {
  const known = made.get(program) ?? bundle(program);
  made.set(program, known);
  return known;
}

async function bundle(program: string) {
  // Inside the project, where its packages are found.
  const folder = join(root, '.cache', 'programs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${program.replaceAll('/', '-')}.mjs`);
  const own = `${file}.${process.pid}`;
  await build({
    entryPoints: [join(root, program)],
    outfile: own,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [addressOfSource],
    logLevel: 'error',
  });
  // Another test may be starting the one that was there.
  renameSync(own, file);
  return file;
}

/** What looks for a file beside its own module looks there, and not beside the bundle. */
const addressOfSource: Plugin = {
  name: 'address-of-source',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(?:ts|tsx|mjs)$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: extname(path).slice(1).replace('mjs', 'js') as Loader,
    })),
};
