import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { languageCodes } from '~/i18n/language-codes';
import {
  auditActions,
  clinicParts,
  messageKinds,
  moveRoles,
  notificationChannels,
  outboxStates,
  textDeliveries,
} from '~/platform/enums';
import { users } from './accounts.server';
import { sealedColumn, timestamp } from './columns.server';

/**
 * The key of the encrypted columns, itself encrypted under FILE_KEY; also, as `audit.head`, the end
 * of the audit log.
 */
export const keyring = sqliteTable('keyring', {
  keyId: text('key_id').primaryKey(),
  wrapped: blob('wrapped', { mode: 'buffer' }).notNull(),
});

/**
 * Records actor, action and object by id, without health data. Triggers made in the migration
 * refuse update and delete.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: timestamp('at').notNull(),
    actorId: text('actor_id'),
    action: text('action', { enum: auditActions }).notNull(),
    objectId: text('object_id'),
    /**
     * Chains each line to the one before (audit-chain.server.ts); null in lines older than the
     * chain.
     */
    hash: text('hash'),
  },
  (table) => [
    index('audit_actor').on(table.actorId, table.id),
    index('audit_action').on(table.action, table.id),
    index('audit_object').on(table.objectId, table.id),
  ],
);

/**
 * The patients whose reports were seen in a list, if an audit entry names several. They are part of
 * the entry, and its hash covers them.
 */
export const auditSeen = sqliteTable(
  'audit_seen',
  {
    line: integer('line').notNull(),
    patientId: text('patient_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.line, table.patientId] }),
    // SQLite indexes stretches of 64 lines, so that an entry writes to few pages of the index,
    // however many patients it names; see `selectListViews`.
    index('audit_seen_patient').on(sql`${table.line} / 64`, table.patientId, table.line),
  ],
);

/** The parts of the clinic that an admin has turned on, so that admins have them in their menu. */
export const partsTurnedOn = sqliteTable('parts_turned_on', {
  part: text('part', { enum: clinicParts }).primaryKey(),
  at: timestamp('at').notNull(),
});

/**
 * E-mails and texts to phones that wait or were sent. The address and the content are encrypted. A
 * text holds no number: it goes to the account's present one.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    letter: text('letter').notNull(),
    recipient: sealedColumn('outbox', 'recipient').notNull(),
    facts: sealedColumn('outbox', 'facts').notNull(),
    language: text('language', { enum: languageCodes }).notNull(),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    nextTryAt: timestamp('next_try_at').notNull(),
    tries: integer('tries').notNull().default(0),
    state: text('state', { enum: outboxStates }).notNull().default('waiting'),
    /** Until when one process handles it and the others leave it alone. */
    takenUntil: timestamp('taken_until'),
    /** The topic, if e-mails about it are counted: a word and an ID. */
    topic: text('topic'),
    channel: text('channel', { enum: notificationChannels }).notNull().default('mail'),
    /** The account that a text is for; null for an e-mail. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The push subscription that a text goes to. */
    subscriptionId: text('subscription_id'),
    /** When a text was handed over, and the gateway's word on it since then. */
    sentAt: timestamp('sent_at'),
    delivery: text('delivery', { enum: textDeliveries }),
    /** Why a text was last not handed over: a status or the code of an error. */
    failure: text('failure'),
  },
  (table) => [
    index('outbox_queued').on(table.channel, table.nextTryAt).where(sql`state = 'queued'`),
    index('outbox_user').on(table.userId).where(sql`user_id is not null`),
    index('outbox_topic').on(table.topic, table.nextTryAt).where(sql`topic is not null`),
    index('outbox_waiting').on(table.nextTryAt).where(sql`state = 'waiting'`),
    index('outbox_given_up').on(table.expiresAt).where(sql`state = 'given up'`),
  ],
);

/**
 * Digests, at most one an hour: when an expert is next told of new reports, or an admin of new
 * experts, and when they last were.
 */
export const digests = sqliteTable(
  'digests',
  {
    userId: text('expert_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null if there is nothing new. */
    dueAt: timestamp('due_at'),
    lastAt: timestamp('last_at'),
    /** When an expert was last told that reviews wait for a translation: at most once a day. */
    translationsAt: timestamp('translations_at'),
  },
  (table) => [index('digests_due').on(table.dueAt)],
);

/** Messages to the clinic of every kind, until an admin closes them. */
export const messages = sqliteTable(
  'messages',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: messageKinds }).notNull(),
    name: sealedColumn('messages', 'name').notNull(),
    email: sealedColumn('messages', 'email'),
    phone: sealedColumn('messages', 'phone'),
    text: sealedColumn('messages', 'text').notNull(),
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
 * The results of calls with an Idempotency-Key, kept for a day. Caller, call and key form one keyed
 * hash; the body is another.
 */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    keyHash: text('key_hash').primaryKey(),
    bodyHash: text('body_hash').notNull(),
    /**
     * The object that the call created; for a form, its outcome, sealed under the key that its
     * browser sent.
     */
    objectId: text('object_id').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [index('idempotency_expiry').on(table.expiresAt)],
);

/** The process that holds each job that only one of several needs to do, and until when. */
export const leases = sqliteTable('leases', {
  name: text('name').primaryKey(),
  holder: text('holder').notNull(),
  until: timestamp('until').notNull(),
  /** The last result, for all servers to read. */
  result: text('result'),
});

/** The servers on this database: when each was last seen, and the settings that they compare. */
export const servers = sqliteTable('servers', {
  name: text('name').primaryKey(),
  /** Changes with each start. */
  process: text('process').notNull(),
  seenAt: timestamp('seen_at').notNull(),
  /** JSON: a fingerprint for each setting. */
  settings: text('settings').notNull(),
});

/** The moves this database took part in, as source or target. */
export const moves = sqliteTable('moves', {
  /** Equal in both databases. */
  id: text('id').primaryKey(),
  role: text('role', { enum: moveRoles }).notNull(),
  /** The name of the other database, without a password. */
  other: text('other').notNull(),
  startedAt: timestamp('started_at').notNull(),
  doneAt: timestamp('done_at'),
});

/** Holds, in one row, the words that admins have typed about the clinic. */
export const clinicDetails = sqliteTable('clinic_details', {
  id: text('id').primaryKey(),
  /** JSON: a value for each name of a setting (`TypedWords`). */
  words: text('words').notNull(),
  changedAt: timestamp('changed_at').notNull(),
});

/** The restores of this clinic. Nothing is sent until an admin ends the hold of each. */
export const restores = sqliteTable('restores', {
  id: text('id').primaryKey(),
  at: timestamp('at').notNull(),
  /** Null while everything that sends is held. */
  resumedAt: timestamp('resumed_at'),
  resumedBy: text('resumed_by'),
});
