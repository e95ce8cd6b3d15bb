import { Refusal } from '~/domain/kernel/refusal';
import { runningServers } from '~/platform/db/cluster/presence.server';

/**
 * Requires that every server on the database knows accounts without e-mail. A server of an earlier
 * release does not ask for a new password after the first log-in.
 *
 * @throws Refusal: `conflict` while an older server is running.
 */
export async function requireNoOlderServer(): Promise<void> {
  const isKnown = (await runningServers()).every(({ about }) => about.capabilities?.includes('noEmail'));
  if (!isKnown) throw new Refusal('conflict', 'frontDesk.olderServer');
}
