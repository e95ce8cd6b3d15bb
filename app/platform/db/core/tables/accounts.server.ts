import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { accountTypes, genders, sessionKinds, signupTypes } from '~/platform/enums';
import { booleanColumn, sealedColumn, timestamp } from './columns.server';

/**
 * Builds the column of the account that a row belongs to; with `cascade` the row is deleted with
 * it.
 */
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
    contactNumber: sealedColumn('users', 'contact_number'),
    approved: booleanColumn('approved').notNull().default(false),
    approvedAt: timestamp('approved_at'),
    approvedBy: text('approved_by'),
    /** An expert's credentials as registered with their council. */
    registrationNumber: text('registration_number'),
    council: text('council'),
    qualification: text('qualification'),
    /** The last day, as YYYY-MM-DD, on which the checked registration counts; null if it has no end. */
    registeredUntil: text('registered_until'),
    suspendedAt: timestamp('suspended_at'),
    rejectedAt: timestamp('rejected_at'),
    /** Why an admin suspended or rejected them, or approved them without a registration number. */
    standingReason: sealedColumn('users', 'standing_reason'),
    /**
     * True if an admin doubts the answers of a suspended or rejected expert; null if no admin has
     * decided. Counts only if `doubtDecidedAt` is not before the suspension or rejection.
     */
    answersInDoubt: booleanColumn('answers_in_doubt'),
    doubtDecidedAt: timestamp('doubt_decided_at'),
    /** The secret of the second factor; in force once `totpSince` is set. */
    totpSecret: sealedColumn('users', 'totp_secret'),
    totpSince: timestamp('totp_since'),
    /** The last time step whose code was used: each code works once. */
    totpLastStep: integer('totp_last_step'),
    about: text('about'),
    gender: text('gender', { enum: genders }),
    dateOfBirth: sealedColumn('users', 'date_of_birth'),
    /** The stored display picture; null if initials are shown instead. */
    pictureName: text('picture_name'),
    /** Changes with every picture: part of its URL, so that a browser never shows an old one. */
    pictureTag: text('picture_tag'),
    language: text('language', { enum: languageCodes }).notNull().default('en'),
    /** The languages an expert reads and writes, as a JSON list of their codes. */
    reads: text('reads', { mode: 'json' }).$type<LanguageCode[]>(),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
    /** The clinic number of an account without e-mail, without dashes. */
    loginName: text('login_name'),
    /** Four digits; only of an account that was opened without e-mail. */
    birthYear: sealedColumn('users', 'birth_year'),
    /** A keyed hash of the last four digits of the phone and the year of birth. */
    deskKey: text('desk_key'),
    /**
     * The phone number that proves at the front desk who somebody is, empty if none does. Null in
     * rows whose number has not changed since this column exists.
     */
    provenNumber: sealedColumn('users', 'proven_number'),
    /** As `deskKey`, of the proven number if it is another one. */
    provenKey: text('proven_key'),
    /** When the phone number was changed without the password. */
    numberChangedAt: timestamp('number_changed_at'),
    /** When an address was added to an account without one, and first confirmed. */
    emailAddedAt: timestamp('email_added_at'),
    emailConfirmedAt: timestamp('email_confirmed_at'),
    // No foreign keys: what they decided stays when their accounts are deleted.
    openedBy: text('opened_by'),
    helperSince: timestamp('helper_since'),
    helperBy: text('helper_by'),
    frontDeskSince: timestamp('front_desk_since'),
    frontDeskBy: text('front_desk_by'),
    /** True until the owner has replaced the one-time password of a slip. */
    mustChangePassword: booleanColumn('must_change_password').notNull().default(false),
    /** The device of the first log-in to an account that was opened without e-mail. */
    firstDevice: sealedColumn('users', 'first_device'),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    uniqueIndex('users_login_name').on(table.loginName),
    index('users_desk_key').on(table.deskKey).where(sql`desk_key is not null`),
    index('users_proven_key').on(table.provenKey).where(sql`proven_key is not null`),
    index('users_slips').on(table.updatedAt, table.id).where(sql`must_change_password`),
    index('users_opened_by').on(table.openedBy, table.createdAt, table.id).where(sql`opened_by is not null`),
    index('users_helpers').on(table.id).where(sql`helper_since is not null or front_desk_since is not null`),
    uniqueIndex('users_picture').on(table.pictureName),
    index('users_experts').on(table.approved, table.createdAt, table.id).where(sql`account_type = 'Expert'`),
    index('users_patients').on(table.createdAt, table.id).where(sql`account_type = 'Patient'`),
    index('users_admins').on(table.id).where(sql`account_type = 'Admin'`),
  ],
);

/** Sign-ups that wait for the code from the e-mail. */
export const heldSignups = sqliteTable(
  'held_signups',
  {
    keyHash: text('key_hash').primaryKey(),
    accountType: text('account_type', { enum: signupTypes }).notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    contactNumber: sealedColumn('held_signups', 'contact_number').notNull(),
    registrationNumber: text('registration_number'),
    council: text('council'),
    qualification: text('qualification'),
    passwordHash: text('password_hash').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [index('held_signups_expiry').on(table.expiresAt)],
);

/** Attempts at one one-time code from one network; code and network form one keyed hash. */
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
 * The one valid code of an address; a new one replaces it. The hash is keyed, so the table alone
 * does not reveal a code.
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
    /** The browser and system, or the program, that logged in; null if unknown. */
    device: sealedColumn('sessions', 'device'),
    /** True if a passkey was shown in it, which replaces the second factor. */
    withPasskey: booleanColumn('with_passkey').notNull().default(false),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** Links to choose a new password, for a single use and stored as hashes. */
export const passwordResets = sqliteTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    // Null for an address without an account: a request does the same work for both.
    userId: text('user_id').references(() => users.id),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [index('password_resets_user').on(table.userId)],
);

/**
 * Wrong passwords and codes for one account, existing or not, from one browser or network, stored
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
 * Wrong passwords for one account, existing or not, within an hour and from all networks that it
 * does not know.
 */
export const loginCeilings = sqliteTable(
  'login_ceilings',
  {
    accountHash: text('account_hash').primaryKey(),
    wrong: integer('wrong').notNull(),
    hourStartedAt: timestamp('hour_started_at').notNull(),
    /** When the owner was last notified of too many. */
    noticedAt: timestamp('noticed_at'),
  },
  (table) => [index('login_ceilings_hour').on(table.hourStartedAt)],
);

/** Networks from which an API client logged in to an account; the network is a keyed hash. */
export const knownNetworks = sqliteTable(
  'known_networks',
  {
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    networkHash: text('network_hash').notNull(),
    /** The second factor that was used, by its `totpSince`; null if none was. */
    factorSince: timestamp('factor_since'),
    seenAt: timestamp('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.networkHash] }),
    index('known_networks_seen').on(table.seenAt),
  ],
);

/**
 * The people an account sends reports for. A report keeps what was known of the person when it was
 * sent.
 */
export const people = sqliteTable(
  'people',
  {
    id: text('id').primaryKey(),
    accountId: ofUser('account_id', { onDelete: 'cascade' }),
    name: sealedColumn('people', 'name').notNull(),
    /** Four digits; null if not stated. */
    birthYear: sealedColumn('people', 'birth_year'),
    /** One of `personSexes`; `relation` is one of `personRelations`. */
    sex: sealedColumn('people', 'sex').notNull(),
    relation: sealedColumn('people', 'relation').notNull(),
    /** A keyed hash of name and year; null for another person with the same name and year. */
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
 * Keys of reports that wait in a browser to be sent. A key belongs to the session that used it last
 * and is deleted when that session logs out.
 */
export const waitingKeys = sqliteTable(
  'waiting_keys',
  {
    id: text('id').primaryKey(),
    accountId: ofUser('account_id', { onDelete: 'cascade' }),
    // No foreign key: after a session expires, the next one takes over the key.
    tokenHash: text('token_hash').notNull(),
    key: sealedColumn('waiting_keys', 'key').notNull(),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [
    index('waiting_keys_account').on(table.accountId),
    index('waiting_keys_expiry').on(table.expiresAt),
  ],
);

/** Codes that replace the second factor once each; a new set replaces the old one. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: ofUser('user_id'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);

/** Log-ins with a right password that still need the second factor. */
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

/**
 * Passkeys: keys in a phone, a computer or a security key that log in without a password. Only the
 * public half is stored.
 */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: ofUser('user_id', { onDelete: 'cascade' }),
    /** The ID that the device gave it, in base64url: up to 1,364 characters. */
    credentialId: text('credential_id').notNull(),
    /** The public key in COSE form, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The number of signatures the device reported last; always 0 for one that does not count. */
    counter: integer('counter').notNull(),
    /** The ways in which browsers reach the device, as a JSON list. */
    transports: text('transports', { mode: 'json' }).$type<string[]>(),
    /** The owner's name for it; null if none was given and the device is unknown. */
    name: sealedColumn('passkeys', 'name'),
    createdAt: timestamp('created_at').notNull(),
    usedAt: timestamp('used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_user').on(table.userId, table.createdAt),
  ],
);

/** Random values that a passkey has to sign, for a single use and stored as hashes. */
export const passkeyChallenges = sqliteTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    /** The account that adds a passkey; null for a log-in, whose account is not known yet. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_expiry').on(table.expiresAt),
  ],
);
