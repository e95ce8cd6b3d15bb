import type { Viewer } from '~/domain/kernel/viewer';
import {
  codes,
  heldSignups,
  passwordResets,
  pendingLogins,
  sessions,
} from '~/platform/db/core/tables/accounts.server';
import { db, type Statement } from '~/platform/db/db.server';

type Ending = (viewer: Viewer, tokenHashes: string[]) => Promise<void>;

const endings: Ending[] = [];

/**
 * Adds something that ends with a session, such as an upload under way. The module it belongs to
 * calls this as it is loaded.
 */
export function whenSessionsEnd(ending: Ending): void {
  endings.push(ending);
}

/** Ends what goes on with some sessions of a viewer. They have ended already. */
export async function endWithSessions(viewer: Viewer, tokenHashes: string[]): Promise<void> {
  for (const ending of endings) await ending(viewer, tokenHashes);
}

/**
 * Ends everything in a restored database that lets somebody in without a password: sessions of
 * browsers and programs, reset links, log-ins whose second step is still to come, one-time codes
 * and the sign-ups that wait for them. Some of it was ended or used after the backup. Keys of
 * reports that wait in browsers stay: a key is given to a session of its account alone, and without
 * it those reports are lost.
 */
export const endAllSessions = (): Statement[] =>
  [sessions, passwordResets, pendingLogins, codes, heldSignups].map((table) => db().delete(table));
