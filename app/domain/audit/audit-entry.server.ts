import { and, asc, inArray, or, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { audit, auditSeen } from '~/platform/db/core/tables/clinic.server';
import { type AuditEntry, db, execute, looksAt, type Queries, type Statement } from '~/platform/db/db.server';
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

/**
 * Whose reports some lines of the audit log say were seen, where a line names several patients.
 * Takes at most 500 lines.
 *
 * @param of narrows it to some patients.
 * @returns the patients' ids in their order, by the number of the line.
 */
export async function seenIn(
  lines: { id: number }[],
  { queries = db(), of }: { queries?: Queries; of?: string[] } = {},
): Promise<Map<number, string[]>> {
  const seen = new Map<number, string[]>();
  if (lines.length === 0) return seen;
  const { line, patientId } = auditSeen;
  const numbers = lines.map(({ id }) => id);
  const rows = await queries
    .select()
    .from(auditSeen)
    .where(and(inArray(line, numbers), of && inArray(patientId, of)))
    .orderBy(asc(line), asc(patientId));
  for (const row of rows) {
    const others = seen.get(row.line);
    if (others) others.push(row.patientId);
    else seen.set(row.line, [row.patientId]);
  }
  return seen;
}

/** Lines that are about some objects, or say that the reports of a patient were seen in a list. */
export function isAbout(objects: string[], patientId: string): SQL | undefined {
  return or(inArray(audit.objectId, objects), sql`${audit.id} in (${looksAt(patientId)})`);
}

// As long as the links of a list are valid: its reader has had what is in it for so long anyhow.
const togetherMs = 15 * 60_000;
const maxLooks = 100_000;

/** Recent looks by account and patient, one cache for each open database. */
const looks = new WeakMap<object, LRUCache<string, true>>();

/**
 * Writes to the audit log whose reports somebody is about to see in a list, as one entry. A look at
 * the same patient's reports within a quarter of an hour is left out.
 *
 * @param actorId the account that looks.
 * @param patientIds the patients whose reports the list shows.
 */
export async function auditListAccess(actorId: string, patientIds: Iterable<string>): Promise<void> {
  const recent =
    looks.get(db()) ?? new LRUCache<string, true>({ max: maxLooks, ttl: togetherMs, ttlResolution: 0 });
  looks.set(db(), recent);
  const unseen = [...patientIds].filter((patientId) => !recent.has(`${actorId} ${patientId}`));
  if (unseen.length === 0) return;
  await execute(lookEntry(actorId, unseen));
  for (const patientId of unseen) recent.set(`${actorId} ${patientId}`, true);
}
