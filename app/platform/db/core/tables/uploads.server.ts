import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ofUser } from './accounts.server';
import { sealedColumn, timestamp } from './columns.server';

/**
 * A file that arrives in pieces, until a report takes it or its time is over. A slot that a report
 * has taken stays until then, with a fingerprint that recognises a repeated request for the same
 * report.
 */
export const uploadSlots = sqliteTable(
  'upload_slots',
  {
    id: text('id').primaryKey(),
    accountId: ofUser('account_id', { onDelete: 'cascade' }),
    /** The session that began it or last continued it. */
    // No foreign key: the next session continues after one expires.
    tokenHash: text('token_hash'),
    /** The name of the file on the sender's device. */
    name: sealedColumn('upload_slots', 'name'),
    bytesTotal: integer('bytes_total').notNull(),
    bytesGot: integer('bytes_got').notNull().default(0),
    /** The number of pieces so far, which is also the number of the next one. */
    pieces: integer('pieces').notNull().default(0),
    /** Null until the first bytes have arrived. */
    mediaType: text('media_type'),
    // No foreign key: the report may be deleted meanwhile.
    reportId: text('report_id'),
    /** The SHA-256 of the content that the report was made of. */
    fingerprint: sealedColumn('upload_slots', 'fingerprint'),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  (table) => [
    index('upload_slots_account').on(table.accountId),
    index('upload_slots_expiry').on(table.expiresAt),
  ],
);

/** The pieces of files that arrive in pieces; each is a sealed object. */
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
