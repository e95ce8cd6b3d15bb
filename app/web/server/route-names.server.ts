import { paths } from '~/urls/paths';
import { resources } from '~/urls/resources';
import { screens } from '~/urls/screens';
import { listCalls } from '~/web/api/calls.server';

const callPaths = /^\/api\/v1\/\w+\/:name/;

/** Lists the patterns of all routes, with one pattern per API call. */
const listPatterns = () =>
  [
    ...Object.values(paths).filter((path) => typeof path === 'string'),
    ...Object.values({ ...screens, ...resources }).map(({ path }) => path),
    ...Object.keys(listCalls()).map((path) => `/api/v1/${path}`),
    // Catch-all routes and the generic route of calls do not count.
  ].filter((pattern) => !pattern.endsWith('*') && !callPaths.test(pattern));

const toTest = (pattern: string) =>
  new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`, 'i');

let routes: { pattern: string; test: RegExp }[] | undefined;

/** Returns all routes with their tests. The calls are known once the route modules are loaded. */
function knownRoutes() {
  routes ??= [...new Set(listPatterns())].map((pattern) => ({ pattern, test: toTest(pattern) }));
  return routes;
}

/**
 * Returns the name of a path's route in the metrics: its pattern, `/assets` for files of the build,
 * or `other`.
 *
 * @param path the requested path without its query.
 */
export function routeNameOf(path: string): string {
  if (path.startsWith('/assets/')) return '/assets';
  const page = path === '/_root.data' ? '/' : path.replace(/\.data$/, '');
  return knownRoutes().find(({ test }) => test.test(page))?.pattern ?? 'other';
}
