import { and, desc, eq, exists, gt, inArray, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { isAnswered } from '~/domain/queue/report-list.server';
import { openedColumns } from '~/domain/report-view/open-file.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { shareReports, shares } from '~/platform/db/core/tables/shares.server';
import { db } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { maxShareTries } from './share-constants';

/** Actions on an account and on a report that end a share, or take the report out of it. */
const endingActions = {
  account: ['slip.lost', 'slip.forgotten', 'slip.phoneLost', 'password.reset'],
  report: ['consent.withdrawn', 'report.personCorrected'],
} as const satisfies Record<string, AuditAction[]>;

/** Builds the condition that a share is open: neither ended nor expired, with tries left. */
const isOpenShare = (ownTries = 0): SQL | undefined =>
  and(
    isNull(shares.endedAt),
    gt(shares.expiresAt, new Date()),
    lt(shares.tries, maxShareTries + ownTries),
    isUntouched(shares.userId, endingActions.account),
  );

/** Builds the condition that a report can be shown to another doctor. */
export const isShareable = (): SQL | undefined =>
  and(ne(reports.status, 'Withdrawn'), or(isNull(reports.heldAt), isAnswered()));

/**
 * Builds the condition that nothing has ended the share through an object. A server of an earlier
 * release leaves the rows of shares as they are, but it writes the audit entry.
 */
const isUntouched = (objectId: typeof shares.userId | typeof reports.id, actions: readonly AuditAction[]) =>
  not(
    exists(
      db()
        .select({ one: sql`1` })
        .from(audit)
        .where(
          and(
            eq(audit.objectId, objectId),
            inArray(audit.action, [...actions]),
            gt(audit.at, shares.createdAt),
          ),
        ),
    ),
  );

/**
 * Lists the reports that a share shows at this moment, newest first, with their patient. Everything
 * that may end it is read each time.
 *
 * @param ownTries the tries that the caller has counted for this reading.
 */
export const listLiveReports = (shareId: string, ownTries = 0) =>
  db()
    .select({ report: reports, patient: users })
    .from(shareReports)
    .innerJoin(shares, eq(shares.id, shareReports.shareId))
    .innerJoin(reports, and(eq(reports.id, shareReports.reportId), eq(reports.patientId, shares.userId)))
    .innerJoin(users, eq(users.id, shares.userId))
    .where(and(eq(shares.id, shareId), isOpenShare(ownTries), isLiveReport()))
    .orderBy(desc(reports.createdAt), desc(reports.id));

const isLiveReport = () => and(isShareable(), isUntouched(reports.id, endingActions.report));

/** Finds a report of an open share with the columns of its file. */
export async function findLiveReport(shareId: string, reportId: string) {
  const [row] = await db()
    .select(openedColumns)
    .from(shareReports)
    .innerJoin(shares, eq(shares.id, shareReports.shareId))
    .innerJoin(reports, and(eq(reports.id, shareReports.reportId), eq(reports.patientId, shares.userId)))
    .where(and(eq(shares.id, shareId), eq(reports.id, reportId), isOpenShare(), isLiveReport()));
  return row;
}
