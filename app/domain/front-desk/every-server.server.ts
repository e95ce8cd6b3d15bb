import { Refusal } from '~/domain/kernel/refusal';
import { areAllAble, type Capability, runningServers } from '~/platform/db/cluster/presence.server';

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
