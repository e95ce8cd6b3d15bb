import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { resources } from '~/urls/resources';
import { type Screen, screens } from '~/urls/screens';
import { calls } from '../../support/calls';
import type { World } from './world';

export type Route = { id: string; pattern: string; file: string; parents: string[] };

const callFolder = 'routes/api/v1/';

/**
 * Lists every route of app/urls/screens.ts and app/urls/resources.ts with Remix's route IDs.
 * Every API call stands in place of the routes that serve the calls.
 */
export function listRoutes(): Route[] {
  const otherScreens = Object.values<Screen>({ ...screens, ...resources }).filter(
    ({ file }) => !file.startsWith(callFolder),
  );
  const routeOf = ({ id, path, file }: Screen): Route => ({
    id: id ?? file.replace(/\.tsx?$/, ''),
    pattern: path.slice(1),
    file,
    parents: ['root'],
  });
  return [
    ...otherScreens.map(routeOf),
    ...Object.keys(calls).map((path) =>
      routeOf({ path: `/api/v1/${path}`, file: `${callFolder}${path.split('/')[0]}.ts`, for: 'everybody' }),
    ),
  ];
}

/** Checks whether a route serves API calls. */
export const isCall = ({ file }: Route) => file.startsWith(callFolder);

/** Checks whether a route is a screen, or a download that is requested like one. */
export const isPage = ({ pattern }: Route) =>
  [...Object.values(screens), resources.myDataDownload].some(({ path }) => path === `/${pattern}`);

export const missingId = 'zzzzzzzzzzzzzzzzzzzzzzzzzz';

/** Fills in the path of a route with the patient's objects, or with IDs that do not exist. */
export function pathIn(world: World, { pattern }: Route, id: 'theirs' | 'missing' = 'theirs') {
  const idFor = (existingId: string) => (id === 'theirs' ? existingId : missingId);
  const parts: Record<string, string> = {
    ':patientId': idFor(world.patient.id),
    ':userId': idFor(world.patient.id),
    ':reportId': idFor(world.pendingId),
    ':reportId?': idFor(world.pendingId),
    ':personId': idFor(world.personId),
    ':phraseId': missingId,
    ':shareId': missingId,
    ':passkeyId': missingId,
    ':webhookId': missingId,
    ':deliveryId': missingId,
    ':keyId': missingId,
    ':helperId': missingId,
    ':complaintId': missingId,
    ':number': '1',
    ':expertId': idFor(world.applicant.id),
    ':sessionId': idFor(world.sessionId),
    ':language': 'hi',
    ':file': 'all.js',
    ':page': '1',
    ':token': 'x',
    ':code': '7M3K9XPD2QRTV5ABC6DEF7GHJ8',
    ':part?': '',
    ':number?': '',
    ':tag?': '',
    ':size?': '',
    ':slotId?': '',
    ':keyId?': '',
    '*': 'nothing/at/all/here',
  };
  const filled = pattern.split('/').map((part) => (part in parts ? parts[part] : part));
  if (filled.some((part) => part?.startsWith(':')))
    throw new Error(`No value is known for the parameter of ${pattern}`);
  return `/${filled.filter(Boolean).join('/')}`;
}

const sourceOf = ({ file }: Route) =>
  readFileSync(fileURLToPath(new URL(`../../../app/${file}`, import.meta.url)), 'utf8');
/** Checks whether a route has an action. */
export const hasAction = (route: Route) =>
  /export (?:const|async function|function) action\b/.test(sourceOf(route));
