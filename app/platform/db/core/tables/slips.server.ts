import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
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

/**
 * Codes on printed summaries, one for each printed version of a review. A row outlives its report
 * without naming it, so that a check can say that the report was deleted.
 */
export const reportChecks = sqliteTable(
  'report_checks',
  {
    codeHash: text('code_hash').primaryKey(),
    /** The code itself, because the same version is printed with the same code. */
    code: sealedColumn('report_checks', 'code').notNull(),
    reportId: text('report_id').references(() => reports.id, { onDelete: 'set null' }),
    version: integer('version').notNull(),
  },
  (table) => [uniqueIndex('report_checks_version').on(table.reportId, table.version)],
);
