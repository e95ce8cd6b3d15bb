import { sql } from 'drizzle-orm';
import { index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { tellKinds, tellOutcomes } from '~/platform/enums';
import { ofUser } from './accounts.server';
import { sealedColumn, timestamp } from './columns.server';
import { reports } from './reports.server';

/**
 * The outcome of telling somebody by hand that there is an answer or a question. The reports say
 * that there is something to tell; a row is written with the first outcome.
 */
export const toTell = sqliteTable(
  'to_tell',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: tellKinds }).notNull(),
    /** The version of the review, or the ID of the question. */
    subject: text('subject').notNull(),
    outcome: text('outcome', { enum: tellOutcomes }).notNull(),
    // No foreign key: the outcome outlives the account of the staff member.
    toldBy: text('told_by'),
    toldAt: timestamp('told_at').notNull(),
    /** When it stands on the list again, unless it was opened by then. */
    dueAt: timestamp('due_at').notNull(),
    /** The person who was reached, as the caller typed it; null unless somebody was. */
    whom: sealedColumn('to_tell', 'whom'),
  },
  (table) => [
    uniqueIndex('to_tell_subject').on(table.reportId, table.kind, table.subject),
    index('to_tell_user').on(table.userId),
    index('to_tell_reached').on(table.toldAt).where(sql`whom is not null`),
  ],
);

/**
 * The answers that accounts without e-mail have not read. Triggers of `reports`, `users` and `audit`
 * keep it, whichever server writes; a reader still asks the report if it is true.
 */
export const unreadAnswers = sqliteTable(
  'unread_answers',
  {
    reportId: text('report_id')
      .primaryKey()
      .references(() => reports.id, { onDelete: 'cascade' }),
    // No foreign key: the report has it.
    patientId: text('patient_id').notNull(),
    /** When there was last something new to read. */
    since: timestamp('since').notNull(),
  },
  (table) => [index('unread_answers_patient').on(table.patientId)],
);

/** The leave to write to a number; a changed number begins without one. */
export const messageConsents = sqliteTable(
  'message_consents',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    /** A keyed hash of account and number. */
    numberHash: text('number_hash').notNull(),
    at: timestamp('at').notNull(),
    withdrawnAt: timestamp('withdrawn_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.numberHash] })],
);

/**
 * The bond of a patient and a helper: the number that the helper typed, and when the patient ended
 * it. The reports and the account say that there is one.
 */
export const helperBonds = sqliteTable(
  'helper_bonds',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    helperId: ofUser('helper_id', { onDelete: 'cascade' }),
    /** The number that the helper typed last. The account may have another one by now. */
    number: sealedColumn('helper_bonds', 'number'),
    endedAt: timestamp('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.helperId] }),
    index('helper_bonds_helper').on(table.helperId),
  ],
);
