import { sql } from 'drizzle-orm';
import { headName } from '~/platform/db/audit-chain.server';
import { db, prepared, type Statement } from '~/platform/db/db.server';
import { audit, keyring } from '~/platform/db/tables.server';
import type { AuditAction } from '~/platform/enums';

type Line = { action: AuditAction; actorId?: string; objectId?: string };

const insertLine = prepared(() => {
  const head = sql`(select ${keyring.wrapped} from ${keyring} where ${keyring.keyId} = ${headName})`;
  const [actorId, action, objectId] = ['actorId', 'action', 'objectId'].map((name) => sql.placeholder(name));
  const line = sql`${sql.placeholder('moment')}, ${actorId}, ${action}, ${objectId}`;
  return db()
    .insert(audit)
    .values({
      action: sql`${action}`,
      actorId: sql`${actorId}`,
      objectId: sql`${objectId}`,
      at: sql`${sql.placeholder('moment')}`,
      hash: sql`audit_hash(${head}, ${line})`,
    })
    .prepare();
});

/**
 * The statement that writes one line of the audit log: who did what to what, by id, without health
 * data (HIPAA 164.312(b)). It belongs in the same `atomically` as what it tells of, and chains
 * itself to the line before.
 */
export function auditEntry({ action, actorId, objectId }: Line): Statement {
  const line = { action, actorId: actorId ?? null, objectId: objectId ?? null, moment: Date.now() };
  return { run: () => insertLine().run(line) };
}

/**
 * The statements that write one line for each of several objects: whose reports somebody saw in one
 * list, say.
 */
export function recordEach(line: Omit<Line, 'objectId'>, objectIds: Iterable<string>): Statement[] {
  return [...objectIds].map((objectId) => auditEntry({ ...line, objectId }));
}
