import type { AuditEntry, Statement } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';

type Line = { action: AuditAction; actorId?: string; objectId?: string };

/**
 * One line of the audit log: who did what to what, by id, without health data (HIPAA 164.312(b)).
 * It belongs in the same `atomically` as what it tells of, and is chained to the line before.
 *
 * @param unless a select: where it finds a row at the moment of writing, there is no line.
 */
export function auditEntry({ action, actorId, objectId }: Line, unless?: Statement): AuditEntry {
  // As a database stores it: the line is chained by what is read again.
  const line = {
    at: Date.now(),
    actorId: actorId?.toWellFormed() ?? null,
    action,
    objectId: objectId?.toWellFormed() ?? null,
  };
  return { line, unless };
}

/** One line for each of several objects: whose reports somebody saw in one list, say. */
export function recordEach(line: Omit<Line, 'objectId'>, objectIds: Iterable<string>): AuditEntry[] {
  return [...objectIds].map((objectId) => auditEntry({ ...line, objectId }));
}
