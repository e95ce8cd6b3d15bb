// Bundles the operator's commands for a build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './bundled-packages.mjs';
import { commandNames, seedProgram } from './commands.mjs';
import { root } from './project.mjs';

/**
 * Bundles the commands for Node, with the same packages as the server's build.
 *
 * @param folder the folder to write them to.
 * @returns esbuild's record of what the bundles contain and import.
 */
export async function buildCommands(folder) {
  const { build } = await import('esbuild');
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { metafile } = await build({
    entryPoints: [...commandNames, seedProgram].map((name) => join(root, `scripts/${name}.ts`)),
    outdir: folder,
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    splitting: true,
    // A bundle names the places of its modules, which then are those in this folder.
    preserveSymlinks: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    charset: 'ascii',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'inline',
    external: Object.keys(dependencies).filter((name) => !bundledPackages.includes(name)),
    // Packages written for `require` ask for Node's own modules by it.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    define: { 'import.meta.env': '{"DEV":false,"PROD":true}' },
    logLevel: 'error',
  });
  return metafile;
}
