import { resources } from '~/resources';
import { screens } from '~/screens';
import { calls } from '~/web/api/calls.server';
import { paths } from '~/web/paths';

const patterns = [
  ...Object.values(paths).filter((path) => typeof path === 'string'),
  ...Object.values({ ...screens, ...resources }).map(({ path }) => path),
  ...Object.keys(calls).map((path) => `/api/v1/${path}`),
  // What is no route counts as such, and the calls share one.
].filter((pattern) => !pattern.endsWith('*') && pattern !== resources.apiCall.path);

const known = [...new Set(patterns)].map((pattern) => ({
  pattern,
  test: new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
}));

/**
 * What the numbers call the route of a path: its pattern, `/assets` for files of the build, and
 * `other` for what is no route. Takes a path without query, as it was asked for.
 */
export function routeNameOf(path: string): string {
  if (path.startsWith('/assets/')) return '/assets';
  const page = path === '/_root.data' ? '/' : path.replace(/\.data$/, '');
  return known.find(({ test }) => test.test(page))?.pattern ?? 'other';
}
