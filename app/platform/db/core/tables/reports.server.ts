import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { languageCodes } from '~/i18n/language-codes';
import {
  amendReasons,
  consentDoors,
  consentModes,
  type PageNote,
  reportTypes,
  reportWaits,
  resourceTypes,
  type SignedCredentials,
  storedReportStatuses,
  versionKinds,
} from '~/platform/enums';
import { mediaTypes } from '~/platform/media-types';
import { ofUser } from './accounts.server';
import { booleanColumn, sealedColumn, timestamp } from './columns.server';

/** Builds the column of the report that a row belongs to and is deleted with. */
const ofReport = (column: string) =>
  text(column)
    .notNull()
    .references(() => reports.id, { onDelete: 'cascade' });

export const reports = sqliteTable(
  'reports',
  {
    id: text('id').primaryKey(),
    patientId: ofUser('patient_id'),
    submissionKey: text('submission_key'),
    contentKey: text('content_key'),
    // No foreign key: the report keeps the details of a person who is removed from the list.
    personId: text('person_id'),
    /**
     * The person it is about as the doctor reads it, unaffected by later changes; null if not
     * stated.
     */
    aboutName: sealedColumn('reports', 'about_name'),
    aboutBirthYear: sealedColumn('reports', 'about_birth_year'),
    aboutSex: sealedColumn('reports', 'about_sex'),
    aboutRelation: sealedColumn('reports', 'about_relation'),
    /** The parent or guardian who agreed for a person who may be under 18. */
    guardianName: sealedColumn('reports', 'guardian_name'),
    reportType: text('report_type', { enum: reportTypes }).notNull(),
    description: sealedColumn('reports', 'description'),
    phoneNumber: sealedColumn('reports', 'phone_number').notNull(),
    countryCode: text('country_code'),
    fileName: text('file_name').notNull(),
    thumbnailName: text('thumbnail_name'),
    originalName: sealedColumn('reports', 'original_name'),
    mediaType: text('media_type', { enum: mediaTypes }).notNull(),
    resourceType: text('resource_type', { enum: resourceTypes }).notNull(),
    bytes: integer('bytes').notNull(),
    pages: integer('pages').notNull().default(1),
    /** False in rows older than the count. */
    pagesCounted: integer('pages_counted', { mode: 'boolean' }).notNull().default(false),
    /** Findings that may make its pages hard to read; null if it was not examined. */
    pageNotes: text('page_notes', { mode: 'json' }).$type<PageNote[]>(),
    status: text('status', { enum: storedReportStatuses }).notNull().default('Pending'),
    /** The patient's language at the time of sending. */
    language: text('language', { enum: languageCodes }).notNull().default('en'),
    review: sealedColumn('reports', 'review'),
    /** The language of the review; null in reviews older than this column. */
    reviewLanguage: text('review_language', { enum: languageCodes }),
    // No foreign key: a review outlives its author's account and keeps the name it was signed with.
    expertId: text('expert_id'),
    expertFirstName: text('expert_first_name'),
    expertLastName: text('expert_last_name'),
    expertRegistration: text('expert_registration'),
    /** The rest of what the text was signed with; null in texts older than this column. */
    expertCredentials: text('expert_credentials', { mode: 'json' }).$type<SignedCredentials>(),
    reviewedAt: timestamp('reviewed_at'),
    /** When the patient last changed their own input: its version. */
    correctedAt: timestamp('corrected_at'),
    /** Increases with each change of the review and never decreases. */
    version: integer('version').notNull().default(0),
    /** When the present review was last added to or corrected. */
    amendedAt: timestamp('amended_at'),
    /** When the review was taken back; null again after the next review. */
    takenBackAt: timestamp('taken_back_at'),
    /**
     * When the clinic last began or ceased to doubt the answer; null if its patient need not be told.
     */
    doubtChangedAt: timestamp('doubt_changed_at'),
    /** Until when a new review can be undone; the patient sees none before. */
    hiddenUntil: timestamp('hidden_until'),
    /** The e-mail about a review, while the review can be undone. */
    noticeId: text('notice_id'),
    /** The expert who reads it for a review, since when, and until when. */
    claimedBy: text('claimed_by'),
    claimedAt: timestamp('claimed_at'),
    claimedUntil: timestamp('claimed_until'),
    /**
     * The report whose review opened this one by itself, until the expert does something with it.
     */
    claimedAfter: text('claimed_after'),
    /** The party a pending report waits for; null in the queue, where any expert may claim it. */
    waitsFor: text('waits_for', { enum: reportWaits }),
    /** When an expert last asked its patient a question. */
    askedAt: timestamp('asked_at'),
    /**
     * Since when the file is closed to other experts, because one reported that it is another
     * person's.
     */
    heldAt: timestamp('held_at'),
    /**
     * Since when it is urgent; null if nobody said so. It stays in the row: a report that waits again
     * after a review is urgent as before.
     */
    urgentAt: timestamp('urgent_at'),
    /** The danger signs ticked at the upload, as a JSON list of their keys; null if there was none. */
    dangerSigns: sealedColumn('reports', 'danger_signs'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
    /** The helper who sent it for its patient. */
    // No foreign key: the report outlives the helper's account.
    sentBy: text('sent_by'),
  },
  (table) => [
    index('reports_sent_by').on(table.sentBy, table.createdAt, table.id).where(sql`sent_by is not null`),
    index('reports_patient').on(table.patientId, table.createdAt, table.id),
    index('reports_pending')
      .on(table.createdAt, table.id, table.waitsFor)
      .where(sql`status = 'Pending' and waits_for is null`),
    index('reports_pending_type')
      .on(table.reportType, table.createdAt, table.id, table.waitsFor)
      .where(sql`status = 'Pending' and waits_for is null`),
    index('reports_pending_language')
      .on(table.language, table.createdAt, table.id, table.waitsFor)
      .where(sql`status = 'Pending' and waits_for is null`),
    // Begins with a column that is always null: otherwise SQLite prefers the index of all that wait.
    index('reports_pending_urgent')
      .on(table.waitsFor, table.createdAt, table.id, table.urgentAt, table.status)
      .where(sql`status = 'Pending' and waits_for is null and urgent_at is not null`),
    index('reports_urgent_patient')
      .on(table.patientId, table.createdAt, table.id, table.waitsFor, table.urgentAt, table.status)
      .where(sql`status = 'Pending' and waits_for is null and urgent_at is not null`),
    index('reports_urgent_open')
      .on(table.urgentAt, table.id)
      .where(sql`status = 'Pending' and urgent_at is not null`),
    index('reports_waiting').on(table.waitsFor, table.createdAt, table.id).where(sql`waits_for is not null`),
    index('reports_claimed').on(table.claimedBy).where(sql`claimed_by is not null`),
    index('reports_reviewed').on(table.reviewedAt, table.id).where(sql`status = 'Reviewed'`),
    index('reports_reviewed_type')
      .on(table.reportType, table.reviewedAt, table.id)
      .where(sql`status = 'Reviewed'`),
    index('reports_expert').on(table.expertId, table.reviewedAt, table.id),
    index('reports_expert_patient').on(table.patientId, table.expertId),
    uniqueIndex('reports_submission').on(table.patientId, table.submissionKey),
    index('reports_content').on(table.patientId, table.contentKey),
    uniqueIndex('reports_file').on(table.fileName),
    uniqueIndex('reports_thumbnail').on(table.thumbnailName),
  ],
);

/** The reports whose drawn pages were looked at for anything that they lack, one row each. */
export const drawingChecks = sqliteTable(
  'drawing_checks',
  {
    reportId: text('report_id')
      .primaryKey()
      .references(() => reports.id, { onDelete: 'cascade' }),
    checkedAt: timestamp('checked_at').notNull(),
    /**
     * The review that was given before the check, from a drawing that lacked something: its version,
     * and what was lacking. Null if nothing was, and once an admin has decided.
     */
    incompleteVersion: integer('incomplete_version'),
    lackedNotes: text('lacked_notes', { mode: 'json' }).$type<PageNote[]>(),
  },
  (table) => [
    index('drawing_checks_incomplete').on(table.reportId).where(sql`incomplete_version is not null`),
  ],
);

/**
 * The number of reports in each list (`pending/`, `pending/<type>`, `reviewed//`,
 * `reviewed//<type>`, `reviewed/<expert>/`) for each day, counted from 1970 in UTC. Triggers of
 * `reports` update it within the write. A day may have several slots, so that writers need not wait
 * for one row.
 */
export const reportDays = sqliteTable(
  'report_days',
  {
    list: text('list').notNull(),
    day: integer('day').notNull(),
    slot: integer('slot').notNull().default(0),
    rows: integer('rows').notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.day, table.slot] })],
);

/**
 * A translation of a review by an expert, signed like the review. One for each language and
 * version.
 */
export const translations = sqliteTable(
  'translations',
  {
    id: text('id').primaryKey(),
    reportId: ofReport('report_id'),
    language: text('language', { enum: languageCodes }).notNull(),
    review: sealedColumn('translations', 'review').notNull(),
    // No foreign key: it outlives its author's account, as a review does.
    expertId: text('expert_id').notNull(),
    expertFirstName: text('expert_first_name').notNull(),
    expertLastName: text('expert_last_name').notNull(),
    expertRegistration: text('expert_registration'),
    /** The rest of what the text was signed with; null in texts older than this column. */
    expertCredentials: text('expert_credentials', { mode: 'json' }).$type<SignedCredentials>(),
    /** The version of the review that it translates. */
    ofVersion: integer('of_version').notNull().default(1),
    /** True if the translator confirmed numbers that differ from the review's; null if not. */
    numbersChecked: booleanColumn('numbers_checked'),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('translations_language').on(table.reportId, table.language, table.ofVersion),
    index('translations_expert').on(table.expertId, table.createdAt),
  ],
);

/**
 * The versions of a review that was changed, one row for each change; the first row is the
 * original. The text is the whole text from then on, or the added text of an addition, or null if
 * the review was taken back.
 */
export const reviewVersions = sqliteTable(
  'review_versions',
  {
    id: text('id').primaryKey(),
    reportId: ofReport('report_id'),
    number: integer('number').notNull(),
    kind: text('kind', { enum: versionKinds }).notNull(),
    text: sealedColumn('review_versions', 'text'),
    reasonCode: text('reason_code', { enum: amendReasons }),
    reason: sealedColumn('review_versions', 'reason'),
    language: text('language', { enum: languageCodes }),
    // No foreign key: it outlives its author's account, as a review does.
    expertId: text('expert_id').notNull(),
    expertFirstName: text('expert_first_name').notNull(),
    expertLastName: text('expert_last_name').notNull(),
    expertRegistration: text('expert_registration'),
    /** The rest of what the text was signed with; null in texts older than this column. */
    expertCredentials: text('expert_credentials', { mode: 'json' }).$type<SignedCredentials>(),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [uniqueIndex('review_versions_number').on(table.reportId, table.number)],
);

/** A review that an expert has written but not sent; deleted 30 days after the last change. */
export const reviewDrafts = sqliteTable(
  'review_drafts',
  {
    expertId: ofUser('expert_id', { onDelete: 'cascade' }),
    reportId: ofReport('report_id'),
    text: sealedColumn('review_drafts', 'text').notNull(),
    language: text('language', { enum: languageCodes }),
    /** The chosen next step, as JSON; null if none was chosen. */
    nextStep: sealedColumn('review_drafts', 'next_step'),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.expertId, table.reportId] }),
    index('review_drafts_age').on(table.updatedAt),
    index('review_drafts_report').on(table.reportId),
  ],
);

/**
 * The state of a waiting report that an expert was shown last, if its patient had corrected it or
 * answered a question.
 */
export const reportReadings = sqliteTable(
  'report_readings',
  {
    expertId: ofUser('expert_id', { onDelete: 'cascade' }),
    reportId: ofReport('report_id'),
    correctedAt: timestamp('corrected_at'),
    /** The number of answers that were shown. */
    answers: integer('answers').notNull(),
    readAt: timestamp('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.expertId, table.reportId] }),
    index('report_readings_age').on(table.readAt),
    index('report_readings_report').on(table.reportId),
  ],
);

/** Sentences that an expert often writes in reviews of one report type, or of all. */
export const phrases = sqliteTable(
  'phrases',
  {
    id: text('id').primaryKey(),
    expertId: ofUser('expert_id', { onDelete: 'cascade' }),
    reportType: text('report_type', { enum: reportTypes }).notNull(),
    language: text('language', { enum: languageCodes }).notNull(),
    text: sealedColumn('phrases', 'text').notNull(),
    /** Its place in the list of its report type, counted up. */
    position: integer('position').notNull(),
    /** True if it is for all report types. An older server knows only the one in `reportType`. */
    isForAll: integer('is_for_all', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('phrases_list').on(table.expertId, table.reportType, table.position, table.id)],
);

/**
 * An expert's question to the patient about a report that cannot be reviewed yet, and the answer.
 */
export const questions = sqliteTable(
  'questions',
  {
    id: text('id').primaryKey(),
    reportId: ofReport('report_id'),
    // No foreign key: it outlives its author's account, as a review does.
    expertId: text('expert_id').notNull(),
    expertFirstName: text('expert_first_name').notNull(),
    expertLastName: text('expert_last_name').notNull(),
    /** One of `questionKinds`: sealed, as it reveals something about the report. */
    kind: sealedColumn('questions', 'kind').notNull(),
    /** The pages it is about, as a JSON list of their numbers. */
    pages: text('pages', { mode: 'json' }).$type<number[]>(),
    text: sealedColumn('questions', 'text'),
    language: text('language', { enum: languageCodes }).notNull(),
    askedAt: timestamp('asked_at').notNull(),
    /** The number of e-mails sent to the patient about it. */
    told: integer('told').notNull().default(0),
    answer: sealedColumn('questions', 'answer'),
    answeredAt: timestamp('answered_at'),
    /** When it stopped waiting for an answer: reviewed, closed, or 14 days after it was asked. */
    closedAt: timestamp('closed_at'),
    /** Why an admin reopened the report to other experts after this question had closed it. */
    liftReason: sealedColumn('questions', 'lift_reason'),
  },
  (table) => [
    index('questions_report').on(table.reportId),
    index('questions_expert').on(table.expertId),
    uniqueIndex('questions_open').on(table.reportId).where(sql`answered_at is null and closed_at is null`),
    index('questions_due').on(table.askedAt).where(sql`answered_at is null and closed_at is null`),
  ],
);

/** Files added to a report, from number 2; the first file is in the report's own row. */
export const reportFiles = sqliteTable(
  'report_files',
  {
    id: text('id').primaryKey(),
    reportId: ofReport('report_id'),
    /** The question it answers. */
    questionId: text('question_id').notNull(),
    number: integer('number').notNull(),
    fileName: text('file_name').notNull(),
    originalName: sealedColumn('report_files', 'original_name'),
    mediaType: text('media_type', { enum: mediaTypes }).notNull(),
    resourceType: text('resource_type', { enum: resourceTypes }).notNull(),
    bytes: integer('bytes').notNull(),
    pages: integer('pages').notNull(),
    addedAt: timestamp('added_at').notNull(),
  },
  (table) => [
    uniqueIndex('report_files_number').on(table.reportId, table.number),
    uniqueIndex('report_files_file').on(table.fileName),
  ],
);

/**
 * The consents given and withdrawn for one report: wording, language, time and way. `given` is null
 * if a caller did not say.
 */
export const consents = sqliteTable(
  'consents',
  {
    id: text('id').primaryKey(),
    reportId: text('report_id').notNull(),
    userId: text('user_id').notNull(),
    given: booleanColumn('given'),
    wordingVersion: text('wording_version'),
    language: text('language', { enum: languageCodes }),
    /** The full sentence that was agreed to. */
    wording: text('wording'),
    door: text('door', { enum: consentDoors }).notNull(),
    at: timestamp('at').notNull(),
    withdrawnAt: timestamp('withdrawn_at'),
    /** Null in rows that somebody gave themselves. */
    mode: text('mode', { enum: consentModes }),
    /** The person present at a consent that was given in front of a helper. */
    witness: sealedColumn('consents', 'witness'),
    /** True if the helper may read the review. */
    mayRead: booleanColumn('may_read').notNull().default(false),
  },
  (table) => [index('consents_report').on(table.reportId)],
);
