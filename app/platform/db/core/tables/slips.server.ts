import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { sealedColumn, timestamp } from './columns.server';
import { reports } from './reports.server';

/** Slips of paper that open the answer to one report, with the year of birth of its person. */
export const slips = sqliteTable(
  'slips',
  {
    tokenHash: text('token_hash').primaryKey(),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** The year of birth of whom the report is about, when the slip was issued. */
    birthYear: sealedColumn('slips', 'birth_year').notNull(),
    triesLeft: integer('tries_left').notNull(),
    lockedUntil: timestamp('locked_until'),
    issuedAt: timestamp('issued_at').notNull(),
    // No foreign key: a slip outlives the account of the staff member.
    issuedBy: text('issued_by').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [index('slips_report').on(table.reportId), index('slips_expiry').on(table.expiresAt)],
);
