import { mkdirSync, readFileSync, renameSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Loader, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript program of the project into one file, for programs that tests start often.
 * Node starts the bundle in a quarter of the time that `tsx` needs.
 *
 * @param program the path of the program from the project's folder.
 * @returns the path of the bundle of the current sources.
 */
export function bundled(program: string): Promise<string> {
  const bundling = bundles.get(program) ?? bundle(program);
  bundles.set(program, bundling);
  return bundling;
}

async function bundle(program: string) {
  // Inside the project, so that Node finds its packages.
  const folder = join(root, '.cache', 'programs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${program.replaceAll('/', '-')}.mjs`);
  const ownFile = `${file}.${process.pid}`;
  await build({
    entryPoints: [join(root, program)],
    outfile: ownFile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [addressOfSource, noStyles],
    logLevel: 'error',
  });
  // Another test may be starting the earlier bundle.
  renameSync(ownFile, file);
  return file;
}

/** Leaves out the addresses of style sheets, which only Vite knows. */
const noStyles: Plugin = {
  name: 'no-styles',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css\?url$/ }, ({ path }) => ({ path, namespace: 'style' }));
    onLoad({ filter: /./, namespace: 'style' }, () => ({ contents: "export default ''" }));
  },
};

/**
 * Keeps the source's own `import.meta.url`, so that files beside a module are not looked up beside
 * the bundle.
 */
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
