import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { languageCodes } from '~/i18n/language-codes';
import { auditActions, emailStates, messageKinds, moveRoles } from '~/platform/enums';
import { users } from './accounts.server';
import { sealed, timestamp } from './columns.server';

/**
 * The key that encrypted columns use, itself encrypted under FILE_KEY; and, as `audit.head`, where
 * the audit log ends.
 */
export const keyring = sqliteTable('keyring', {
  keyId: text('key_id').primaryKey(),
  wrapped: blob('wrapped', { mode: 'buffer' }).notNull(),
});

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
