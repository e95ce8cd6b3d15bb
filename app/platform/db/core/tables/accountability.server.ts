import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { languageCodes } from '~/i18n/language-codes';
import { clinicRuleNames, complaintTopics, registrationMethods } from '~/platform/enums';
import { ofUser, users } from './accounts.server';
import { sealedColumn, timestamp } from './columns.server';

/**
 * What an admin has checked of an expert's registration. The newest row of an expert counts; those
 * before it stay as the proof of their time.
 */
export const registrationChecks = sqliteTable(
  'registration_checks',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    checkedAt: timestamp('checked_at').notNull(),
    // No foreign key: a check outlives the account of the admin.
    checkedBy: text('checked_by').notNull(),
    registrationNumber: text('registration_number'),
    council: text('council'),
    qualification: text('qualification'),
    /** How the number was checked; null if none is needed. */
    method: text('method', { enum: registrationMethods }),
    /** Why no number is needed, in the admin's words. */
    noNumberReason: sealedColumn('registration_checks', 'no_number_reason'),
    /** The last day of the registration, as YYYY-MM-DD; null if it has no end. */
    validUntil: text('valid_until'),
    /** The last day with the days that an admin has added, and why. */
    extendedUntil: text('extended_until'),
    extensionReason: sealedColumn('registration_checks', 'extension_reason'),
    /** When the expert and the admins were told that it ends soon. */
    endToldAt: timestamp('end_told_at'),
  },
  (table) => [index('registration_checks_user').on(table.userId, table.checkedAt)],
);

/** The rules that an admin has turned on, and the first day, as YYYY-MM-DD, on which each holds. */
export const clinicRules = sqliteTable('clinic_rules', {
  rule: text('rule', { enum: clinicRuleNames }).primaryKey(),
  fromDay: text('from_day').notNull(),
  setAt: timestamp('set_at').notNull(),
  setBy: text('set_by').notNull(),
});

/** Which version of the privacy notice an account has been shown, and in which language. */
export const noticesSeen = sqliteTable(
  'notices_seen',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    version: text('version').notNull(),
    language: text('language', { enum: languageCodes }).notNull(),
    seenAt: timestamp('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.version] })],
);

/**
 * Complaints. They have a table of their own, since a server of an earlier release would show a
 * message to whomever it names.
 */
export const complaints = sqliteTable(
  'complaints',
  {
    id: text('id').primaryKey(),
    /** What is quoted: a word of the symbols that can be read aloud. */
    number: text('number').notNull(),
    /** The account that complained; null for a visitor, and once it is deleted. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    topic: text('topic', { enum: complaintTopics }).notNull(),
    name: sealedColumn('complaints', 'name').notNull(),
    email: sealedColumn('complaints', 'email'),
    phone: sealedColumn('complaints', 'phone'),
    /** Whom it names, in the words of whoever complained. */
    about: sealedColumn('complaints', 'about'),
    text: sealedColumn('complaints', 'text').notNull(),
    language: text('language', { enum: languageCodes }).notNull(),
    createdAt: timestamp('created_at').notNull(),
    /** The day, as YYYY-MM-DD, by which it is to be answered. */
    dueDay: text('due_day').notNull(),
    answer: sealedColumn('complaints', 'answer'),
    answeredAt: timestamp('answered_at'),
    answeredBy: text('answered_by'),
  },
  (table) => [
    uniqueIndex('complaints_number').on(table.number),
    index('complaints_open').on(table.dueDay, table.id).where(sql`answered_at is null`),
    index('complaints_all').on(table.createdAt, table.id),
    index('complaints_owner').on(table.userId).where(sql`user_id is not null`),
  ],
);

/** The accounts that a complaint names: it is never shown to them. */
export const complaintSubjects = sqliteTable(
  'complaint_subjects',
  {
    complaintId: text('complaint_id')
      .notNull()
      .references(() => complaints.id, { onDelete: 'cascade' }),
    userId: ofUser('user_id', { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.complaintId, table.userId] })],
);

/** Breaches of personal data: what happened, whose data it was, and who was told. */
export const breaches = sqliteTable(
  'breaches',
  {
    id: text('id').primaryKey(),
    /** Counted from 1. */
    number: integer('number').notNull(),
    foundAt: timestamp('found_at').notNull(),
    notedAt: timestamp('noted_at').notNull(),
    // No foreign keys: a breach outlives the accounts of the admins and of whoever caused it.
    notedBy: text('noted_by').notNull(),
    what: sealedColumn('breaches', 'what').notNull(),
    /** The account or key that data was seen with; null if it is not known. */
    actorId: text('actor_id'),
    /** From when to when data was seen. */
    fromAt: timestamp('from_at'),
    toAt: timestamp('to_at'),
    /** When the people were told, and how. */
    toldAt: timestamp('told_at'),
    toldHow: sealedColumn('breaches', 'told_how'),
    /** When the board was told, and under which reference. */
    boardToldAt: timestamp('board_told_at'),
    boardReference: sealedColumn('breaches', 'board_reference'),
    closedAt: timestamp('closed_at'),
    closedBy: text('closed_by'),
  },
  (table) => [
    uniqueIndex('breaches_number').on(table.number),
    index('breaches_found').on(table.foundAt, table.id),
  ],
);
