import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { alertEndings, alertKinds, reportTypes } from '~/platform/enums';
import { timestamp } from './columns.server';
import { reports } from './reports.server';

/**
 * Records how far staff were told of a report, one row for each kind. The report itself decides
 * if an alert is open: an older server writes nothing here.
 */
export const alerts = sqliteTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: alertKinds }).notNull(),
    /** When it was first raised, by the clock of the database. */
    since: timestamp('since').notNull(),
    /** When its next rung falls due. */
    dueAt: timestamp('due_at').notNull(),
    /** The number of the last rung that was raised, from 0; -1 while none was. */
    rung: integer('rung').notNull().default(0),
    /** The expert whose claim the ladder last found, and when. */
    // No foreign key: it outlives the expert's account.
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedAt: timestamp('acknowledged_at'),
    /** When the patient was told that nobody reads it; null again after the next claim. */
    patientToldAt: timestamp('patient_told_at'),
    /** When it was found to be over, and why; null again after it was raised anew. */
    endedAt: timestamp('ended_at'),
    endedWhy: text('ended_why', { enum: alertEndings }),
  },
  (table) => [
    uniqueIndex('alerts_report').on(table.reportId, table.kind),
    index('alerts_open').on(table.kind, table.since, table.id).where(sql`ended_at is null`),
  ],
);

/** The hours within which a report of a type should have its review; 48 for a type without a row. */
export const reportTargets = sqliteTable('report_targets', {
  reportType: text('report_type', { enum: reportTypes }).primaryKey(),
  hours: integer('hours').notNull(),
  changedAt: timestamp('changed_at').notNull(),
});

/** When an admin quietened the messages of alerts, and until when. */
export const quietTimes = sqliteTable(
  'quiet_times',
  {
    id: text('id').primaryKey(),
    at: timestamp('at').notNull(),
    until: timestamp('until').notNull(),
    /** The admin who did it. */
    // No foreign key: it outlives the admin's account.
    by: text('by').notNull(),
  },
  (table) => [index('quiet_times_end').on(table.until)],
);
