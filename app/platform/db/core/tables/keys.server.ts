import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { KeyScope } from '~/platform/enums';
import { timestamp } from './columns.server';

/**
 * Keys with which programs of others call the API. A row is never deleted, because the audit log
 * names its ID; the name of a key never changes.
 */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** SHA-256 of the secret, which has 256 random bits. */
    secretHash: text('secret_hash').notNull(),
    /** A JSON list of `keyScopes`. */
    scopes: text('scopes', { mode: 'json' }).$type<KeyScope[]>().notNull(),
    // No foreign key: the key of a deleted admin stays listed, and opens nothing.
    madeBy: text('made_by').notNull(),
    madeAt: timestamp('made_at').notNull(),
    /** Accurate to about an hour; null before the first use. */
    lastUsedAt: timestamp('last_used_at'),
    expiresAt: timestamp('expires_at').notNull(),
    revokedAt: timestamp('revoked_at'),
  },
  (table) => [
    uniqueIndex('api_keys_secret').on(table.secretHash),
    index('api_keys_made').on(table.madeAt, table.id),
  ],
);
