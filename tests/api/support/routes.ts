import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resources } from '~/routes/resources';
import { type Screen, screens } from '~/routes/screens';
import { calls } from '../../support/calls';
import type { World } from './world';

export type Route = { id: string; pattern: string; file: string; parents: string[] };

const callFolder = 'routes/api/v1/';

/**
 * Every route of app/routes/screens.ts and app/routes/resources.ts with the ids Remix gives them, and every call
 * of the API in place of the routes that serve them.
 */
export function listRoutes(): Route[] {
  const others = Object.values<Screen>({ ...screens, ...resources }).filter(
    ({ file }) => !file.startsWith(callFolder),
  );
  const routeOf = ({ id, path, file }: Screen): Route => ({
    id: id ?? file.replace(/\.tsx?$/, ''),
    pattern: path.slice(1),
    file,
    parents: ['root'],
  });
  return [
    ...others.map(routeOf),
    ...Object.keys(calls).map((path) =>
      routeOf({ path: `/api/v1/${path}`, file: `${callFolder}${path.split('/')[0]}.ts`, for: 'everybody' }),
    ),
  ];
}

/** Returns whether a route serves calls of the API. */
export const isCall = ({ file }: Route) => file.startsWith(callFolder);

/** Whether a route is a screen, or a download that is asked for like one. */
export const isPage = ({ pattern }: Route) =>
  [...Object.values(screens), resources.myDataDownload].some(({ path }) => path === `/${pattern}`);

export const missingId = 'zzzzzzzzzzzzzzzzzzzzzzzzzz';

/** Where a route leads in a world: what is somebody's is the patient's. */
export function pathIn(world: World, { pattern }: Route, id: 'theirs' | 'missing' = 'theirs') {
  const one = (theirs: string) => (id === 'theirs' ? theirs : missingId);
  const parts: Record<string, string> = {
    ':patientId': one(world.patient.id),
    ':userId': one(world.patient.id),
    ':reportId': one(world.pendingId),
    ':reportId?': one(world.pendingId),
    ':personId': one(world.personId),
    ':expertId': one(world.applicant.id),
    ':sessionId': one(world.sessionId),
    ':language': 'hi',
    ':file': 'all.js',
    ':page': '1',
    ':token': 'x',
    ':part?': '',
    ':number?': '',
    ':tag?': '',
    ':slotId?': '',
    ':keyId?': '',
    '*': 'nothing/at/all/here',
  };
  const filled = pattern.split('/').map((part) => (part in parts ? parts[part] : part));
  if (filled.some((part) => part?.startsWith(':'))) throw new Error(`What stands for ${pattern} here?`);
  return `/${filled.filter(Boolean).join('/')}`;
}

const sourceOf = ({ file }: Route) =>
  readFileSync(fileURLToPath(new URL(`../../../app/${file}`, import.meta.url)), 'utf8');
/** Whether a route takes what is sent to it. */
export const hasAction = (route: Route) =>
  /export (?:const|async function|function) action\b/.test(sourceOf(route));
