import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { db, execute } from '~/platform/db/db.server';
import { messages } from '~/platform/db/tables.server';
import { messageList } from './schemas';

/**
 * What visitors wrote, newest first (docs/requirements.md#pages). Takes state, `open` where nothing
 * is said, and kind. A page beyond the last one is the last one: closing the only message of a page
 * leads to the page before.
 */
export const listMessages = operation({
  name: 'message.list',
  input: messageList,
  allow: 'message.list',
  successMessage: 'messages.fetched',
  failureMessage: 'messages.failed',
  async run({ viewer, input: { state, kind, ...query }, context }) {
    const where = and(
      state === 'open' ? isNull(messages.closedAt) : isNotNull(messages.closedAt),
      kind && eq(messages.kind, kind),
    );
    const { rows, meta } = paginate(query, context, {
      count: () => db().select({ total: count() }).from(messages).where(where).get()?.total ?? 0,
      read: ({ rows, offset }) =>
        db()
          .select()
          .from(messages)
          .where(where)
          .orderBy(desc(messages.createdAt), desc(messages.id))
          .limit(rows)
          .offset(offset)
          .all(),
    });
    await execute(auditEntry({ action: 'message.listed', actorId: viewer.id }));
    return { data: rows.map(presentMessage), meta, state, kind: kind ?? null };
  },
});

/** How many messages nobody has closed. */
export function countOpenMessages(): number {
  return db().select({ total: count() }).from(messages).where(isNull(messages.closedAt)).get()?.total ?? 0;
}

function presentMessage(row: typeof messages.$inferSelect) {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    phone: row.phone,
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

export type PublicMessage = ReturnType<typeof presentMessage>;
