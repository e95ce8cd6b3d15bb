import { asc, eq, gt } from 'drizzle-orm';
import { chainHash, chainStart, headName, openHead } from '~/platform/db/core/audit-chain.server';
import { audit, keyring } from '~/platform/db/core/tables/clinic.server';
import { type Queries, readTransaction } from '~/platform/db/db.server';
import { seenIn } from './audit-entry.server';

const linesAtOnce = 500;

/** What is wrong: with which line, or that lines are gone after it. */
export type Flaw =
  | { kind: 'line'; id: number }
  | { kind: 'older'; id: number }
  | { kind: 'unchained'; id: number }
  | { kind: 'end'; id: number }
  | { kind: 'head' }
  | { kind: 'noted'; id: number };

export type ChainCheck = {
  lines: number;
  /** How many of them are older than the chain; one seal holds them all. */
  older: number;
  /**
   * The last line, to be noted elsewhere: its id and the beginning of its hash. Null for an empty
   * log.
   */
  end: string | null;
  flaw: Flaw | null;
};

const endOf = (id: number, hash: string) => `${id}:${hash.slice(0, 16)}`;

/**
 * Walks the audit log from its first line and looks whether it is as it was written, as it stands
 * at one moment.
 *
 * Noticed, however the file was written to: a line that was changed, removed, put in or moved, or
 * another list of those whose reports it says were seen;
 * lines cut off the end, for the head of the chain is signed and every new line hangs on it. Not
 * noticed: what somebody does who has the file key, or with it the running server; and the whole
 * database put back to an older copy, unless the end of an earlier walk was noted and is given
 * here. Somebody who removes every hash, and the head with them, has the log sealed anew as one
 * older than the chain: then `older` counts all its lines.
 *
 * Takes the end of an earlier walk, if one was noted.
 *
 * @returns how many lines, and the first flaw or null.
 */
export function verifyAudit(recorded?: string): Promise<ChainCheck> {
  const walk = async (queries: Queries): Promise<ChainCheck> => {
    const found: ChainCheck = { lines: 0, older: 0, end: null, flaw: null };
    let [lastId, before] = [0, chainStart];
    let cursor = Number.MIN_SAFE_INTEGER;
    let isNoted = recorded === undefined;
    const [notedId = 0] = (recorded ?? '').split(':').map(Number);
    for (;;) {
      const lines = await nextLines(queries, cursor);
      const seen = await seenIn(lines, { queries });
      for (const { hash, at, ...line } of lines) {
        const isFirstChained = hash !== null && found.older === found.lines;
        before = chainHash(before, { ...line, at: at.getTime(), seen: seen.get(line.id) });
        if (hash === null && found.older < found.lines) return flawed(found, 'unchained', line.id);
        if (hash !== null && hash !== before)
          return flawed(found, isFirstChained && found.older > 0 ? 'older' : 'line', line.id);
        if (hash === null) found.older += 1;
        found.lines += 1;
        lastId = line.id;
        cursor = line.id;
        found.end = endOf(lastId, before);
        isNoted ||= found.end === recorded;
      }
      if (lines.length < linesAtOnce) break;
    }
    const head = await readHead(queries);
    if (!head) return { ...found, flaw: { kind: 'head' } };
    if (head.id !== lastId || head.hash !== before) return flawed(found, 'end', lastId);
    return isNoted ? found : flawed(found, 'noted', notedId);
  };
  return readTransaction(walk);
}

const flawed = (found: ChainCheck, kind: Exclude<Flaw['kind'], 'head'>, id: number): ChainCheck => ({
  ...found,
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
