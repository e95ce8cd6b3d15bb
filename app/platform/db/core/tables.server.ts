import { sql } from 'drizzle-orm';
import {
  blob,
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import {
  accountTypes,
  amendReasons,
  auditActions,
  consentDoors,
  emailStates,
  genders,
  messageKinds,
  moveRoles,
  type PageNote,
  reportTypes,
  reportWaits,
  resourceTypes,
  sessionKinds,
  signupTypes,
  storedReportStatuses,
  versionKinds,
} from '~/platform/enums';
import { mediaTypes } from '~/platform/media-types';
import { openText, sealText } from './column-cipher.server';

/** A text column that is encrypted at rest; its name is bound to the value as associated data. */
function sealed(table: string, column: string) {
  const name = Buffer.from(`${table}.${column}`);
  return customType<{ data: string; driverData: Buffer }>({
    dataType: () => 'blob',
    toDriver: (value) => sealText(value, name),
    fromDriver: (value) => openText(value, name),
  })(column);
}

const timestamp = (column: string) => integer(column, { mode: 'timestamp_ms' });
const bool = (column: string) => integer(column, { mode: 'boolean' });

/** The account that a row belongs to; with `cascade` the row goes with it. */
const ofUser = (column: string, actions?: { onDelete: 'cascade' }) =>
  text(column)
    .notNull()
    .references(() => users.id, actions);

/** The report that a row belongs to, and goes with. */
const ofReport = (column: string) =>
  text(column)
    .notNull()
    .references(() => reports.id, { onDelete: 'cascade' });

/**
 * The key that encrypted columns use, itself encrypted under FILE_KEY; and, as `audit.head`, where
 * the audit log ends.
 */
export const keyring = sqliteTable('keyring', {
  keyId: text('key_id').primaryKey(),
  wrapped: blob('wrapped', { mode: 'buffer' }).notNull(),
});

export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    accountType: text('account_type', { enum: accountTypes }).notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    contactNumber: sealed('users', 'contact_number'),
    approved: bool('approved').notNull().default(false),
    approvedAt: timestamp('approved_at'),
    approvedBy: text('approved_by'),
    /** An expert's credentials, as they stand in the register of their council. */
    registrationNumber: text('registration_number'),
    council: text('council'),
    qualification: text('qualification'),
    suspendedAt: timestamp('suspended_at'),
    rejectedAt: timestamp('rejected_at'),
    /** Why an admin suspended or rejected them. */
    standingReason: sealed('users', 'standing_reason'),
    /** The secret of the second factor; in force once `totpSince` is set. */
    totpSecret: sealed('users', 'totp_secret'),
    totpSince: timestamp('totp_since'),
    /** The last time step whose code was used: none is good twice. */
    totpLastStep: integer('totp_last_step'),
    about: text('about'),
    gender: text('gender', { enum: genders }),
    dateOfBirth: sealed('users', 'date_of_birth'),
    /** The stored display picture; null where initials stand for it. */
    pictureName: text('picture_name'),
    /**
     * Made anew with every picture: part of its address, so that a browser never shows an old one.
     */
    pictureTag: text('picture_tag'),
    language: text('language', { enum: languageCodes }).notNull().default('en'),
    /** The languages an expert reads and writes, as a JSON list of their codes. */
    reads: text('reads', { mode: 'json' }).$type<LanguageCode[]>(),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_picture').on(table.pictureName),
    index('users_experts').on(table.approved, table.createdAt, table.id).where(sql`account_type = 'Expert'`),
    index('users_admins').on(table.id).where(sql`account_type = 'Admin'`),
  ],
);

/** What somebody typed at sign-up, held until the code from the e-mail comes back. */
export const heldSignups = sqliteTable(
  'held_signups',
  {
    keyHash: text('key_hash').primaryKey(),
    accountType: text('account_type', { enum: signupTypes }).notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    contactNumber: sealed('held_signups', 'contact_number').notNull(),
    registrationNumber: text('registration_number'),
    council: text('council'),
    qualification: text('qualification'),
    passwordHash: text('password_hash').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [index('held_signups_expiry').on(table.expiresAt)],
);

/** Tries of one one-time code from one network; both are one keyed hash. */
export const codeTries = sqliteTable(
  'code_tries',
  {
    keyHash: text('key_hash').primaryKey(),
    tries: integer('tries').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [index('code_tries_expiry').on(table.expiresAt)],
);

/**
 * The one living code of an address; a new one replaces it. The hash is keyed, so the table alone
 * gives no code away.
 */
export const codes = sqliteTable('codes', {
  email: text('email').primaryKey(),
  codeHash: text('code_hash').notNull(),
  triesLeft: integer('tries_left').notNull(),
  sentAt: timestamp('sent_at').notNull(),
  expiresAt: timestamp('expires_at').notNull(),
  sentInHour: integer('sent_in_hour').notNull(),
  hourStartedAt: timestamp('hour_started_at').notNull(),
});

export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: ofUser('user_id'),
    kind: text('kind', { enum: sessionKinds }).notNull(),
    createdAt: timestamp('created_at').notNull(),
    seenAt: timestamp('seen_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    /** Browser and system, or the program, that logged in; null where it is none we know. */
    device: sealed('sessions', 'device'),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** Links to choose a new password: single use, stored hashed. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    // Null for an address without an account: asking does the same work for both.
    userId: text('user_id').references(() => users.id),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
);

/**
 * Wrong passwords and codes for one account, there or not, from one browser or network; all of it
 * as keyed hashes.
 */
export const loginTries = sqliteTable(
  'login_tries',
  {
    sourceHash: text('address_hash').primaryKey(),
    accountHash: text('account_hash').notNull().default(''),
    wrong: integer('wrong').notNull(),
    waitUntil: timestamp('wait_until').notNull(),
  },
  (table) => [
    index('login_tries_account').on(table.accountHash),
    index('login_tries_wait').on(table.waitUntil),
  ],
);

/**
 * Wrong passwords for one account, there or not, within an hour and from all networks that it does
 * not know.
 */
export const loginCeilings = sqliteTable(
  'login_ceilings',
  {
    accountHash: text('account_hash').primaryKey(),
    wrong: integer('wrong').notNull(),
    hourStartedAt: timestamp('hour_started_at').notNull(),
    /** When the owner was last told that there were too many. */
    noticedAt: timestamp('noticed_at'),
  },
  (table) => [index('login_ceilings_hour').on(table.hourStartedAt)],
);

/** Networks from which another program logged in to an account; the network is a keyed hash. */
export const knownNetworks = sqliteTable(
  'known_networks',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    networkHash: text('network_hash').notNull(),
    /** The second factor that was shown, by when it came in force; null where none was. */
    factorSince: timestamp('factor_since'),
    seenAt: timestamp('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.networkHash] }),
    index('known_networks_seen').on(table.seenAt),
  ],
);

/** Whom an account sends reports for; the report keeps what was known of them when it was sent. */
export const people = sqliteTable(
  'people',
  {
    id: text('id').primaryKey(),
    accountId: ofUser('account_id', { onDelete: 'cascade' }),
    name: sealed('people', 'name').notNull(),
    /** Four digits; null where it was not said. */
    birthYear: sealed('people', 'birth_year'),
    /** One of `personSexes`, and of `personRelations`. */
    sex: sealed('people', 'sex').notNull(),
    relation: sealed('people', 'relation').notNull(),
    /** A keyed hash of name and year; null for a second one of the same name and year. */
    sameKey: text('same_key'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [
    index('people_account').on(table.accountId, table.createdAt, table.id),
    uniqueIndex('people_same').on(table.accountId, table.sameKey),
  ],
);

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
 * Who did what to what, by id; no health data. Triggers made in the migration refuse update and
 * delete.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: timestamp('at').notNull(),
    actorId: text('actor_id'),
    action: text('action', { enum: auditActions }).notNull(),
    objectId: text('object_id'),
    /** Chains each line to the one before (chain.server.ts); null in lines older than the chain. */
    hash: text('hash'),
  },
  (table) => [
    index('audit_actor').on(table.actorId, table.id),
    index('audit_action').on(table.action, table.id),
    index('audit_object').on(table.objectId, table.id),
  ],
);

/**
 * Whose reports were seen in a list, where a line of the audit log tells of several patients: they
 * are a part of the line, and its hash covers them.
 */
export const auditSeen = sqliteTable(
  'audit_seen',
  {
    line: integer('line').notNull(),
    patientId: text('patient_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.line, table.patientId] }),
    // On SQLite by stretches of the log, so that a look writes to few pages of the index, however
    // many patients there are; see `looksAt`.
    index('audit_seen_patient').on(sql`${table.line} / 64`, table.patientId, table.line),
  ],
);

/** E-mails waiting to be sent or sent. The address and what the e-mail says are encrypted. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    letter: text('letter').notNull(),
    recipient: sealed('outbox', 'recipient').notNull(),
    facts: sealed('outbox', 'facts').notNull(),
    language: text('language', { enum: languageCodes }).notNull(),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    nextTryAt: timestamp('next_try_at').notNull(),
    tries: integer('tries').notNull().default(0),
    state: text('state', { enum: emailStates }).notNull().default('waiting'),
    /** Until when it is in the hands of one process, which others leave to it. */
    takenUntil: timestamp('taken_until'),
    /** Names the matter, if e-mails about it are counted: a word, and an ID. */
    topic: text('topic'),
  },
  (table) => [
    index('outbox_topic').on(table.topic, table.nextTryAt).where(sql`topic is not null`),
    index('outbox_waiting').on(table.nextTryAt).where(sql`state = 'waiting'`),
    index('outbox_given_up').on(table.expiresAt).where(sql`state = 'given up'`),
  ],
);

/**
 * When an expert is next told that new reports wait, or an admin that new experts do, and when they
 * last were: at most once an hour.
 */
export const digests = sqliteTable(
  'digests',
  {
    userId: text('expert_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null where there is nothing new to tell. */
    dueAt: timestamp('due_at'),
    lastAt: timestamp('last_at'),
    /** When an expert was last told that reviews wait for a translation: at most once a day. */
    translationsAt: timestamp('translations_at'),
  },
  (table) => [index('digests_due').on(table.dueAt)],
);

/** What was written to the clinic, of each kind, until an admin closes it. */
export const messages = sqliteTable(
  'messages',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: messageKinds }).notNull(),
    name: sealed('messages', 'name').notNull(),
    email: sealed('messages', 'email'),
    phone: sealed('messages', 'phone'),
    text: sealed('messages', 'text').notNull(),
    language: text('language', { enum: languageCodes }).notNull(),
    createdAt: timestamp('created_at').notNull(),
    closedAt: timestamp('closed_at'),
    closedBy: text('closed_by'),
  },
  (table) => [
    index('messages_open').on(table.createdAt, table.id).where(sql`closed_at is null`),
    index('messages_all').on(table.createdAt, table.id),
  ],
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

/**
 * Keys of reports that wait in a browser until they are sent. A key belongs to the session that
 * used it last, and ends when that session is logged out.
 */
export const waitingKeys = sqliteTable(
  'waiting_keys',
  {
    id: text('id').primaryKey(),
    accountId: ofUser('account_id', { onDelete: 'cascade' }),
    // No foreign key: after a session that ran out the next one takes the key over.
    tokenHash: text('token_hash').notNull(),
    key: sealed('waiting_keys', 'key').notNull(),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [
    index('waiting_keys_account').on(table.accountId),
    index('waiting_keys_expiry').on(table.expiresAt),
  ],
);

/**
 * What a call with an Idempotency-Key was answered, for a day. Caller, call and key are one keyed
 * hash; so is the body.
 */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    keyHash: text('key_hash').primaryKey(),
    bodyHash: text('body_hash').notNull(),
    /**
     * What the call made; of a form what came of it, sealed under the key that its browser sent.
     */
    objectId: text('object_id').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [index('idempotency_expiry').on(table.expiresAt)],
);

/** Codes that stand in for the second factor once each; a new set replaces the old. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: ofUser('user_id'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** Log-ins whose password was right and whose second factor is still to come. */
export const pendingLogins = sqliteTable(
  'pending_logins',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: ofUser('user_id'),
    kind: text('kind', { enum: sessionKinds }).notNull(),
    passwordHash: text('password_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [
    index('pending_logins_user').on(table.userId),
    index('pending_logins_expiry').on(table.expiresAt),
  ],
);

/** Which process does what only one of several needs to do, and until when. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  until: timestamp('until').notNull(),
  /** What came of it last, for all servers to read. */
  result: text('result'),
});

/** The servers on this database: when each was last seen, and what all of them have to agree on. */
export const servers = sqliteTable('servers', {
  name: text('name').primaryKey(),
  /** Another one after each start. */
  process: text('process').notNull(),
  seenAt: timestamp('seen_at').notNull(),
  /** JSON: a fingerprint for each setting. */
  settings: text('settings').notNull(),
});

/** The moves this database was part of: it was left, or filled from another one. */
export const moves = sqliteTable('moves', {
  /** The same in both databases. */
  id: text('id').primaryKey(),
  role: text('role', { enum: moveRoles }).notNull(),
  /** The other database, in words without a password. */
  other: text('other').notNull(),
  startedAt: timestamp('started_at').notNull(),
  doneAt: timestamp('done_at'),
});
