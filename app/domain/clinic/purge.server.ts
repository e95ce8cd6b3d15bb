import { and, lte, ne, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { knownForMs } from '~/domain/identity/known-clients.server';
import { removeExpiredKeys } from '~/domain/identity/waiting-keys.server';
import { listDeletions } from '~/domain/report-rules/deletion-list.server';
import { purgeSlots } from '~/domain/report-rules/slots.server';
import { takeLease } from '~/platform/db/cluster/leases.server';
import {
  codes,
  codeTries,
  heldSignups,
  knownNetworks,
  loginCeilings,
  loginTries,
  passwordResets,
  pendingLogins,
  sessions,
} from '~/platform/db/core/tables/accounts.server';
import { idempotencyKeys, messages, outbox, servers } from '~/platform/db/core/tables/clinic.server';
import { reviewDrafts } from '~/platform/db/core/tables/reports.server';
import { atomically, db, isDatabaseShared, tidyDatabase } from '~/platform/db/db.server';
import { logIncident } from '~/platform/observability/log.server';

const hourMs = 3_600_000;
// So long that whoever purges every hour keeps the lease.
const leaseMs = 1.5 * hourMs;
const emailsKeptDays = 7;
const closedMessagesKeptDays = 90;
const draftsKeptDays = 30;

/**
 * Removes what is over: held sign-ups, codes, reset links, log-ins without their second step,
 * waits, networks that did not log in for 30 days, remembered calls, dead sessions, e-mails that
 * were sent a week ago, messages that were closed 90 days ago, drafts that were not touched for 30
 * days, servers that were not seen for a day, and keys of waiting reports and files in pieces whose
 * time is over.
 */
export async function purge(now = Date.now()): Promise<void> {
  const before = (hours: number) => new Date(now - hours * hourMs);
  const expiring = [heldSignups, passwordResets, pendingLogins, codeTries, idempotencyKeys, sessions];
  const over: [table: SQLiteTable, isOver: SQL | undefined][] = [
    ...expiring.map((table): [SQLiteTable, SQL] => [table, lte(table.expiresAt, before(0))]),
    // An hour longer than it is good for: how many were sent in the hour is counted in the same row.
    [codes, and(lte(codes.expiresAt, before(1)), lte(codes.hourStartedAt, before(1)))],
    [loginTries, lte(loginTries.waitUntil, before(24))],
    // A day longer than they hold anybody back: so long the owner is not told again.
    [loginCeilings, lte(loginCeilings.hourStartedAt, before(25))],
    [knownNetworks, lte(knownNetworks.seenAt, new Date(now - knownForMs))],
    [outbox, and(ne(outbox.state, 'waiting'), lte(outbox.createdAt, before(emailsKeptDays * 24)))],
    [reviewDrafts, lte(reviewDrafts.updatedAt, before(draftsKeptDays * 24))],
    [servers, lte(servers.seenAt, before(24))],
    [messages, lte(messages.closedAt, before(closedMessagesKeptDays * 24))],
  ];
  await atomically([
    ...over.map(([table, isOver]) => db().delete(table).where(isOver)),
    removeExpiredKeys(new Date(now)),
  ]);
  await purgeSlots(new Date(now));
}

/** Purges and tidies up, unless another server on the same database does. */
export async function purgeInTurn(): Promise<void> {
  if (isDatabaseShared() && !(await takeLease('purge', leaseMs))) return;
  await purge();
  await tidyDatabase();
}

/**
 * Purges now and every hour, for as long as the server runs, and makes up for deletions that could
 * not be listed.
 */
export function purgeHourly(): void {
  // What a full disk keeps from it is done in the next hour.
  const purgeNow = () => purgeInTurn().catch((error: unknown) => void logIncident('purge', error));
  void purgeNow();
  setInterval(() => purgeNow().then(listDeletions), hourMs).unref();
}
