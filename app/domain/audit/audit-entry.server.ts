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

/**
 * One line for a look at a list: whose reports somebody saw. One patient is the line's object;
 * several stand beside it, and its hash covers them.
 */
export function lookEntry(actorId: string, patientIds: Iterable<string>): AuditEntry {
  const seen = [...new Set(patientIds)].map((id) => id.toWellFormed());
  const [objectId, ...others] = seen;
  if (others.length === 0) return auditEntry({ action: 'report.listed', actorId, objectId });
  const entry = auditEntry({ action: 'report.listed', actorId });
  return { ...entry, line: { ...entry.line, seen } };
}
