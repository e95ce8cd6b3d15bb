import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { notificationChannels } from '~/platform/enums';
import { ofUser } from './accounts.server';
import { booleanColumn, sealedColumn, timestamp } from './columns.server';

/** The channels that an account has switched on or off by itself. */
export const channelChoices = sqliteTable(
  'channel_choices',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    channel: text('channel', { enum: notificationChannels }).notNull(),
    isOn: booleanColumn('is_on').notNull(),
    at: timestamp('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.channel] })],
);

/** The texts of one clinic day: in all, and to each number. They bound what a gateway may cost. */
export const textCounts = sqliteTable(
  'text_counts',
  {
    day: text('day').notNull(),
    /** A keyed hash of the number; empty for all numbers together; `told` once admins know of the limit. */
    target: text('target').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.target] })],
);

/** The browsers that get push messages, one for each session that switched them on. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    /** The session that switched it on. No foreign key: it outlives a session that idles out. */
    sessionHash: text('session_hash').notNull(),
    endpoint: sealedColumn('push_subscriptions', 'endpoint').notNull(),
    /** A keyed hash of the endpoint, which is one browser's. */
    endpointHash: text('endpoint_hash').notNull(),
    /** The keys of the browser, as JSON. */
    keys: sealedColumn('push_subscriptions', 'keys').notNull(),
    createdAt: timestamp('created_at').notNull(),
    failedAt: timestamp('failed_at'),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpointHash),
    uniqueIndex('push_subscriptions_session').on(table.sessionHash),
    index('push_subscriptions_user').on(table.userId),
  ],
);
