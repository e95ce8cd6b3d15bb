import { eq, inArray } from 'drizzle-orm';
import type { Viewer } from '~/domain/kernel/viewer';
import {
  codes,
  heldSignups,
  passkeyChallenges,
  passwordResets,
  pendingLogins,
  sessions,
} from '~/platform/db/core/tables/accounts.server';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { reportChecks, slips } from '~/platform/db/core/tables/slips.server';
import { db, type Statement } from '~/platform/db/db.server';

type Ending = (viewer: Viewer, tokenHashes: string[]) => Promise<void>;

const endings: Ending[] = [];

/**
 * Registers an action that runs when sessions end, such as removing an unfinished upload. Modules
 * call this when they are loaded.
 */
export function onSessionsEnded(ending: Ending): void {
  endings.push(ending);
}

/** Runs the registered actions for sessions of a viewer that have ended. */
export async function endWithSessions(viewer: Viewer, tokenHashes: string[]): Promise<void> {
  for (const ending of endings) await ending(viewer, tokenHashes);
}

/**
 * Builds the statements that revoke, in a restored database, everything that gives access without a
 * password: sessions of browsers and programs, reset links, logins waiting for the second step,
 * one-time codes, the sign-ups that wait for them, challenges of
 * passkeys, slips of reports, and push messages. Some of these ended or were used after the backup. Keys of reports that wait in browsers stay: a key is only given to a session of its
 * account, and without it those reports are lost.
 */
export const endAllSessions = (): Statement[] =>
  [
    sessions,
    passwordResets,
    pendingLogins,
    codes,
    heldSignups,
    passkeyChallenges,
    slips,
    pushSubscriptions,
  ].map((table) => db().delete(table));

/**
 * Builds the statement that ends the codes on printed summaries of an account, when its owner gets a
 * new slip.
 */
export const endChecksOf = (accountId: string): Statement =>
  db()
    .delete(reportChecks)
    .where(
      inArray(
        reportChecks.reportId,
        db().select({ id: reports.id }).from(reports).where(eq(reports.patientId, accountId)),
      ),
    );
