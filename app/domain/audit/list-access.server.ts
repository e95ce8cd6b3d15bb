import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AuditEntry, atomically, db } from '~/platform/db/db.server';
import { lookEntry } from './audit-entry.server';

// As long as the links live that come with a list: who saw it has had what is in it for so long
// anyhow.
const togetherMs = 15 * 60_000;
const maxRemembered = 20_000;

/**
 * When who was last noted as having seen whose reports, for each opening of the database; the
 * longest ago first.
 */
const memories = new WeakMap<object, Map<string, number>>();

/**
 * Writes to the audit log whose reports somebody is about to see in a list, in one line. Who looks
 * at the same list again within a quarter of an hour has been noted already. Takes the id of who
 * looks, and those of the patients.
 */
export async function auditListAccess(actorId: string, patientIds: Iterable<string>): Promise<void> {
  const memory = memories.get(db()) ?? new Map<string, number>();
  memories.set(db(), memory);
  const now = Date.now();
  const isNew = (patientId: string) => {
    const last = memory.get(`${actorId} ${patientId}`) ?? Number.NEGATIVE_INFINITY;
    return now - last >= togetherMs || now < last;
  };
  const unseen = [...patientIds].filter(isNew);
  if (unseen.length === 0) return;
  await writtenTogether(lookEntry(actorId, unseen));
  for (const patientId of unseen) {
    memory.delete(`${actorId} ${patientId}`);
    memory.set(`${actorId} ${patientId}`, now);
  }
  for (const [oldest, at] of memory) {
    if (memory.size <= maxRemembered && now - at < togetherMs) break;
    memory.delete(oldest);
  }
}

let group: { entries: AuditEntry[]; written: Promise<unknown> } | undefined;

/**
 * Writes an entry together with those of whoever looks at the same time: the disk is waited for
 * once, and not once for each.
 */
function writtenTogether(entry: AuditEntry): Promise<unknown> {
  group ??= openGroup();
  group.entries.push(entry);
  return group.written;
}

function openGroup() {
  const entries: AuditEntry[] = [];
  const written = nextTurn().then(() => {
    group = undefined;
    return atomically(entries);
  });
  return { entries, written };
}
