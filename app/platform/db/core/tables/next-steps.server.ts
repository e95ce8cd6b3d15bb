import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { languageCodes } from '~/i18n/language-codes';
import { sealedColumn, timestamp } from './columns.server';
import { reports } from './reports.server';

/**
 * The next step that the author of a review chose for its patient, one row for each version in which
 * a step was chosen or carried on by a correction.
 */
export const reviewSteps = sqliteTable(
  'review_steps',
  {
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** One of `nextSteps`: sealed, as it reveals something about the finding. */
    step: sealedColumn('review_steps', 'step').notNull(),
    /** The number of days from `chosenAt`. */
    withinDays: sealedColumn('review_steps', 'within_days'),
    /** The kind of specialist as the author typed it, or the English name of `specialist`. */
    speciality: sealedColumn('review_steps', 'speciality'),
    /** One of `specialists`; null for a kind that the author typed, and in older rows. */
    specialist: sealedColumn('review_steps', 'specialist'),
    chosenAt: timestamp('chosen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.version] })],
);

/**
 * Answers whose patient has to be reached today, until the patient has seen the answer or was
 * reached. `review_steps` decides if the step still holds, because an older server that changes the
 * review writes nothing here.
 */
export const followUps = sqliteTable(
  'follow_ups',
  {
    reportId: text('report_id')
      .primaryKey()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** When the step was given. The patient has to see the answer after it. */
    since: timestamp('since').notNull(),
    /** From when on somebody has to reach the patient. */
    dueAt: timestamp('due_at').notNull(),
    /** The number of recorded attempts to reach the patient. */
    attempts: integer('attempts').notNull().default(0),
    /** When the admins were told by e-mail that it is overdue. */
    toldAt: timestamp('told_at'),
    reachedAt: timestamp('reached_at'),
    /** The person who was reached, as an admin typed it. */
    whom: sealedColumn('follow_ups', 'whom'),
    /** When the patient had seen the answer or was reached; null while it is open. */
    endedAt: timestamp('ended_at'),
  },
  (table) => [
    index('follow_ups_open').on(table.dueAt).where(sql`ended_at is null`),
    index('follow_ups_reached').on(table.reachedAt).where(sql`reached_at is not null`),
  ],
);

/**
 * Each stored step and what became of it. A trigger of `review_steps` adds a row with every step and
 * begins it anew when the step changes, whichever server writes it. `review_steps` decides if the
 * step still holds.
 */
export const stepChecks = sqliteTable(
  'step_checks',
  {
    reportId: text('report_id')
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    /** When a server worked out the last day; null until then. */
    plannedAt: timestamp('planned_at'),
    /** The last day of a step of four days or more, as YYYY-MM-DD; null of any other. */
    lastDay: text('last_day'),
    /** When its patient was reminded, or began to stand among the people to call for it. */
    remindedAt: timestamp('reminded_at'),
    /** One of `stepAnswers`: sealed, as it reveals something about the finding. */
    answer: sealedColumn('step_checks', 'answer'),
    answeredAt: timestamp('answered_at'),
    /** Since when the patient has to be called; null if not. Does not say why. */
    callSince: timestamp('call_since'),
  },
  (table) => [
    primaryKey({ columns: [table.reportId, table.version] }),
    index('step_checks_unplanned').on(table.reportId).where(sql`planned_at is null`),
    index('step_checks_last_day').on(table.lastDay).where(sql`last_day is not null`),
    index('step_checks_calls').on(table.callSince).where(sql`call_since is not null`),
  ],
);

/**
 * The people who checked the sentences of the next step in a language. `wordingHash` is the hash of
 * the sentences as they were then.
 */
export const checkedSentences = sqliteTable(
  'checked_sentences',
  {
    language: text('language', { enum: languageCodes }).notNull(),
    wordingHash: text('wording_hash').notNull(),
    /** The name of the person who checked them, as an admin typed it. */
    by: text('by').notNull(),
    at: timestamp('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.language, table.wordingHash] })],
);
