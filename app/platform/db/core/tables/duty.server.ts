import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ofUser } from './accounts.server';
import { timestamp } from './columns.server';

/** When an expert is on duty: whom an urgent report is told to. */
export const duty = sqliteTable(
  'duty',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    fromAt: timestamp('from_at').notNull(),
    toAt: timestamp('to_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fromAt] }), index('duty_end').on(table.toAt)],
);

/** The days, as YYYY-MM-DD, on which an expert is away and told nothing; both are included. */
export const away = sqliteTable(
  'away',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    fromDay: text('from_day').notNull(),
    toDay: text('to_day').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.fromDay] }), index('away_end').on(table.toDay)],
);
