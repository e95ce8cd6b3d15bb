import { asc, eq, gt } from 'drizzle-orm';
import { chainHash, chainStart, headName, openHead } from '~/platform/db/core/audit-chain.server';
import { audit, keyring } from '~/platform/db/core/tables/clinic.server';
import { type Queries, readTransaction } from '~/platform/db/db.server';
import { findSeenPatients } from './audit-entry.server';

const linesAtOnce = 500;

/**
 * The first flaw of the audit log: the entry that is wrong, or the entry after which entries are
 * missing.
 */
export type Flaw =
  | { kind: 'line'; id: number }
  | { kind: 'older'; id: number }
  | { kind: 'unchained'; id: number }
  | { kind: 'end'; id: number }
  | { kind: 'head' }
  | { kind: 'noted'; id: number };

export type ChainCheck = {
  lines: number;
  /** The number of entries older than the chain, which are sealed together. */
  older: number;
  /**
   * The last entry, to be noted elsewhere: its ID and the beginning of its hash. Null for an empty
   * log.
   */
  end: string | null;
  flaw: Flaw | null;
};

const endOf = (id: number, hash: string) => `${id}:${hash.slice(0, 16)}`;

/**
 * Walks the audit log from its first entry, as of one moment, and checks that it is unchanged.
 *
 * Detected, whatever way the file was changed: an entry that was changed, removed, inserted or
 * moved, or whose list of patients was changed; and entries cut off at the end, because the head of
 * the chain is signed and every new entry depends on it.
 *
 * Not detected: changes by an attacker who has the file key, or with it the running server; and a
 * database replaced by an older copy, unless the end of an earlier walk was noted and is passed
 * here. If an attacker removes every hash and the head, the log is sealed again like one older than
 * the chain: then `older` counts all its entries.
 *
 * @param recorded the end of an earlier walk, if one was noted.
 * @returns the number of entries, and the first flaw or null.
 */
export function verifyAudit(recorded?: string): Promise<ChainCheck> {
  const walk = async (queries: Queries): Promise<ChainCheck> => {
    const check: ChainCheck = { lines: 0, older: 0, end: null, flaw: null };
    let [lastId, before] = [0, chainStart];
    let cursor = Number.MIN_SAFE_INTEGER;
    let isNoted = recorded === undefined;
    const [notedId = 0] = (recorded ?? '').split(':').map(Number);
    for (;;) {
      const lines = await nextLines(queries, cursor);
      const seen = await findSeenPatients(lines, { queries });
      for (const { hash, at, ...line } of lines) {
        const isFirstChained = hash !== null && check.older === check.lines;
        before = chainHash(before, { ...line, at: at.getTime(), seen: seen.get(line.id) });
        if (hash === null && check.older < check.lines) return flawed(check, 'unchained', line.id);
        if (hash !== null && hash !== before)
          return flawed(check, isFirstChained && check.older > 0 ? 'older' : 'line', line.id);
        if (hash === null) check.older += 1;
        check.lines += 1;
        lastId = line.id;
        cursor = line.id;
        check.end = endOf(lastId, before);
        isNoted ||= check.end === recorded;
      }
      if (lines.length < linesAtOnce) break;
    }
    const head = await readHead(queries);
    if (!head) return { ...check, flaw: { kind: 'head' } };
    if (head.id !== lastId || head.hash !== before) return flawed(check, 'end', lastId);
    return isNoted ? check : flawed(check, 'noted', notedId);
  };
  return readTransaction(walk);
}

const flawed = (check: ChainCheck, kind: Exclude<Flaw['kind'], 'head'>, id: number): ChainCheck => ({
  ...check,
  flaw: { kind, id },
});

function nextLines(queries: Queries, afterId: number) {
  return queries.select().from(audit).where(gt(audit.id, afterId)).orderBy(asc(audit.id)).limit(linesAtOnce);
}

async function readHead(queries: Queries) {
  const [row] = await queries
    .select({ wrapped: keyring.wrapped })
    .from(keyring)
    .where(eq(keyring.keyId, headName));
  return openHead(row?.wrapped);
}
