import routes from '~/routes';
import { calls } from '~/web/api/calls.server';
import type { World } from './world';

export type Route = { id: string; pattern: string; file: string; parents: string[] };

/**
 * Every route of app/routes.ts with the ids Remix gives them, layouts taken apart, and every call
 * of the API, which share one.
 */
export function listRoutes(): Route[] {
  type Entry = { id?: string; path?: string; file: string; children?: Entry[] };
  const walk = (entries: Entry[], parents: string[]): Route[] =>
    entries.flatMap(({ id, path = '', file, children }) => {
      const own = id ?? file.replace(/\.tsx?$/, '');
      return children ? walk(children, [...parents, own]) : [{ id: own, pattern: path, file, parents }];
    });
  const pages = walk(routes as Entry[], ['root']);
  const every = pages.find(({ pattern }) => pattern === 'api/v1/:folder/:name/:id?');
  if (!every) throw new Error('There is no route of the calls');
  return [
    ...pages.filter((page) => page !== every),
    ...Object.keys(calls).map((path) => ({ ...every, pattern: `api/v1/${path}` })),
  ];
}

export const isPage = ({ pattern }: Route) =>
  !/^(?:(?:files|api|words)\/|healthz$|readyz$)/.test(pattern) || pattern === 'api/v1/docs';

export const missingId = 'zzzzzzzzzzzzzzzzzzzzzzzzzz';

/** Where a route leads in a world: what is somebody's is the patient's. */
export function pathIn(world: World, { pattern }: Route, id: 'theirs' | 'missing' = 'theirs') {
  const one = (theirs: string) => (id === 'theirs' ? theirs : missingId);
  const parts: Record<string, string> = {
    ':patientId': one(world.patient.id),
    ':userId': one(world.patient.id),
    ':reportId': one(world.pendingId),
    ':reportId?': one(world.pendingId),
    ':expertId': one(world.patient.id),
    ':language': 'hi',
    ':file': 'all.js',
    ':page': '1',
    ':token': 'x',
    ':part?': '',
    ':tag?': '',
    '*': 'nothing/at/all/here',
  };
  const filled = pattern.split('/').map((part) => (part in parts ? parts[part] : part));
  if (filled.some((part) => part?.startsWith(':'))) throw new Error(`What stands for ${pattern} here?`);
  return `/${filled.filter(Boolean).join('/')}`;
}
