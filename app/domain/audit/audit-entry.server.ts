import { and, asc, inArray, or, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { audit, auditSeen } from '~/platform/db/core/tables/clinic.server';
import {
  type AuditEntry,
  db,
  execute,
  type Queries,
  type Statement,
  selectListViews,
} from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';

type Line = { action: AuditAction; actorId?: string; objectId?: string };

/**
 * Builds an entry of the audit log: actor, action and object, by ID and without health data (HIPAA
 * 164.312(b)). Belongs in the same `atomically` as the change it records, and is chained to the
 * entry before.
 *
 * @param unless a select. If it finds a row at the moment of writing, no entry is written.
 */
export function auditEntry({ action, actorId, objectId }: Line, unless?: Statement): AuditEntry {
  // In the form in which a database stores it, because the chain is checked against what is read
  // back.
  const line = {
    at: Date.now(),
    actorId: actorId?.toWellFormed() ?? null,
    action,
    objectId: objectId?.toWellFormed() ?? null,
  };
  return { line, skipIf: unless };
}

/**
 * Builds one entry for a view of a list, with the patients who, or whose reports, were shown. One
 * patient is the entry's object. Several are stored beside it and covered by its hash.
 */
export function listAuditEntry(
  actorId: string,
  patientIds: Iterable<string>,
  action: 'report.listed' | 'patient.listed' = 'report.listed',
): AuditEntry {
  const seen = [...new Set(patientIds)].map((id) => id.toWellFormed());
  const [objectId, ...otherIds] = seen;
  if (otherIds.length === 0) return auditEntry({ action, actorId, objectId });
  const entry = auditEntry({ action, actorId });
  return { ...entry, line: { ...entry.line, seen } };
}

/**
 * Finds the patients of entries that name several patients whose reports were shown.
 *
 * @param lines at most 500 entries.
 * @param options `patientIds` restricts the result to some patients.
 * @returns sorted patient IDs, by the number of the entry.
 */
export async function findSeenPatients(
  lines: { id: number }[],
  { queries = db(), patientIds }: { queries?: Queries; patientIds?: string[] } = {},
): Promise<Map<number, string[]>> {
  const seen = new Map<number, string[]>();
  if (lines.length === 0) return seen;
  const { line, patientId } = auditSeen;
  const numbers = lines.map(({ id }) => id);
  const rows = await queries
    .select()
    .from(auditSeen)
    .where(and(inArray(line, numbers), patientIds && inArray(patientId, patientIds)))
    .orderBy(asc(line), asc(patientId));
  for (const row of rows) {
    const otherIds = seen.get(row.line);
    if (otherIds) otherIds.push(row.patientId);
    else seen.set(row.line, [row.patientId]);
  }
  return seen;
}

/**
 * Builds the condition that an entry is about some objects, or that it shows that a patient's
 * reports were seen in a list.
 */
export function isAboutPatient(objects: string[], patientId: string): SQL | undefined {
  return or(inArray(audit.objectId, objects), sql`${audit.id} in (${selectListViews(patientId)})`);
}

// As long as the links of a list are valid: for that time its reader has access to its contents
// anyway.
const togetherMs = 15 * 60_000;
const maxLooks = 100_000;

/** Recent views by account and patient, with one cache per open database. */
const looks = new WeakMap<object, LRUCache<string, true>>();

/**
 * Writes one audit entry for the patients whose reports a user is about to see in a list. A view of
 * the same patient's reports within a quarter of an hour is left out.
 *
 * @param actorId the account that views the list.
 * @param patientIds the patients whose reports the list shows.
 */
export async function auditListAccess(actorId: string, patientIds: Iterable<string>): Promise<void> {
  const recent =
    looks.get(db()) ?? new LRUCache<string, true>({ max: maxLooks, ttl: togetherMs, ttlResolution: 0 });
  looks.set(db(), recent);
  const unseen = [...patientIds].filter((patientId) => !recent.has(`${actorId} ${patientId}`));
  if (unseen.length === 0) return;
  await execute(listAuditEntry(actorId, unseen));
  for (const patientId of unseen) recent.set(`${actorId} ${patientId}`, true);
}
