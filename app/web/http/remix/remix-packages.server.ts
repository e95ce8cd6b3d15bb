import { createRequire } from 'node:module';
import type { installGlobals } from '@remix-run/node';
import type { RouterExports } from './route-matching.server';

/**
 * The router's exports as Remix's server calls them: it is found from there, so that it is the same
 * copy wherever npm puts it.
 */
export function routerOfRemix(): RouterExports {
  const above = ['@remix-run/node', '@remix-run/server-runtime'];
  const from = above.reduce((file, name) => createRequire(file).resolve(name), import.meta.url);
  return createRequire(from)('@remix-run/router');
}

/**
 * Has `remix-serve` leave `fetch` and what belongs to it as Node has it. By itself it loads another
 * copy of the very library, which took a twentieth of a start. Has to be called while it loads the
 * build.
 *
 * @returns the exports whose function is replaced.
 */
export function keepFetchOfNode(): { installGlobals: typeof installGlobals } {
  const serve = createRequire(import.meta.url).resolve('@remix-run/serve/package.json');
  const remix = createRequire(serve)('@remix-run/node');
  remix.installGlobals = () => undefined;
  return remix;
}
