import { databaseVersion, db } from '~/platform/db/db.server';
import { keepLatest } from '~/platform/keep-latest';

const maxKept = 50;
const livesMs = 60_000;

type Kept = {
  /** That of the database when they were read. */
  version: string;
  results: Map<string, { result: unknown; at: number }>;
  /** What was read last, of earlier versions too. */
  names: Map<string, true>;
};
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
  const version = databaseVersion();
  if (version === undefined) return read();
  const known = memory.get(db());
  const kept =
    known?.version === version ? known : { version, results: new Map(), names: known?.names ?? new Map() };
  memory.set(db(), kept);
  const now = Date.now();
  for (const [other, { at }] of kept.results) if (Math.abs(now - at) > livesMs) kept.results.delete(other);
  const isAgain = kept.names.has(name);
  keepLatest(kept.names, name, true, maxKept);
  const before = kept.results.get(name);
  if (before) return before.result as Result;
  const result = await read();
  // What was written meanwhile may be in one half of it and not in the other.
  if (isAgain && databaseVersion() === version) keepLatest(kept.results, name, { result, at: now }, maxKept);
  return result;
}
