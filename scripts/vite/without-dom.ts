import type { Plugin } from 'vite';

const stand = '\0react-dom';

/**
 * Leaves React's browser renderer out of the server: 130 KB that each start would read. Only the
 * router uses any of it, and only in a browser.
 */
export function withoutDom(): Plugin {
  return {
    name: 'without-dom',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === 'react-dom' ? stand : undefined),
    load: (id) => (id === stand ? 'export const flushSync = (work) => work();' : undefined),
  };
}
