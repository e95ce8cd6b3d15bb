import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { accountTypes, genders, sessionKinds, signupTypes } from '~/platform/enums';
import { bool, sealed, timestamp } from './columns.server';

/** The account that a row belongs to; with `cascade` the row goes with it. */
export const ofUser = (column: string, actions?: { onDelete: 'cascade' }) =>
  text(column)
    .notNull()
    .references(() => users.id, actions);

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
