import type { Plugin } from 'vite';

const stand = '\0react-dom';

/**
 * Leaves the half of React out of the server that draws in a browser, 130 KB which each start would
 * read: of it the router alone uses anything, and that in a browser.
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
