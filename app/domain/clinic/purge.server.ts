import { and, lt, lte, notInArray, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { forgetRemovedReports } from '~/domain/desk/report-changes.server';
import { disputeKeptDays } from '~/domain/identity/address-dispute.server';
import { knownForMs } from '~/domain/identity/known-clients.server';
import { removeExpiredKeys } from '~/domain/identity/waiting-keys.server';
import { clinicDay } from '~/domain/kernel/days';
import { findSendingHold } from '~/domain/notifications/sending-hold.server';
import { closedMessagesKeptDays, draftsKeptDays, emailsKeptDays } from '~/domain/own-data/kept-days';
import { deliveryDays } from '~/domain/programs/webhook-constants';
import { purgeSlots } from '~/domain/upload/slots.server';
import {
  codes,
  codeTries,
  heldSignups,
  knownNetworks,
  loginCeilings,
  loginTries,
  passkeyChallenges,
  passwordResets,
  pendingLogins,
  sessions,
} from '~/platform/db/core/tables/accounts.server';
import { idempotencyKeys, messages, outbox, servers } from '~/platform/db/core/tables/clinic.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { textCounts } from '~/platform/db/core/tables/notifications.server';
import { reportReadings, reviewDrafts } from '~/platform/db/core/tables/reports.server';
import { webhookDeliveries } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db } from '~/platform/db/db.server';
import { dayMs, hourMs } from '~/platform/durations';

/**
 * Removes expired rows:
 *
 * - held sign-ups, codes, reset links, log-ins without their second step, challenges of passkeys,
 *   log-in throttles, idempotency keys and expired sessions
 * - networks without a log-in for 30 days
 * - e-mails created over a week ago that no longer wait, messages closed over 90 days ago, and
 *   drafts not touched for 30 days
 * - what experts read of corrected reports, after 30 days
 * - deliveries of webhooks after 30 days, but none while a restore holds them
 * - reports that left a list over 90 days ago, from the changes of that list
 * - requests of the front desk to take an address off, after 60 days
 * - servers not seen for a day, and expired keys of waiting reports and of files in pieces
 */
export async function purge(now = Date.now()): Promise<void> {
  const before = (hours: number) => new Date(now - hours * hourMs);
  const isHeld = (await findSendingHold()) !== null;
  const expiring = [
    heldSignups,
    passwordResets,
    pendingLogins,
    passkeyChallenges,
    codeTries,
    idempotencyKeys,
    sessions,
  ];
  const over: [table: SQLiteTable, isOver: SQL | undefined][] = [
    ...expiring.map((table): [SQLiteTable, SQL] => [table, lte(table.expiresAt, before(0))]),
    // An hour longer than the code is valid: the same row counts the codes sent in the hour.
    [codes, and(lte(codes.expiresAt, before(1)), lte(codes.hourStartedAt, before(1)))],
    [loginTries, lte(loginTries.waitUntil, before(24))],
    // A day longer than it blocks anybody: until then the owner is not informed again.
    [loginCeilings, lte(loginCeilings.hourStartedAt, before(25))],
    [knownNetworks, lte(knownNetworks.seenAt, new Date(now - knownForMs))],
    [
      outbox,
      and(
        notInArray(outbox.state, ['waiting', 'queued']),
        lte(outbox.createdAt, before(emailsKeptDays * 24)),
      ),
    ],
    [textCounts, lt(textCounts.day, clinicDay(now - dayMs))],
    [reviewDrafts, lte(reviewDrafts.updatedAt, before(draftsKeptDays * 24))],
    [addressDisputes, lte(addressDisputes.askedAt, before(disputeKeptDays * 24))],
    [reportReadings, lte(reportReadings.readAt, before(draftsKeptDays * 24))],
    [servers, lte(servers.seenAt, before(24))],
    [messages, lte(messages.closedAt, before(closedMessagesKeptDays * 24))],
    ...(isHeld
      ? []
      : [
          [webhookDeliveries, lte(webhookDeliveries.happenedAt, before(deliveryDays * 24))] as [
            SQLiteTable,
            SQL,
          ],
        ]),
  ];
  await atomically([
    ...over.map(([table, isOver]) => db().delete(table).where(isOver)),
    removeExpiredKeys(new Date(now)),
  ]);
  await purgeSlots(new Date(now));
  await forgetRemovedReports(now);
}
