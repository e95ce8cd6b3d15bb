import type { Plugin } from 'vite';

/**
 * Makes the development server name lines of the sources in the errors that it shows. The code that
 * it runs has no types and comments (app/platform/observability/developer-details.server.ts).
 */
export function sourceLines(): Plugin {
  return {
    name: 'source-lines',
    apply: 'serve',
    configureServer({ ssrFixStacktrace }) {
      Object.assign(globalThis, { secondLookFixStack: ssrFixStacktrace });
    },
  };
}
