import { sql } from 'drizzle-orm';
import { headName } from '~/platform/db/chain.server';
import { db, type Statement } from '~/platform/db/db.server';
import { audit, keyring } from '~/platform/db/tables';
import type { Action } from './catalogue';

type Line = { action: Action; actorId?: string; objectId?: string };

/**
 * The statement that writes one line of the audit log: who did what to what, by id, without health data
 * (HIPAA 164.312(b)). It belongs in the same `atomically` as what it tells of, and chains itself to the line before.
 */
export function record({ action, actorId, objectId }: Line): Statement {
  const at = new Date();
  const head = sql`(select ${keyring.wrapped} from ${keyring} where ${keyring.keyId} = ${headName})`;
  const line = sql`${at.getTime()}, ${actorId ?? null}, ${action}, ${objectId ?? null}`;
  return db()
    .insert(audit)
    .values({ action, actorId, objectId, at, hash: sql`audit_hash(${head}, ${line})` });
}

/** The statements that write one line for each of several objects: whose reports somebody saw in one list, say. */
export function recordEach(line: Omit<Line, 'objectId'>, objectIds: Iterable<string>): Statement[] {
  return [...objectIds].map((objectId) => record({ ...line, objectId }));
}
