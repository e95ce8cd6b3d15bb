import type { Plugin } from 'vite';
import { resources, type Screen, screens } from '../../app/screens';

/**
 * Gives the browser only what it reads of the table of screens: links, and the entries of the menu
 * with who gets them. The rest would be half a kilobyte on a first visit.
 */
export function screensForBrowser(): Plugin {
  return {
    name: 'screens-for-browser',
    transform(_code, id, options) {
      if (options?.ssr || !id.endsWith('/app/screens.ts')) return undefined;
      return Object.entries({ screens, resources })
        .map(([name, table]) => `export const ${name} = ${JSON.stringify(reduced(table))};`)
        .join('\n');
    },
  };
}

const reduced = (table: Record<string, Screen>) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { path, menu, for: needs }]) => [
      name,
      menu ? { path, menu, for: needs } : { path },
    ]),
  );
