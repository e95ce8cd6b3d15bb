import type { Plugin } from 'vite';

const namedImports = /^(import [^{}'"\n]*\{ )([^{}\n]*)( \} from )/gm;

/**
 * Sorts the names that a chunk of the server imports. Rollup has them in the order in which it
 * happened to read the modules, so that the same sources could give different files.
 */
export function sortedImports(): Plugin {
  return {
    name: 'sorted-imports',
    apply: 'build',
    renderChunk: (code) => ({
      // The length stays, and with it the source map.
      code: code.replace(
        namedImports,
        (_all, start, names, end) => start + names.split(', ').sort().join(', ') + end,
      ),
      map: null,
    }),
  };
}
