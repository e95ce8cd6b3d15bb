import { and, asc, inArray, or, type SQL, sql } from 'drizzle-orm';
import { audit, auditSeen } from '~/platform/db/core/tables.server';
import { db, looksAt, type Queries } from '~/platform/db/db.server';

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
