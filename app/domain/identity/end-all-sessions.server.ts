import {
  codes,
  heldSignups,
  passwordResets,
  pendingLogins,
  sessions,
} from '~/platform/db/core/tables.server';
import { db, type Statement } from '~/platform/db/db.server';

/**
 * Ends everything in a restored database that lets somebody in without a password: sessions of
 * browsers and programs, reset links, log-ins whose second step is still to come, one-time codes
 * and the sign-ups that wait for them. Some of it was ended or used after the backup. Keys of
 * reports that wait in browsers stay: a key is given to a session of its account alone, and without
 * it those reports are lost.
 */
export const endAllSessions = (): Statement[] =>
  [sessions, passwordResets, pendingLogins, codes, heldSignups].map((table) => db().delete(table));
