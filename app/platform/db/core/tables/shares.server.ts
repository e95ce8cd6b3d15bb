import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { shareEndings } from '~/platform/enums';
import { users } from './accounts.server';
import { sealedColumn, timestamp } from './columns.server';
import { reports } from './reports.server';

/** Links with which another doctor opens reports of a user, together with a passcode. */
export const shares = sqliteTable(
  'shares',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A keyed hash of the passcode and the ID. */
    passcodeHash: text('passcode_hash').notNull(),
    /** Wrong passcodes, from all networks. */
    tries: integer('tries').notNull().default(0),
    label: sealedColumn('shares', 'label'),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    endedAt: timestamp('ended_at'),
    endedBy: text('ended_by', { enum: shareEndings }),
  },
  (table) => [
    uniqueIndex('shares_token').on(table.tokenHash),
    index('shares_owner').on(table.userId, table.createdAt),
  ],
);

/** The reports of a share. A report leaves it with its consent, its person or its deletion. */
export const shareReports = sqliteTable(
  'share_reports',
  {
    shareId: text('share_id')
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.shareId, table.reportId] }),
    index('share_reports_report').on(table.reportId),
  ],
);

/** The openings of a share, a row for each report that was shown. */
export const shareOpenings = sqliteTable(
  'share_openings',
  {
    /** The opening, the same for all reports that it showed. */
    openingId: text('opening_id').notNull(),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    shareId: text('share_id')
      .notNull()
      .references(() => shares.id, { onDelete: 'cascade' }),
    at: timestamp('at').notNull(),
    /** The name and registration number as whoever opened it typed them. Nobody has checked them. */
    name: sealedColumn('share_openings', 'name').notNull(),
    registrationNumber: sealedColumn('share_openings', 'registration_number').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.openingId, table.reportId] }),
    index('share_openings_report').on(table.reportId),
    index('share_openings_share').on(table.shareId),
  ],
);
