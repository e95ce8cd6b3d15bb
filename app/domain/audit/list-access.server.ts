import { LRUCache } from 'lru-cache';
import { db, execute } from '~/platform/db/db.server';
import { lookEntry } from './audit-entry.server';

// As long as the links of a list are valid: its reader has had what is in it for so long anyhow.
const togetherMs = 15 * 60_000;
const maxLooks = 100_000;

/** Recent looks by account and patient, one cache for each open database. */
const looks = new WeakMap<object, LRUCache<string, true>>();

/**
 * Writes to the audit log whose reports somebody is about to see in a list, as one entry. A look at
 * the same patient's reports within a quarter of an hour is left out.
 *
 * @param actorId the account that looks.
 * @param patientIds the patients whose reports the list shows.
 */
export async function auditListAccess(actorId: string, patientIds: Iterable<string>): Promise<void> {
  const recent =
    looks.get(db()) ?? new LRUCache<string, true>({ max: maxLooks, ttl: togetherMs, ttlResolution: 0 });
  looks.set(db(), recent);
  const unseen = [...patientIds].filter((patientId) => !recent.has(`${actorId} ${patientId}`));
  if (unseen.length === 0) return;
  await execute(lookEntry(actorId, unseen));
  for (const patientId of unseen) recent.set(`${actorId} ${patientId}`, true);
}
