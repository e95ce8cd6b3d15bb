import type { Plugin } from 'vite';
import { resources } from '../../app/routes/resources';
import { type Screen, screens } from '../../app/routes/screens';

const tables = { screens, resources };

/**
 * Gives the browser only what it reads of the table of screens: links, and the entries of the menu
 * with who gets them. The rest would be half a kilobyte on a first visit.
 */
export function screensForBrowser(): Plugin {
  return {
    name: 'screens-for-browser',
    transform(_code, id, options) {
      const table = Object.entries(tables).find(([name]) => id.endsWith(`/app/${name}.ts`));
      if (options?.ssr || !table) return undefined;
      return `export const ${table[0]} = ${JSON.stringify(reduced(table[1]))};`;
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
