import { databaseVersion, db } from '~/platform/db/db.server';
import { keepLatest } from '~/platform/keep-latest';

const maxKept = 50;
const livesMs = 60_000;

type Kept = { stand: string; read: Map<string, { result: unknown; at: number }> };
/** What was read since anything else than the audit log was written, for each opening of it. */
const memory = new WeakMap<object, Kept>();

/**
 * What was read under a name, as long as nothing but lines of the audit log has been written since,
 * by this process or another one, and at most a minute: it lies here in plain text, and its links
 * grow old. Where the database does not say whether anything was written, it is read each time.
 * Takes a name that says everything the result depends on, who asks among it, and what reads,
 * which is not the audit log.
 *
 * @returns the same object each time; it is not to be changed.
 */
export async function cachedUntilWrite<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  const stand = databaseVersion();
  if (stand === undefined) return read();
  const known = memory.get(db());
  const kept = known?.stand === stand ? known : { stand, read: new Map() };
  memory.set(db(), kept);
  const now = Date.now();
  for (const [other, { at }] of kept.read) if (Math.abs(now - at) > livesMs) kept.read.delete(other);
  const before = kept.read.get(name);
  if (before) return before.result as Result;
  const result = await read();
  // What was written meanwhile may be in one half of it and not in the other.
  if (databaseVersion() === stand) keepLatest(kept.read, name, { result, at: now }, maxKept);
  return result;
}
