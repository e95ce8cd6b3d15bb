import type { Plugin } from 'vite';

const declaration = /const assetsBuildDirectory = "[^"]*"/;

/**
 * Makes a built server find the browser's files beside itself. Remix writes a path that only fits
 * the folder in which the build was made.
 */
export function clientBesideServer(): Plugin {
  return {
    name: 'client-beside-server',
    apply: 'build',
    transform(code, id) {
      if (id !== '\0virtual:remix/server-build') return;
      if (!declaration.test(code))
        throw new Error('Remix uses another name for the folder of the browser’s files.');
      const path = `fileURLToPath(new URL(/* @vite-ignore */ '../client', import.meta.url))`;
      const replaced = code.replace(declaration, `const assetsBuildDirectory = ${path}`);
      return { code: `import { fileURLToPath } from 'node:url';\n${replaced}`, map: null };
    },
  };
}
