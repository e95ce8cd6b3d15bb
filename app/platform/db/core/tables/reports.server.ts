import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { languageCodes } from '~/i18n/language-codes';
import {
  amendReasons,
  consentDoors,
  type PageNote,
  reportTypes,
  reportWaits,
  resourceTypes,
  storedReportStatuses,
  versionKinds,
} from '~/platform/enums';
import { mediaTypes } from '~/platform/media-types';
import { ofUser } from './accounts.server';
import { bool, sealed, timestamp } from './columns.server';

/** The report that a row belongs to, and goes with. */
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
    // No foreign key: what was said of a person stays on the report when they leave the list.
    personId: text('person_id'),
    /** Whom it is about as its doctor reads it, whatever is changed later; null for not said. */
    aboutName: sealed('reports', 'about_name'),
    aboutBirthYear: sealed('reports', 'about_birth_year'),
    aboutSex: sealed('reports', 'about_sex'),
    aboutRelation: sealed('reports', 'about_relation'),
    /** Who agreed as parent or guardian of somebody who may be under 18. */
    guardianName: sealed('reports', 'guardian_name'),
    reportType: text('report_type', { enum: reportTypes }).notNull(),
    description: sealed('reports', 'description'),
    phoneNumber: sealed('reports', 'phone_number').notNull(),
    countryCode: text('country_code'),
    fileName: text('file_name').notNull(),
    thumbnailName: text('thumbnail_name'),
    originalName: sealed('reports', 'original_name'),
    mediaType: text('media_type', { enum: mediaTypes }).notNull(),
    resourceType: text('resource_type', { enum: resourceTypes }).notNull(),
    bytes: integer('bytes').notNull(),
    pages: integer('pages').notNull().default(1),
    /** False in rows older than the count. */
    pagesCounted: integer('pages_counted', { mode: 'boolean' }).notNull().default(false),
    /** What may make its pages hard to read; null where nothing was looked for. */
    pageNotes: text('page_notes', { mode: 'json' }).$type<PageNote[]>(),
    status: text('status', { enum: storedReportStatuses }).notNull().default('Pending'),
    /** The patient's language when it was sent. */
    language: text('language', { enum: languageCodes }).notNull().default('en'),
    review: sealed('reports', 'review'),
    /** The language the review is written in; null in reviews older than the question. */
    reviewLanguage: text('review_language', { enum: languageCodes }),
    // No foreign key: a review outlives its author's account, signed by the name at the time.
    expertId: text('expert_id'),
    expertFirstName: text('expert_first_name'),
    expertLastName: text('expert_last_name'),
    expertRegistration: text('expert_registration'),
    reviewedAt: timestamp('reviewed_at'),
    /** When the patient last changed what they had written of it: its version. */
    correctedAt: timestamp('corrected_at'),
    /** Goes up with each change of the review, and never back. */
    version: integer('version').notNull().default(0),
    /** When the review that holds was last added to or corrected. */
    amendedAt: timestamp('amended_at'),
    /** When the review was taken back; null again with the next one. */
    takenBackAt: timestamp('taken_back_at'),
    /** Until when a review that was just sent can be undone; until then its patient sees none. */
    hiddenUntil: timestamp('hidden_until'),
    /** The e-mail that tells of a review, for as long as that can be undone. */
    noticeId: text('notice_id'),
    /** Which expert reads it in order to review it, since when, and until when. */
    claimedBy: text('claimed_by'),
    claimedAt: timestamp('claimed_at'),
    claimedUntil: timestamp('claimed_until'),
    /** Whom a pending report waits for; null in the queue, where any expert may take it. */
    waitsFor: text('waits_for', { enum: reportWaits }),
    /** When an expert last asked its patient something. */
    askedAt: timestamp('asked_at'),
    /** Since when the file is closed to other experts, as one says it is of another person. */
    heldAt: timestamp('held_at'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [
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

/**
 * How many reports stand in each list (`pending/`, `pending/<type>`, `reviewed//`,
 * `reviewed//<type>`, `reviewed/<expert>/`) from each day of its time, counted from 1970 in UTC.
 * Triggers of `reports` keep it within the write. A day may have several slots, so that writers
 * need not wait for one row.
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
 * A review said in another language by an expert, signed as the review is. One for each language.
 */
export const translations = sqliteTable(
  'translations',
  {
    id: text('id').primaryKey(),
    reportId: ofReport('report_id'),
    language: text('language', { enum: languageCodes }).notNull(),
    review: sealed('translations', 'review').notNull(),
    // No foreign key: it outlives its author's account, as a review does.
    expertId: text('expert_id').notNull(),
    expertFirstName: text('expert_first_name').notNull(),
    expertLastName: text('expert_last_name').notNull(),
    expertRegistration: text('expert_registration'),
    /** Which version of the review it says. */
    ofVersion: integer('of_version').notNull().default(1),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [uniqueIndex('translations_language').on(table.reportId, table.language, table.ofVersion)],
);

/**
 * What was written of a report, one row for each change, once there was one: the first row is the
 * review as it was. The text of each kind is the whole text as it held from then on, of an addition
 * what was added; who took a review back wrote none.
 */
export const reviewVersions = sqliteTable(
  'review_versions',
  {
    id: text('id').primaryKey(),
    reportId: ofReport('report_id'),
    number: integer('number').notNull(),
    kind: text('kind', { enum: versionKinds }).notNull(),
    text: sealed('review_versions', 'text'),
    reasonCode: text('reason_code', { enum: amendReasons }),
    reason: sealed('review_versions', 'reason'),
    language: text('language', { enum: languageCodes }),
    // No foreign key: it outlives its author's account, as a review does.
    expertId: text('expert_id').notNull(),
    expertFirstName: text('expert_first_name').notNull(),
    expertLastName: text('expert_last_name').notNull(),
    expertRegistration: text('expert_registration'),
    createdAt: timestamp('created_at').notNull(),
  },
  (table) => [uniqueIndex('review_versions_number').on(table.reportId, table.number)],
);

/** What an expert has written of a report and not sent. It goes 30 days after the last change. */
export const reviewDrafts = sqliteTable(
  'review_drafts',
  {
    expertId: ofUser('expert_id', { onDelete: 'cascade' }),
    reportId: ofReport('report_id'),
    text: sealed('review_drafts', 'text').notNull(),
    language: text('language', { enum: languageCodes }),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.expertId, table.reportId] }),
    index('review_drafts_age').on(table.updatedAt),
    index('review_drafts_report').on(table.reportId),
  ],
);

/** What an expert asked the patient of a report that cannot be reviewed yet, and the answer. */
export const questions = sqliteTable(
  'questions',
  {
    id: text('id').primaryKey(),
    reportId: ofReport('report_id'),
    // No foreign key: it outlives its author's account, as a review does.
    expertId: text('expert_id').notNull(),
    expertFirstName: text('expert_first_name').notNull(),
    expertLastName: text('expert_last_name').notNull(),
    /** One of `questionKinds`: sealed, as it says something of the report. */
    kind: sealed('questions', 'kind').notNull(),
    /** Which pages it is about, as a JSON list of their numbers. */
    pages: text('pages', { mode: 'json' }).$type<number[]>(),
    text: sealed('questions', 'text'),
    language: text('language', { enum: languageCodes }).notNull(),
    askedAt: timestamp('asked_at').notNull(),
    /** How many e-mails have told its patient of it. */
    told: integer('told').notNull().default(0),
    answer: sealed('questions', 'answer'),
    answeredAt: timestamp('answered_at'),
    /** When it needed no answer any more: reviewed, closed, or 14 days after it was asked. */
    closedAt: timestamp('closed_at'),
    /** Why an admin opened the report to other experts again that this one had closed to them. */
    liftReason: sealed('questions', 'lift_reason'),
  },
  (table) => [
    index('questions_report').on(table.reportId),
    index('questions_expert').on(table.expertId),
    uniqueIndex('questions_open').on(table.reportId).where(sql`answered_at is null and closed_at is null`),
    index('questions_due').on(table.askedAt).where(sql`answered_at is null and closed_at is null`),
  ],
);

/** Files that were added to a report, from number 2; its first file is in its own row. */
export const reportFiles = sqliteTable(
  'report_files',
  {
    id: text('id').primaryKey(),
    reportId: ofReport('report_id'),
    /** The question it answers. */
    questionId: text('question_id').notNull(),
    number: integer('number').notNull(),
    fileName: text('file_name').notNull(),
    originalName: sealed('report_files', 'original_name'),
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
 * What was agreed to for one report and taken back: wording, language, time, how. `given` is null
 * where a caller did not say.
 */
export const consents = sqliteTable(
  'consents',
  {
    id: text('id').primaryKey(),
    reportId: text('report_id').notNull(),
    userId: text('user_id').notNull(),
    given: bool('given'),
    wordingVersion: text('wording_version'),
    language: text('language', { enum: languageCodes }),
    /** The whole sentence that was agreed to. */
    wording: text('wording'),
    door: text('door', { enum: consentDoors }).notNull(),
    at: timestamp('at').notNull(),
    withdrawnAt: timestamp('withdrawn_at'),
  },
  (table) => [index('consents_report').on(table.reportId)],
);

/**
 * A file that arrives in pieces, until a report takes it or its time is over. Of one that a report
 * has taken the row stays so long, with what tells that the same report is asked for again.
 */
export const uploadSlots = sqliteTable(
  'upload_slots',
  {
    id: text('id').primaryKey(),
    accountId: ofUser('account_id', { onDelete: 'cascade' }),
    /** Of the session that began it or went on with it last. */
    // No foreign key: of a session that ran out the next one goes on.
    tokenHash: text('token_hash'),
    /** What the file is called where it comes from. */
    name: sealed('upload_slots', 'name'),
    bytesTotal: integer('bytes_total').notNull(),
    bytesGot: integer('bytes_got').notNull().default(0),
    /** How many pieces there are: the number of the next one. */
    pieces: integer('pieces').notNull().default(0),
    /** Null until its first bytes are there. */
    mediaType: text('media_type'),
    // No foreign key: the report may be deleted meanwhile.
    reportId: text('report_id'),
    /** The SHA-256 of what the report was made of. */
    fingerprint: sealed('upload_slots', 'fingerprint'),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [
    index('upload_slots_account').on(table.accountId),
    index('upload_slots_expiry').on(table.expiresAt),
  ],
);

/** The pieces of files that arrive in pieces; each is a sealed object of its own. */
export const uploadPieces = sqliteTable(
  'upload_pieces',
  {
    slotId: text('slot_id')
      .notNull()
      .references(() => uploadSlots.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    bytes: integer('bytes').notNull(),
    fileName: text('file_name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.slotId, table.number] }),
    uniqueIndex('upload_pieces_file').on(table.fileName),
  ],
);
