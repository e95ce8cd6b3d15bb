import { calls } from '~/web/api/calls.server';
import { paths } from '~/web/paths';

/** Routes whose path says something of one person or report: measured by their pattern alone. */
const patterns = [
  '/update-password/:token',
  '/dashboard',
  '/dashboard/settings/:part?',
  '/dashboard/second-factor/:part?',
  '/dashboard/system/:part?',
  '/dashboard/previous-report/:patientId',
  '/dashboard/delete-report/:reportId',
  '/dashboard/withdraw-consent/:reportId',
  '/dashboard/give-consent/:reportId',
  '/dashboard/add-review/:reportId',
  '/dashboard/translate/:reportId',
  '/words/:language/:file',
  '/dashboard/approve-expert/:expertId',
  '/dashboard/judge-expert/:expertId',
  '/files/raw/:reportId',
  '/files/image/:reportId',
  '/files/page/:reportId/:page',
  '/files/thumbnail/:reportId',
  '/files/picture/:userId/:tag?',
  '/healthz',
  '/readyz',
  ...Object.keys(calls).map((path) => `/api/v1/${path}`),
];

const pages = Object.values(paths).filter((path) => typeof path === 'string');
const known = [...new Set([...pages, ...patterns])].map((pattern) => ({
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
