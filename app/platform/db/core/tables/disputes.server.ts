import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ofUser } from './accounts.server';
import { sealedColumn, timestamp } from './columns.server';

/**
 * Addresses that somebody at the front desk wants to have taken off an account, at most one of each
 * account. A second member of staff has to agree, and the address goes with the next slip.
 */
export const addressDisputes = sqliteTable(
  'address_disputes',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }).primaryKey(),
    /** The hash of the token in the e-mail to the address. */
    tokenHash: text('token_hash').notNull(),
    // No foreign keys: a dispute outlives the accounts of the staff.
    askedBy: text('asked_by').notNull(),
    askedAt: timestamp('asked_at').notNull(),
    agreedBy: text('agreed_by'),
    agreedAt: timestamp('agreed_at'),
    /** When "It was not me" was sent from an open session, which stops the dispute. */
    stoppedAt: timestamp('stopped_at'),
    /** When "It was not me" was sent from the address, after which an admin decides. */
    objectedAt: timestamp('objected_at'),
    decidedBy: text('decided_by'),
    decidedAt: timestamp('decided_at'),
    decisionReason: sealedColumn('address_disputes', 'decision_reason'),
  },
  (table) => [uniqueIndex('address_disputes_token').on(table.tokenHash)],
);
