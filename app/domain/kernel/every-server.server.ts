import { type Capability, runningServers, serversAtLastBeat } from '~/platform/db/cluster/presence.server';
import type { ServerRow } from '~/platform/db/cluster/server-rows.server';
import { Refusal } from './refusal';

/**
 * Requires that every server on the database has an ability. A server of an earlier release may not
 * ask for a new password after the first log-in (`noEmail`), or may not note which log-in confirms an
 * added address (`addressDisputes`).
 *
 * @throws Refusal: `conflict` while an older server is running.
 */
export async function requireNoOlderServer(ability: Capability = 'noEmail'): Promise<void> {
  if (!areAllAble(await runningServers(), ability)) throw new Refusal('conflict', 'frontDesk.olderServer');
}

/**
 * Tells whether every server had an ability at the last heart-beat. It asks no database, so that
 * each page can ask it.
 */
export const isEveryServerAble = (ability: Capability): boolean => areAllAble(serversAtLastBeat(), ability);

const areAllAble = (servers: readonly ServerRow[], ability: Capability) =>
  servers.every(({ about }) => about.capabilities?.includes(ability));
