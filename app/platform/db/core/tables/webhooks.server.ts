import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { deliveredEvents, deliveryStates } from '~/platform/enums';
import { booleanColumn, sealedColumn, timestamp } from './columns.server';

/** The receivers that are told of events. */
export const webhooks = sqliteTable('webhooks', {
  id: text('id').primaryKey(),
  url: sealedColumn('webhooks', 'url').notNull(),
  /** The key of the signatures: 32 bytes in Base64. */
  secret: sealedColumn('webhooks', 'secret').notNull(),
  /** The names of the events, separated by spaces. */
  events: text('events').notNull(),
  isActive: booleanColumn('is_active').notNull().default(true),
  /** The last audit entry of which deliveries were made. */
  readTo: integer('read_to').notNull(),
  // No foreign key: a webhook outlives the account of the admin who made it.
  madeBy: text('made_by').notNull(),
  createdAt: timestamp('created_at').notNull(),
});

/** The events that a receiver is told of, one row for each receiver and audit entry. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /** The ID that the receiver sees. It stays the same for each try. */
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    auditId: integer('audit_id').notNull(),
    event: text('event', { enum: deliveredEvents }).notNull(),
    objectId: text('object_id').notNull(),
    happenedAt: timestamp('happened_at').notNull(),
    state: text('state', { enum: deliveryStates }).notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    nextTryAt: timestamp('next_try_at').notNull(),
    /** Until when one server handles it and the others leave it alone. */
    takenUntil: timestamp('taken_until'),
    lastTryAt: timestamp('last_try_at'),
    /** The HTTP status of the last answer, or the code of the error if there was none. */
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_entry').on(table.webhookId, table.auditId),
    index('webhook_deliveries_due').on(table.webhookId, table.nextTryAt).where(sql`state = 'waiting'`),
    index('webhook_deliveries_age').on(table.happenedAt),
  ],
);
