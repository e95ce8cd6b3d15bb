import { type AuditEntry, atomically, db } from '~/platform/db/db.server';
import { keepLatest } from '~/platform/keep-latest';
import { lookEntry } from './audit-entry.server';

// As long as the links live that come with a list: who saw it has had what is in it for so long
// anyhow.
const togetherMs = 15 * 60_000;
const maxLookers = 100;
const maxPatients = 1000;

/**
 * When it was last written that somebody saw the reports of a patient, by who looked and then by
 * the patient, for each opening of the database.
 */
const memories = new WeakMap<object, Map<string, Map<string, number>>>();

/**
 * Writes to the audit log whose reports somebody is about to see in a list, in one line. Who looks
 * at the same list again within a quarter of an hour has been noted already. Takes the id of who
 * looks, and those of the patients.
 */
export async function auditListAccess(actorId: string, patientIds: Iterable<string>): Promise<void> {
  const memory = memories.get(db()) ?? new Map<string, Map<string, number>>();
  memories.set(db(), memory);
  const seen = memory.get(actorId) ?? new Map<string, number>();
  keepLatest(memory, actorId, seen, maxLookers);
  const now = Date.now();
  const isNoted = (last = 0) => now - last < togetherMs && now >= last;
  const unseen = [...patientIds].filter((patientId) => !isNoted(seen.get(patientId)));
  if (unseen.length === 0) return;
  await writtenTogether(lookEntry(actorId, unseen));
  for (const patientId of unseen) keepLatest(seen, patientId, now, maxPatients);
}

let running: Promise<unknown> | undefined;
let waiting: { entries: AuditEntry[]; written: Promise<unknown> } | undefined;

/**
 * Writes an entry at once, or, while one is being written, together with those of all others who
 * wait for that.
 */
function writtenTogether(entry: AuditEntry): Promise<unknown> {
  if (waiting) {
    waiting.entries.push(entry);
    return waiting.written;
  }
  if (!running) return write([entry]);
  const entries = [entry];
  const written = running
    .catch(() => undefined)
    .then(() => {
      waiting = undefined;
      return write(entries);
    });
  waiting = { entries, written };
  return written;
}

function write(entries: AuditEntry[]): Promise<unknown> {
  const writing = atomically(entries).finally(() => {
    if (running === writing) running = undefined;
  });
  running = writing;
  return writing;
}
