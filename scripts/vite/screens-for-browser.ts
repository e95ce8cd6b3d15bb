import type { Plugin } from 'vite';
import { resources } from '../../app/urls/resources';
import { type Screen, screens } from '../../app/urls/screens';

const tables = { screens, resources };

/**
 * Gives the browser only the parts of the table of screens that it reads: paths, and the menu
 * entries with who may open them and what belongs to them. The rest would add half a kilobyte to a first visit.
 */
export function screensForBrowser(): Plugin {
  return {
    name: 'screens-for-browser',
    transform(_code, id, options) {
      const table = Object.entries(tables).find(([name]) => id.endsWith(`/app/urls/${name}.ts`));
      if (options?.ssr || !table) return undefined;
      return `export const ${table[0]} = ${JSON.stringify(reduceTable(table[1]))};`;
    },
  };
}

const reduceTable = (table: Record<string, Screen>) =>
  Object.fromEntries(
    Object.entries(table).map(([name, { path, menu, under, for: needs }]) => [
      name,
      // A field without a value is left out of the JSON.
      { path, under, menu, for: menu && needs },
    ]),
  );
