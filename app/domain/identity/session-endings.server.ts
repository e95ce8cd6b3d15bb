import type { Viewer } from '~/domain/kernel/viewer';
import {
  codes,
  heldSignups,
  passkeyChallenges,
  passwordResets,
  pendingLogins,
  sessions,
} from '~/platform/db/core/tables/accounts.server';
import { slips } from '~/platform/db/core/tables/slips.server';
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
 * passkeys, and slips of reports. Some of these ended or were used after the backup. Keys of reports that wait in browsers stay: a key is only given to a session of its
 * account, and without it those reports are lost.
 */
export const endAllSessions = (): Statement[] =>
  [sessions, passwordResets, pendingLogins, codes, heldSignups, passkeyChallenges, slips].map((table) =>
    db().delete(table),
  );
