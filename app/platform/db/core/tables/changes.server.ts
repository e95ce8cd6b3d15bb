import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * The last change of each report in each list (`patient/<patient>`, `pending/`, `reviewed//`,
 * `reviewed/<expert>/`), by number. Triggers write it within the change, so writes of older servers
 * are in it. A report that leaves a list keeps its row there for a while.
 */
export const reportChanges = sqliteTable(
  'report_changes',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    /**
     * The transaction on PostgreSQL, where numbers may become visible in another order than they
     * were given; 0 on SQLite, and in rows copied from another database.
     */
    xid: integer('xid').notNull().default(0),
    list: text('list').notNull(),
    // No foreign key: the row outlives the report.
    reportId: text('report_id').notNull(),
    /** The end of the time to undo a review, in milliseconds by the clock of the database. */
    hiddenUntil: integer('hidden_until'),
    /** When the report left the list, in milliseconds by the clock of the database. */
    goneAt: integer('gone_at'),
  },
  (table) => [
    uniqueIndex('report_changes_report').on(table.reportId, table.list),
    index('report_changes_list').on(table.list, table.xid, table.seq),
    index('report_changes_gone').on(table.goneAt).where(sql`gone_at is not null`),
  ],
);

/** The single row about the numbers of changes. It belongs to one database and is never copied. */
export const changeFeed = sqliteTable('change_feed', {
  id: integer('id').primaryKey(),
  /** A random text. A cursor from another epoch is refused. */
  epoch: text('epoch').notNull(),
  /** The position of the latest row that was removed. An older cursor is refused. */
  removedXid: integer('removed_xid').notNull().default(0),
  removedSeq: integer('removed_seq').notNull().default(0),
});
