import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { removeFromShares } from '~/domain/identity/share-endings.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { slips } from '~/platform/db/core/tables/slips.server';
import { db, type Step } from '~/platform/db/db.server';

/** Builds the condition that a report was last corrected at that time; null is never. */
export const isUnchangedSince = (correctedAt: Date | null): SQL =>
  correctedAt ? eq(reports.correctedAt, correctedAt) : isNull(reports.correctedAt);

/**
 * Builds the steps that end every way into a report besides accounts, because it is about another
 * person now.
 */
export const endReportAccess = (reportId: string): Step[] => [
  db().delete(slips).where(eq(slips.reportId, reportId)),
  removeFromShares(reportId),
];

const isPersonChange = eq(audit.action, 'report.personCorrected');

/** Builds the condition that an audit entry is newer than the last change of a report's person. */
export const isAfterPersonChange = (reportId: string): SQL =>
  sql`${audit.id} > coalesce((select max(changed.id) from audit as changed
    where changed.object_id = ${reportId} and changed.action = 'report.personCorrected'), 0)`;

/** Checks whether the patient has changed the person of a report since it was sent. */
export const isPersonChanged = async (reportId: string): Promise<boolean> =>
  (await db().$count(audit, and(eq(audit.objectId, reportId), isPersonChange))) > 0;

/** The audit actions by which a patient changes whom a report is about, or adds to it. */
type Change = 'report.personCorrected' | 'report.answered';

/**
 * Checks whether an expert has opened or claimed a report since its last change of some kinds. The
 * order of the audit entries decides, which no clock can turn around.
 */
export async function hasOpenedSince(expertId: string, reportId: string, changes: readonly Change[]) {
  const isReading = and(
    eq(audit.actorId, expertId),
    inArray(audit.action, ['report.opened', 'report.claimed']),
  );
  const [latest] = await db()
    .select({ action: audit.action })
    .from(audit)
    .where(and(eq(audit.objectId, reportId), or(inArray(audit.action, changes), isReading)))
    .orderBy(desc(audit.id))
    .limit(1);
  return !changes.some((change) => change === latest?.action);
}
